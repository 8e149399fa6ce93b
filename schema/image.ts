/** Pictures: what sizes exist of each kind, and how a picture's address names its size. */

/** Widths made at upload, in CSS pixels, smallest first. */
export const imageWidths = {
  profile: [128, 256, 500],
  cover: [480, 960, 1200],
  logo: [250],
  gallery: [400, 800, 1200],
  // Browsers ask for the icon of a page themselves, and not all take WebP.
  favicon: [],
  // The installed app's icons come in the sizes they are asked for.
  app: [],
} as const

export type ImageKind = keyof typeof imageWidths

const address = /^\/images\/([0-9a-f]{64})-(\d+)\.(\w+)$/

/** The address of the WebP of a stored picture at one of its kind's widths; any other address, or an SVG, unchanged. */
export function imageAt(url: string, width: number): string {
  return imagesAt(url, [width])[0]?.url ?? url
}

/** The WebPs of a stored picture at those of the widths that it has; none of any other address, or of an SVG. */
export function imagesAt(url: string, widths: readonly number[]): { width: number; url: string }[] {
  const found = address.exec(url)
  if (!found || found[3] === 'svg' || found[3] === 'gif') return []
  const made: { width: number; url: string }[] = []
  for (const width of widths)
    if (width <= Number(found[2])) made.push({ width, url: `/images/${found[1]}-${width}.webp` })
  return made
}

/** The address of the square JPEG that goes into a contact file; undefined for a picture that is not ours or not a photo. */
export function contactPhoto(url: string): string | undefined {
  const [, hash, , extension] = address.exec(url) ?? []
  return hash && extension !== 'svg' ? `/images/${hash}-${contactPhotoWidth}.jpg` : undefined
}

export const contactPhotoWidth = 400

/** The hash that names a picture of ours; undefined for an address elsewhere. */
export function imageHash(url: string): string | undefined {
  return address.exec(url)?.[1]
}

/** The fields of a card that hold the address of one picture. */
export const pictureFields = ['profilePicture', 'coverPhoto', 'logoUrl', 'faviconUrl'] as const

type Pictures = Record<(typeof pictureFields)[number], string | null> & {
  gallery: { url: string }[]
}

/** The hashes of our own pictures on a card, each once. */
export function imageHashes(card: Pictures): Set<string> {
  const single = pictureFields.map((field) => card[field])
  const urls = [...single, ...card.gallery.map(({ url }) => url)]
  return new Set(urls.flatMap((url) => imageHash(url ?? '') ?? []))
}
