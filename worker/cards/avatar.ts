/** The photo of a card as part of its page, so that a face needs no request of its own. */
import { imageAt } from '../../schema/image.ts'
import { safeImage } from '../../schema/link.ts'

// A server may send 10 segments before the first acknowledgement (RFC 6928); TLS, headers and safety take 2 kB.
const firstFlight = 12_000
const largest = 5 * 1024
const widths = [256, 128]
// Brotli 5, as the edge serves it, makes of our pages at most 93 % of what gzip does, and of base64 107 % of its bytes.
const brotliOfGzip = 0.93
const brotliOfBase64 = 1.07

/** The photo as a data address, at the largest width with which `page` still fits the first flight; undefined when none does. */
export async function inlineAvatar(
  bucket: R2Bucket,
  photo: string | null,
  page: Uint8Array,
): Promise<string | undefined> {
  const url = safeImage(photo)
  if (!url?.startsWith('/images/')) return undefined
  const room = Math.min(
    largest,
    (firstFlight - brotliOfGzip * (await gzipSize(page))) / brotliOfBase64,
  )
  for (const width of widths) {
    const address = imageAt(url, width)
    if (!address.endsWith('.webp')) return undefined
    const bytes = await readWithin(bucket, address.slice(1), room).catch(() => undefined)
    if (bytes) return `data:image/webp;base64,${btoa(String.fromCharCode(...bytes))}`
  }
}

async function gzipSize(page: Uint8Array): Promise<number> {
  const zipped = new Blob([page]).stream().pipeThrough(new CompressionStream('gzip'))
  return (await new Response(zipped).arrayBuffer()).byteLength
}

async function readWithin(
  bucket: R2Bucket,
  key: string,
  room: number,
): Promise<Uint8Array | undefined> {
  const object = await bucket.get(key)
  const bytes = await object?.bytes()
  return bytes && bytes.length <= room ? bytes : undefined
}
