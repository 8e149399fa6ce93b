/** The `src`, `srcset` and `sizes` of a card's images. */
import { type ImageKind, imagesAt, imageWidths } from '../../schema/images/image.ts'
import { safeImage } from '../../schema/link.ts'

type Sources = { src: string; srcSet?: string; sizes?: string }
type Shown = { width: number; sizes: string }

/** Returns the attributes of an image shown at this width; undefined if the URL is not allowed. `src` is at least that wide. */
export function imageProps(
  address: string | null,
  kind: ImageKind,
  shown: Shown,
): Sources | undefined {
  return imageVariants(address, kind, shown)?.small
}

/** Returns the same as `small`, and as `large` the URL of the largest variant, for the full-size view. */
export function imageVariants(
  address: string | null,
  kind: ImageKind,
  shown: Shown,
): { small: Sources; large: string } | undefined {
  const url = safeImage(address)
  if (!url) return undefined
  const widths = imageWidths[kind]
  let [src, large, srcSet, count] = ['', url, '', 0]
  // One pass over the widths: a card with a full gallery calls this eleven times.
  for (const made of imagesAt(url, widths)) {
    if (made.url === url) continue
    if (made.width >= shown.width) src ||= made.url
    if (made.width === widths.at(-1)) large = made.url
    srcSet += `${srcSet && ','}${made.url} ${made.width}w`
    count += 1
  }
  const small = count < 2 ? { src: src || url } : { src: src || url, srcSet, sizes: shown.sizes }
  return { small, large }
}
