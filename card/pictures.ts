/** The sizes of a card's pictures, as the attributes of an `<img>`. */
import { type ImageKind, imageAt, imagesAt, imageWidths } from '../schema/image.ts'
import { safeImage } from '../schema/link.ts'

type Sources = { src: string; srcSet?: string; sizes?: string }

/** The picture at the width nearest to `shown`, and its other widths; undefined for an address that is not allowed. */
export function sources(
  address: string | null,
  kind: ImageKind,
  shown: { width: number; sizes: string },
): Sources | undefined {
  const url = safeImage(address)
  if (!url) return undefined
  const made = imagesAt(url, imageWidths[kind]).filter((one) => one.url !== url)
  const src = made.find(({ width }) => width >= shown.width)?.url ?? url
  if (made.length < 2) return { src }
  return {
    src,
    srcSet: made.map((one) => `${one.url} ${one.width}w`).join(','),
    sizes: shown.sizes,
  }
}

/** The largest stored picture: what a press on a small one opens. */
export function largest(address: string, kind: ImageKind): string | undefined {
  const url = safeImage(address)
  return url && imageAt(url, Math.max(...imageWidths[kind]))
}
