/** The `Content-Disposition` of a download (RFC 6266, RFC 8187): any name, and never more than ASCII in the plain form. */

const longest = 60

type Download = { stem: string; extension: string; inline?: boolean }

/** Never throws, whatever the stem; without anything left of it the file is called `download`. */
export function contentDisposition({ stem, extension, inline = false }: Download): string {
  const name = cut(safe(stem))
  const plain = cut(ascii(name))
  const file = (text: string) => `${text || 'download'}.${extension}`
  return `${inline ? 'inline' : 'attachment'}; filename="${file(plain)}"; filename*=UTF-8''${encoded(file(name))}`
}

// What file systems refuse, what hides (controls, bidi marks), and dots in front.
function safe(stem: string): string {
  return stem
    .toWellFormed()
    .replace(/[\\/:*?"<>|\p{Cc}\p{Cf}\p{Zl}\p{Zp}\ufffd]+/gu, ' ')
    .replace(/\s+/g, ' ')
}

function ascii(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9 ._-]/g, '')
    .replace(/\s+/g, ' ')
}

function cut(text: string): string {
  const bare = text.replace(/^[\s.]+/, '')
  return [...bare]
    .slice(0, longest)
    .join('')
    .replace(/[\s.]+$/, '')
}

function encoded(name: string): string {
  return encodeURIComponent(name).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
