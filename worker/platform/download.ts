/** Downloads: `Content-Disposition` (RFC 6266, RFC 8187) and streamed text. */

// File systems allow 255 bytes for a name; browsers append a number when the name exists.
const maxBytes = 200

/** `tail` follows the stem and is never truncated; it must be plain ASCII. */
type Download = { stem: string; tail?: string; extension: string; inline?: boolean }

/** The header's value. Never throws, whatever the stem; falls back to the name `download`. */
export function contentDisposition({
  stem,
  tail = '',
  extension,
  inline = false,
}: Download): string {
  const name = truncate(sanitize(stem), maxBytes - tail.length).replace(devices, '_$&')
  const plain = truncate(ascii(name), maxBytes - tail.length).replace(devices, '_$&')
  const file = (text: string) => `${text || 'download'}${tail}.${extension}`
  return `${inline ? 'inline' : 'attachment'}; filename="${file(plain)}"; filename*=UTF-8''${encoded(file(name))}`
}

// Windows device names, with or without an extension.
const devices = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=[. ]|$)/i

// Replaces what file systems refuse and invisible characters (controls, bidi marks).
function sanitize(stem: string): string {
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

function truncate(text: string, bytes: number): string {
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

/** Streams UTF-8 text. If the generator throws, the download fails instead of ending early. */
export function textStream(pieces: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  return byteStream(encodedPieces(pieces))
}

async function* encodedPieces(pieces: AsyncGenerator<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  for await (const piece of pieces) yield encoder.encode(piece)
}

/** The same for bytes. */
export function byteStream(pieces: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await pieces.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    async cancel() {
      await pieces.return(undefined)
    },
  })
}
