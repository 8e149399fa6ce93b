/** Inline photos: placeholders of profile photos, small enough to be part of the page. */
import { type SQLWrapper, sql } from 'drizzle-orm'
import type { CleanImage } from './clean.ts'
import { type ImageStores, imageHashSql, transformImage } from './image-store.ts'

/**
 * The budget of a page is 12,000 bytes in Brotli 5: a server may send 10 segments before the first acknowledgment
 * (RFC 6928), minus 2 kB for TLS, headers and a margin. The largest demo card takes 10,400 without its photo, and
 * base64 in Brotli takes 107% of the photo's bytes.
 */
export const inlinePhotoMaxBytes = 1000

// Side in pixels and WebP quality; the first that fits is used. Only noise needs the last.
const sizes = [
  { side: 128, quality: 45 },
  { side: 128, quality: 30 },
  { side: 96, quality: 40 },
  { side: 96, quality: 30 },
  { side: 64, quality: 30 },
  { side: 32, quality: 30 },
]

/**
 * Returns the middle square of the photo, which the round frame shows, as WebP in base64. Empty for SVG, GIF (which
 * may be animated) and photos that cannot be made small enough; undefined if Images is off or fails.
 */
export async function makeInlinePhoto(
  env: ImageStores,
  { bytes, image }: Pick<CleanImage, 'bytes' | 'image'>,
): Promise<string | undefined> {
  if (image.type === 'svg' || image.type === 'gif') return ''
  const shortest = Math.min(image.width, image.height)
  for (const { side, quality } of sizes) {
    const width = Math.min(side, shortest)
    const webp = await transformImage(env, bytes, {
      transform: { width, height: width, fit: 'cover' },
      output: { format: 'image/webp', quality },
    })
    if (!webp) return undefined
    if (webp.byteLength <= inlinePhotoMaxBytes) return Buffer.from(webp).toString('base64')
  }
  return ''
}

/** SQL for the inline photo of the image at this path; null if there is none or the image is on another site. */
export function inlinePhotoSql(address: SQLWrapper) {
  return sql<string | null>`(
    select max(inline_photo) from uploads where hash = ${imageHashSql(address)} and ${address} like '/images/%')`
}
