/** `#rrggbb` in lower case from what a person typed, with or without `#`, also three digits; undefined when it is none. */
export function hexColor(typed: string): string | undefined {
  const [, digits] = /^#?([0-9a-f]{6}|[0-9a-f]{3})$/i.exec(typed.trim()) ?? []
  if (!digits) return undefined
  const six = digits.length === 6 ? digits : digits.replace(/./g, '$&$&')
  return `#${six.toLowerCase()}`
}
