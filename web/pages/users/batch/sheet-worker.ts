import { readSheet, type SheetRow, UnreadableFile } from './read-sheet.ts'

export type SheetAnswer = { rows: SheetRow[] } | { refusal: string }

self.onmessage = async ({ data }: MessageEvent<Uint8Array>) => {
  const answer: SheetAnswer = await readSheet(data).then(
    (rows) => ({ rows }),
    (error) => ({ refusal: error instanceof UnreadableFile ? error.message : damaged }),
  )
  self.postMessage(answer)
}

const damaged = 'The file is damaged or has another format. Save it again as .csv or .xlsx.'
