/** Pictures: what sizes exist of each kind, and how a picture's address names its size. */

/** Widths made at upload, in CSS pixels, smallest first. */
export const imageWidths = {
  profile: [128, 256, 500],
  cover: [480, 960, 1200],
  logo: [250],
  gallery: [400, 800, 1200],
} as const

export type ImageKind = keyof typeof imageWidths

const address = /^\/images\/([0-9a-f]{64})-(\d+)\.(\w+)$/

/** The address of the WebP of a stored picture at one of its kind's widths; any other address, or an SVG, unchanged. */
export function imageAt(url: string, width: number): string {
  const [, hash, full, extension] = address.exec(url) ?? []
  if (!hash || extension === 'svg' || extension === 'gif' || Number(full) < width) return url
  return `/images/${hash}-${width}.webp`
}

/** The address of the square JPEG that goes into a contact file; undefined for a picture that is not ours or not a photo. */
export function contactPhoto(url: string): string | undefined {
  const [, hash, , extension] = address.exec(url) ?? []
  return hash && extension !== 'svg' ? `/images/${hash}-${contactPhotoWidth}.jpg` : undefined
}

export const contactPhotoWidth = 400
