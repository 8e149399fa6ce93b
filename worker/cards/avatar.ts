/** The photo of a card as part of its page, so that a face needs no request of its own. */
import { imageAt } from '../../schema/image.ts'
import { safeImage } from '../../schema/link.ts'

/** Bytes a photo may have to travel inside the page; base64 adds a third, which compression takes back. */
const inlineMax = 5 * 1024
const widths = [256, 128]

/** The photo as a data address at the largest width that is small enough; undefined when none is, or the bucket fails. */
export async function inlineAvatar(
  bucket: R2Bucket,
  photo: string | null,
): Promise<string | undefined> {
  const url = safeImage(photo)
  if (!url?.startsWith('/images/')) return undefined
  for (const width of widths) {
    const address = imageAt(url, width)
    if (!address.endsWith('.webp')) return undefined
    const bytes = await smallEnough(bucket, address.slice(1)).catch(() => undefined)
    if (bytes) return `data:image/webp;base64,${btoa(String.fromCharCode(...bytes))}`
  }
}

async function smallEnough(bucket: R2Bucket, key: string): Promise<Uint8Array | undefined> {
  const object = await bucket.get(key)
  if (object && object.size <= inlineMax) return object.bytes()
  await object?.body.cancel()
}
