import { type QrStyle, qrColorError } from '../../schema/share-points/share-point.ts'

/** The colors of an element's theme for a code: dark on light, and on white where these have too little contrast. */
export function themeColors(element: Element): Pick<QrStyle, 'dark' | 'light'> {
  const style = getComputedStyle(element)
  const [accent, surface] = ['--c-accent', '--c-surface'].map((name) =>
    sixDigits(style.getPropertyValue(name)),
  )
  const pairs = [
    { dark: accent, light: surface },
    { dark: surface, light: '#ffffff' },
  ]
  const readable = pairs.flatMap(({ dark, light }) => (dark && light ? [{ dark, light }] : []))
  return readable.find((pair) => !qrColorError(pair)) ?? { dark: '#000000', light: '#ffffff' }
}

/** A color such as `#fff` as `#ffffff`. */
export function sixDigits(color: string): string | undefined {
  const [, digits] = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(color.trim()) ?? []
  return digits && `#${digits.length === 3 ? digits.replace(/./g, '$&$&') : digits}`.toLowerCase()
}
