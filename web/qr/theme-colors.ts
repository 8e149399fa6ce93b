import { type QrStyle, qrColorError } from '../../schema/share-points/share-point.ts'

/** Returns colors for a code from an element's theme: on its surface, or on white if the contrast is too low. */
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

/** Returns a color such as `#fff` as `#ffffff`; undefined if it is not hexadecimal. */
export function sixDigits(color: string): string | undefined {
  const [, digits] = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(color.trim()) ?? []
  return digits && `#${digits.length === 3 ? digits.replace(/./g, '$&$&') : digits}`.toLowerCase()
}
