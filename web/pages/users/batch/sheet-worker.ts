import { readSheet, type SheetRow, UnreadableFile } from './read-sheet.ts'

export type SheetResult = { rows: SheetRow[] } | { refusal: string }

self.onmessage = async ({ data }: MessageEvent<Uint8Array>) => {
  const result: SheetResult = await readSheet(data).then(
    (rows) => ({ rows }),
    (error) => ({ refusal: error instanceof UnreadableFile ? error.message : damaged }),
  )
  self.postMessage(result)
}

const damaged = 'The file is damaged or has another format. Save it again as .csv or .xlsx.'
