/** Web worker that parses a user list, so that a huge file cannot block the page. */

import { t } from '../../messages/t.ts'
import type { Encoding } from './encoding.ts'
import { readSheet } from './read-sheet.ts'
import { type Sheet, UnreadableFileError } from './sheet.ts'

export type SheetRequest = { bytes: Uint8Array<ArrayBuffer>; encoding: Encoding | undefined }
export type SheetResult = Sheet | { error: string }

self.onmessage = ({ data }: MessageEvent<SheetRequest>) => {
  self.postMessage(resultOf(data))
}

function resultOf({ bytes, encoding }: SheetRequest): SheetResult {
  try {
    return readSheet(bytes, encoding)
  } catch (cause) {
    return { error: cause instanceof UnreadableFileError ? cause.message : damagedMessage }
  }
}

const damagedMessage = t(
  'The file is damaged or has another format. Save it again as .csv or .xlsx.',
)
