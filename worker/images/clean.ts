/** Checks an uploaded image and removes its metadata. */
import type { UploadErrorCode } from '../../schema/images/upload.ts'
import { fits, type ImageInfo, measureImage, typeBySignature } from './detect-type.ts'
import { cleanGif } from './gif.ts'
import { cleanJpeg, joinSegments } from './jpeg.ts'
import { cleanPng } from './png.ts'

const svgStart = /^\ufeff?\s*<(?:\?xml|!--|!doctype\s+svg|svg[\s>])/i

/** An image that may be stored. `hash` is the SHA-256 of the bytes, which names it. */
export type CleanImage = { bytes: Uint8Array<ArrayBuffer>; image: ImageInfo; hash: string }

/** Returns the image to store, or why the file is rejected. */
export async function cleanUpload(
  bytes: Uint8Array<ArrayBuffer>,
): Promise<CleanImage | UploadErrorCode> {
  if (bytes.length === 0) return 'empty'
  const type = typeBySignature(bytes)
  if (!type) return looksLikeSvg(bytes) ? 'not plain' : 'unknown'
  if (type === 'webp') return 'unknown'
  const image =
    measureImage(bytes, type) ??
    (type === 'jpg' ? measureImage(joinSegments(bytes), type) : undefined)
  if (!image) return 'broken'
  if (!fits(image)) return 'too wide'
  const clean = await withoutMetadata(bytes, image)
  return typeof clean === 'string' ? clean : { bytes: clean, image, hash: await sha256(clean) }
}

/** Returns the SHA-256 of the bytes in hex. */
export async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex')
}

async function withoutMetadata(
  bytes: Uint8Array<ArrayBuffer>,
  { type, orientation }: ImageInfo & { orientation: number },
): Promise<Uint8Array<ArrayBuffer> | UploadErrorCode> {
  if (type === 'svg') return bytes
  if (type === 'gif') return plainArray(cleanGif(bytes))
  const clean = await (type === 'png' ? cleanPng(bytes) : cleanJpeg(bytes, orientation))
  return plainArray(clean ?? 'broken')
}

// Converts a Node `Buffer` to a plain `Uint8Array` without copying.
function plainArray<T extends string>(clean: Uint8Array<ArrayBuffer> | T) {
  if (typeof clean === 'string') return clean
  return new Uint8Array(clean.buffer, clean.byteOffset, clean.length)
}

function looksLikeSvg(bytes: Uint8Array): boolean {
  return svgStart.test(new TextDecoder().decode(bytes.subarray(0, 1000)))
}
