/** The `Content-Disposition` of a download (RFC 6266, RFC 8187): any name, and never more than ASCII in the plain form. */

// File systems take 255 bytes a name; browsers add to it when there is one already.
const mostBytes = 200

/** `tail` stands whole behind the stem, however long that is; it is ours and plain ASCII. */
type Download = { stem: string; tail?: string; extension: string; inline?: boolean }

/** Never throws, whatever the stem; without anything left of it the file is called `download`. */
export function contentDisposition({
  stem,
  tail = '',
  extension,
  inline = false,
}: Download): string {
  const name = cut(safe(stem), mostBytes - tail.length).replace(devices, '_$&')
  const plain = cut(ascii(name), mostBytes - tail.length).replace(devices, '_$&')
  const file = (text: string) => `${text || 'download'}${tail}.${extension}`
  return `${inline ? 'inline' : 'attachment'}; filename="${file(plain)}"; filename*=UTF-8''${encoded(file(name))}`
}

// Names that Windows takes for a device, whatever stands behind their dot.
const devices = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=[. ]|$)/i

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

function cut(text: string, bytes: number): string {
  const bare = text.replace(/^[\s.]+/, '')
  const { read } = new TextEncoder().encodeInto(bare, new Uint8Array(bytes))
  return bare.slice(0, read).replace(/(?<![\s.])[\s.]+$/, '')
}

function encoded(name: string): string {
  return encodeURIComponent(name).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

/** Long text answers, written while they are sent: no file is ever held as a whole. */

/** The pieces as they are made, in UTF-8; a failure in between breaks the download off rather than ending it early. */
export function textStream(pieces: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await pieces.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    async cancel() {
      await pieces.return(undefined)
    },
  })
}
