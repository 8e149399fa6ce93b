/** Which SVG may be stored: drawings that can do nothing but be drawn. What is not clean is refused, never repaired. */

const mostBytes = 200_000
const start = /^(?:<\?xml [^?<>]{0,200}\?>)?\s*<svg[\s>]/
const end = /<\/svg>\s*$/
const refused = [
  /<[!?]/,
  /<(?:[\w-]+:)?(?:script|foreignobject|iframe|object|embed|image|feimage|animate\w*|set|handler|listener|style|audio|video)\b/i,
  /[\s"'/](?:[\w-]+:)?on[\w-]+\s*=/i,
  /[\s"'/](?:[\w-]+:)?(?:href|src|base)\s*=(?!\s*["']\s*#)/i,
  /url\s*\(\s*["']?\s*(?!#|["'\s])/i,
  /(?:javascript|data|vbscript|file|ftp):/i,
  /@import|expression\s*\(|-moz-binding/i,
  /&(?!(?:amp|lt|gt|quot|apos);)/,
  /\\/,
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/,
]

/** Whether the bytes are UTF-8 text of one `<svg>` without script, style sheet, handler, entity, comment or address outside itself. */
export function isPlainSvg(bytes: Uint8Array): boolean {
  if (bytes.length > mostBytes) return false
  const text = decode(bytes)?.trim()
  if (!text || !start.test(text) || !end.test(text)) return false
  const drawing = text.replace(/^<\?xml [^?<>]{0,200}\?>/, '')
  return !refused.some((pattern) => pattern.test(drawing))
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes)
  } catch {
    return undefined
  }
}
