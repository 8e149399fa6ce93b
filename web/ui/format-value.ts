import { imageUrlFields } from '../../schema/image.ts'
import { themeName } from '../../schema/theme.ts'

/** Formats a field's value as text, for comparison. */
export function formatValue(path: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return 'Empty'
  if (path === 'theme') return themeName(String(value))
  if (pictures.has(path)) return `Picture ${String(value).split('/').at(-1)?.slice(0, 8)}`
  if (Array.isArray(value)) return list(value)
  if (typeof value === 'object') return list(Object.values(value).flat())
  return String(value)
}

const pictures = new Set<string>(imageUrlFields)

function list(parts: unknown[]): string {
  const named = parts.map(nameOf).filter((name) => name !== '')
  return named.length > 0 ? `${named.length}: ${named.join(', ')}` : 'Empty'
}

function nameOf(part: unknown): string {
  if (typeof part !== 'object' || part === null) return String(part ?? '')
  const { text, value, alt, label, key, url } = Object(part)
  return String(text ?? value ?? alt ?? label ?? key ?? url ?? '')
}
