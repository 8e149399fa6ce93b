import { themeName } from '../../schema/cards/theme.ts'
import { imageUrlFields } from '../../schema/images/image.ts'
import { formFieldKeys, formFieldLabels } from '../../schema/inbox/form.ts'
import { t, translated } from '../messages/t.ts'

/** Formats a field's value as text, for comparison. */
export function formatValue(path: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return t('Empty')
  if (path === 'theme') return translated(themeName(String(value)))
  if (images.has(path)) return t('Image')
  if (path === 'gallery' && Array.isArray(value)) return gallery(value)
  if (Array.isArray(value)) return list(value)
  if (typeof value === 'object') return list(Object.values(value).flat())
  return String(value)
}

const images = new Set<string>(imageUrlFields)

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
