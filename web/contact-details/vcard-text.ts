/** Prepares contact files of any version and encoding for the parser. */

/** Decodes a file: UTF-16 by its byte-order mark, UTF-8 if valid, else the charset that it names, else Windows-1252. */
export function decodeFile(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return decode(bytes, 'utf-16le') ?? ''
  if (first === 0xfe && second === 0xff) return decode(bytes, 'utf-16be') ?? ''
  const utf8 = decode(bytes, 'utf-8')
  if (utf8 !== undefined) return utf8
  const western = decode(bytes, 'windows-1252') ?? ''
  const [, named] = /;CHARSET=["']?([\w-]{1,40})/i.exec(western) ?? []
  return (named && decode(bytes, named)) || western
}

/**
 * Splits the text into vCards with CRLF line ends: unfolds lines, decodes quoted-printable values and drops the parameters
 * that are not read.
 */
export function vcardsIn(text: string): string[] {
  const lines = unfold(text.replace(/\r\n?|\u2028|\u2029/g, '\n'))
  const cards: string[][] = []
  let card: string[] | undefined
  for (const line of lines) {
    if (/^BEGIN:VCARD\s*$/i.test(line)) {
      card = ['BEGIN:VCARD']
    } else if (/^END:VCARD\s*$/i.test(line)) {
      if (card) cards.push([...card, 'END:VCARD'])
      card = undefined
    } else if (card) {
      card.push(...normalizeLine(line))
    }
  }
  return cards.map((each) => each.join('\r\n'))
}

/** Joins folded lines (RFC 6350 3.2) and the soft line breaks of quoted-printable (RFC 2045 6.7). */
function unfold(text: string): string[] {
  const lines: string[][] = []
  let isSoft = false
  for (const line of text.split('\n')) {
    const last = lines.at(-1)
    if (last && isSoft) last.push(line.replace(/^[ \t]/, ''))
    else if (last && /^[ \t]/.test(line)) last.push(line.slice(1))
    else lines.push([line])
    const first = lines.at(-1)?.[0] ?? ''
    isSoft = line.endsWith('=') && /^[^:]{0,400};(ENCODING=)?QUOTED-PRINTABLE/i.test(first)
  }
  return lines.map((pieces, at) => {
    const isQuoted = /^[^:]{0,400};(ENCODING=)?QUOTED-PRINTABLE/i.test(lines[at]?.[0] ?? '')
    return pieces.map((piece) => (isQuoted ? piece.replace(/=$/, '') : piece)).join('')
  })
}

/** The line without unused parameters; none if it is no property. */
function normalizeLine(line: string): string[] {
  const head = headOf(line)
  if (head === undefined || !/^[\w.-]{1,80}(;|$)/.test(head)) return []
  const [name = '', ...parameters] = splitParameters(head)
  const value = line.slice(head.length + 1)
  const charset = parameters.find((each) => /^CHARSET=/i.test(each))?.slice('CHARSET='.length)
  const isQuoted = parameters.some((each) => /^(ENCODING=)?QUOTED-PRINTABLE$/i.test(each))
  const text = isQuoted ? fromQuotedPrintable(value, charset) : value
  const used = parameters
    .map((each) => each.replaceAll('"', ''))
    .filter(
      (each) =>
        /^(TYPE|ENCODING|VALUE|MEDIATYPE|PREF)=[\w,/-]{1,200}$/i.test(each) || isBareType(each),
    )
    .filter((each) => !/QUOTED-PRINTABLE/i.test(each))
  return text === '' ? [] : [`${[name, ...used].join(';')}:${text}`]
}

/** Version 2.1 has types without `TYPE=`. */
function isBareType(parameter: string): boolean {
  return /^[A-Z0-9-]{1,40}$/i.test(parameter)
}

/** The part before the first colon that is not in quotes. */
function headOf(line: string): string | undefined {
  let isQuoted = false
  const most = Math.min(line.length, 2000)
  for (let at = 0; at < most; at += 1) {
    if (line[at] === '"') isQuoted = !isQuoted
    else if (line[at] === ':' && !isQuoted) return line.slice(0, at)
  }
  return undefined
}

function splitParameters(head: string): string[] {
  const parts = ['']
  let isQuoted = false
  for (const character of head) {
    if (character === '"') isQuoted = !isQuoted
    if (character === ';' && !isQuoted) parts.push('')
    else parts.push(`${parts.pop()}${character}`)
  }
  return parts
}

// Line breaks are escaped, because the result is one line of a file again.
function fromQuotedPrintable(text: string, charset = 'utf-8'): string {
  const encoder = new TextEncoder()
  const bytes = text
    .split(/(=[\dA-F]{2})/i)
    .flatMap((piece, at) =>
      at % 2 ? [Number.parseInt(piece.slice(1), 16)] : [...encoder.encode(piece)],
    )
  const array = new Uint8Array(bytes)
  const decoded = decode(array, charset) ?? decode(array, 'windows-1252') ?? ''
  return decoded.replace(/\r\n?|\n/g, '\\n')
}

/** Undefined for bytes that are not in the charset, and for an unknown charset. */
function decode(bytes: Uint8Array, charset: string): string | undefined {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}
