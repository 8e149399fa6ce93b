import { imageProps } from '../../card/parts/srcset.ts'
import { themeName } from '../../schema/cards/theme.ts'
import { imageUrlFields } from '../../schema/images/image.ts'
import { formFieldKeys, formFieldLabels } from '../../schema/inbox/form.ts'
import { t, translated } from '../messages/t.ts'

/** A card field's value, for comparison: a thumbnail of an image, other values as text. */
export function FieldValue({ field, value }: { field: string; value: unknown }) {
  const image =
    isImageField(field) && typeof value === 'string'
      ? imageProps(value, kindOf(field), { width: 128, sizes: '96px' })
      : undefined
  if (!image) return formatValue(field, value)
  // The alternative text is the one shown where there is no thumbnail.
  return <img {...image} className="value-thumb" alt={formatValue(field, value)} loading="lazy" />
}

export function isImageField(field: string): boolean {
  return imageUrlFields.some((one) => one === field)
}

function kindOf(field: string) {
  if (field === 'coverPhoto') return 'cover'
  return field === 'profilePicture' ? 'profile' : 'logo'
}

/** Formats a field's value as text, for comparison. */
export function formatValue(path: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return t('Empty')
  if (path === 'theme') return translated(themeName(String(value)))
  if (isImageField(path)) return t('Image')
  if (path === 'gallery' && Array.isArray(value)) return gallery(value)
  if (Array.isArray(value)) return list(value)
  if (typeof value === 'object') return list(Object.values(value).flat())
  return String(value)
}

// Without a description an image has no name but its URL.
function gallery(images: unknown[]): string {
  if (images.length === 0) return t('Empty')
  const described = images.map((image) => Object(image).alt).filter(Boolean)
  const count = t('{count, plural, one {# image} other {# images}}', { count: images.length })
  return described.length > 0 ? `${count}: ${described.join(', ')}` : count
}

function list(parts: unknown[]): string {
  const named = parts.map(nameOf).filter((name) => name !== '')
  return named.length > 0 ? `${named.length}: ${named.join(', ')}` : t('Empty')
}

function nameOf(part: unknown): string {
  if (typeof part !== 'object' || part === null) return String(part ?? '')
  const { text, value, label, key, url } = Object(part)
  const field = formFieldKeys.find((one) => one === key)
  return String(
    text ?? value ?? label ?? (field && translated(formFieldLabels[field])) ?? key ?? url ?? '',
  )
}
