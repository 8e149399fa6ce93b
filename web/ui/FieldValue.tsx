import { imageProps } from '../../card/parts/srcset.ts'
import { imageUrlFields } from '../../schema/images/image.ts'
import { formatValue } from './format-value.ts'

/** A card field's value, for comparison: a thumbnail of an image, other values as text. */
export function FieldValue({ field, value }: { field: string; value: unknown }) {
  const image =
    isImageField(field) && typeof value === 'string'
      ? imageProps(value, kindOf(field), { width: 128, sizes: '96px' })
      : undefined
  if (!image) return formatValue(field, value)
  // Its text alternative is the same as where there is no thumbnail.
  return <img {...image} className="value-thumb" alt={formatValue(field, value)} loading="lazy" />
}

export function isImageField(field: string): boolean {
  return imageUrlFields.some((one) => one === field)
}

function kindOf(field: string) {
  if (field === 'coverPhoto') return 'cover'
  return field === 'profilePicture' ? 'profile' : 'logo'
}
