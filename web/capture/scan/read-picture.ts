import { t } from '../../messages/t.ts'
import { canvasToBlob } from '../../ui/canvas.ts'
import { readCodeText } from './code-details.ts'
import { readCode } from './code-reader.ts'
import type { FoundDetails } from './found-details.ts'
import { loadPicture, PictureError } from './picture.ts'
import { readCardText } from './text-details.ts'
import { recognizeText } from './text-reader.ts'

/** Reads a picture of a code, for `PictureError` if there is none. */
export async function readCodePicture(file: Blob): Promise<FoundDetails> {
  const { pixels } = await loadPicture(file)
  const code = await readCode(pixels)
  if (code === undefined)
    throw new PictureError(t('No code found in this picture. Move closer, or type the details.'))
  return readCodeText(code)
}

/** Reads a picture of a paper card: contact details in a code on it, else its text. Nothing leaves the device. */
export async function readCardPicture(file: Blob): Promise<FoundDetails> {
  const { canvas, pixels } = await loadPicture(file)
  const code = await readCode(pixels).catch(() => undefined)
  const fromCode = code === undefined ? undefined : readCodeText(code)
  if (fromCode?.answers.name) return fromCode
  const text = await recognizeText(await canvasToBlob(canvas)).catch(() => {
    throw new PictureError(t('The text cannot be read on this device. Type the details instead.'))
  })
  const found = readCardText(text)
  if (!found && !fromCode) throw new PictureError(nothingMessage)
  return {
    answers: { ...fromCode?.answers, ...found?.answers },
    lines: found?.lines ?? [],
  }
}

const nothingMessage = t(
  'No contact details found in this picture. Photograph the card from above in good light, or type the details.',
)
