/** An uploaded file as the picture we keep: known by its bytes, whole, within limits, and without what the camera added. */
import type { UploadRefusal } from '../../schema/upload.ts'
import { cleanGif } from './gif.ts'
import { cleanJpeg } from './jpeg.ts'
import { cleanPng } from './png.ts'
import { fits, measurePicture, typeBySignature } from './sniff.ts'

const drawing = /^\ufeff?\s*<(?:\?xml|!--|!doctype\s+svg|svg[\s>])/i

/** The bytes to store, or why they are refused. */
export async function cleanPicture(
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer> | UploadRefusal> {
  if (bytes.length === 0) return 'empty'
  const type = typeBySignature(bytes)
  if (!type) return isDrawing(bytes) ? 'not plain' : 'unknown'
  if (type === 'webp') return 'unknown'
  const picture = measurePicture(bytes)
  if (!picture) return 'broken'
  if (!fits(picture)) return 'too wide'
  if (type === 'svg') return bytes
  if (type === 'gif') return withoutCopy(cleanGif(bytes))
  const clean = type === 'png' ? await cleanPng(bytes) : cleanJpeg(bytes, picture.orientation)
  return withoutCopy(clean ?? 'broken')
}

// The same bytes of Node's Buffer as a plain array of them.
function withoutCopy<T extends string>(clean: Uint8Array<ArrayBuffer> | T) {
  if (typeof clean === 'string') return clean
  return new Uint8Array(clean.buffer, clean.byteOffset, clean.length)
}

function isDrawing(bytes: Uint8Array): boolean {
  return drawing.test(new TextDecoder().decode(bytes.subarray(0, 1000)))
}
