/** The sizes of a card's pictures, as the attributes of an `<img>`. */
import { type ImageKind, imagesAt, imageWidths } from '../schema/image.ts'
import { safeImage } from '../schema/link.ts'

type Sources = { src: string; srcSet?: string; sizes?: string }
type Shown = { width: number; sizes: string }

/** The picture at the width nearest to `shown`, and its other widths; undefined for an address that is not allowed. */
export function sources(
  address: string | null,
  kind: ImageKind,
  shown: Shown,
): Sources | undefined {
  return pictures(address, kind, shown)?.small
}

/** The same, with the largest stored picture: what a press on the small one opens. */
export function pictures(
  address: string | null,
  kind: ImageKind,
  shown: Shown,
): { small: Sources; large: string } | undefined {
  const url = safeImage(address)
  if (!url) return undefined
  const made = imagesAt(url, imageWidths[kind]).filter((one) => one.url !== url)
  const src = made.find(({ width }) => width >= shown.width)?.url ?? url
  const large = made.find(({ width }) => width === imageWidths[kind].at(-1))?.url ?? url
  if (made.length < 2) return { small: { src }, large }
  const srcSet = made.map((one) => `${one.url} ${one.width}w`).join(',')
  return { small: { src, srcSet, sizes: shown.sizes }, large }
}
