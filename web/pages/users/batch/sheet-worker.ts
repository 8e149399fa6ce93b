/** Web worker that parses a user list, so that a huge file cannot block the page. */

import { t } from '../../../messages/t.ts'
import { readSheet, type SheetRow, UnreadableFileError } from './read-sheet.ts'

export type SheetResult = { rows: SheetRow[] } | { error: string }

self.onmessage = async ({ data }: MessageEvent<Uint8Array>) => {
  const result: SheetResult = await readSheet(data).then(
    (rows) => ({ rows }),
    (cause) => ({ error: cause instanceof UnreadableFileError ? cause.message : damagedMessage }),
  )
  self.postMessage(result)
}

const damagedMessage = t(
  'The file is damaged or has another format. Save it again as .csv or .xlsx.',
)
