/** URLs of uploaded images, `/images/{hash}-{width}.{type}`, and the widths in which each kind of image exists. */

/** Widths made at upload, in pixels, ascending. */
export const imageWidths = {
  profile: [128, 256, 500],
  cover: [480, 960, 1200],
  logo: [250],
  gallery: [400, 800, 1200],
  // Browsers request a page's icon by themselves, and not all accept WebP.
  favicon: [],
  // The icons of the installed app have fixed sizes.
  app: [],
  // Apps that show link previews want the JPEG itself.
  preview: [],
} as const

export type ImageKind = keyof typeof imageWidths

const address = /^\/images\/([0-9a-f]{64})-(\d+)\.(\w+)$/

/** Returns the URL of a stored image's WebP in this width; an external URL, an SVG or a GIF unchanged. */
export function imageAt(url: string, width: number): string {
  return imagesAt(url, [width])[0]?.url ?? url
}

/** Returns a stored image's WebPs in those of the widths that exist; empty for an external URL, an SVG or a GIF. */
export function imagesAt(url: string, widths: readonly number[]): { width: number; url: string }[] {
  const found = address.exec(url)
  if (!found || found[3] === 'svg' || found[3] === 'gif') return []
  const variants: { width: number; url: string }[] = []
  for (const width of widths)
    if (width <= Number(found[2]))
      variants.push({ width, url: `/images/${found[1]}-${width}.webp` })
  return variants
}

/** Returns the hash of a stored image; undefined for an external URL. */
export function imageHash(url: string): string | undefined {
  return address.exec(url)?.[1]
}

/** The tone of a logo that would be invisible on a card of the same tone. */
export const logoTones = ['dark', 'light'] as const
export type LogoTone = (typeof logoTones)[number]

/** The fields of a card that contain one image URL. */
export const imageUrlFields = ['profilePicture', 'coverPhoto', 'logoUrl', 'faviconUrl'] as const

type CardImages = Record<(typeof imageUrlFields)[number], string | null> & {
  gallery: { url: string }[]
}

/** Returns the hashes of the stored images on a card. */
export function imageHashes(card: CardImages): Set<string> {
  const single = imageUrlFields.map((field) => card[field])
  const urls = [...single, ...card.gallery.map(({ url }) => url)]
  return new Set(urls.flatMap((url) => imageHash(url ?? '') ?? []))
}
