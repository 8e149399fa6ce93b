/** The sizes that a browser sends with an image, made by the local Images binding. */
import { env } from 'cloudflare:workers'
import { transformImage } from '../images/sizes.ts'

type Bytes = Uint8Array<ArrayBuffer>
type Format = 'image/webp' | 'image/jpeg' | 'image/png'

/** The image in this size and format. */
export async function resized(
  bytes: Bytes,
  [width, height]: readonly [number, number],
  format: Format = 'image/webp',
): Promise<Bytes> {
  const transform = { width, height, fit: 'cover' as const }
  const made = await transformImage(env, bytes, { transform, output: { format, quality: 60 } })
  if (!made) throw new Error('The local Images binding failed')
  return made
}

/** The sizes of a square profile photo of at least 500 pixels. */
export async function profileSizes(photo: Bytes) {
  const [small, medium, large, contact, inline] = await Promise.all([
    resized(photo, [128, 128]),
    resized(photo, [256, 256]),
    resized(photo, [500, 500]),
    resized(photo, [400, 400], 'image/jpeg'),
    resized(photo, [96, 96]),
  ])
  return { small, medium, large, contact, inline }
}
