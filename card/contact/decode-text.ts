/** Decodes text whose charset is not named, is named wrongly, or differs from value to value. */

/** Text as one character per byte, and the charset that the file names for it. */
export type EncodedText = { binary: string; charset?: string }

/** Returns one character per byte, so that text in any charset can be searched and split. */
export function binaryOf(bytes: Uint8Array): string {
  const pieces: string[] = []
  for (let at = 0; at < bytes.length; at += 8192)
    pieces.push(String.fromCharCode(...bytes.subarray(at, at + 8192)))
  return pieces.join('')
}

/** Returns the bytes, converted to UTF-8 if they are UTF-16. */
export function withoutUtf16(bytes: Uint8Array): Uint8Array {
  const encoding = utf16Of(bytes)
  return encoding ? new TextEncoder().encode(new TextDecoder(encoding).decode(bytes)) : bytes
}

// Recognized by its byte order mark, or by zeros beside ASCII characters.
function utf16Of([first, second, third, fourth]: Uint8Array): string | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  if (first && second === 0 && third && fourth === 0) return 'utf-16le'
  return first === 0 && second && third === 0 && fourth ? 'utf-16be' : undefined
}

/** Decodes a file that names no charset: UTF-16, UTF-8 or Windows-1252. */
export function decodeFile(bytes: Uint8Array): string {
  const file = { binary: binaryOf(withoutUtf16(bytes)) }
  return textDecoder([file])(file)
}

/**
 * Returns a decoder for the values of a file. It tries UTF-8, then the charset of the value, or the first that the file names,
 * then Windows-1252. In a file that is mostly UTF-8, only the invalid bytes are decoded as Windows-1252.
 */
export function textDecoder(values: EncodedText[]): (value: EncodedText) => string {
  const charsets = values.map(({ charset }) => charset?.toLowerCase() ?? '')
  const firstNamed = charsets.find((each) => !isUtf8(each) && decoderOf(each)) ?? ''
  const proven = new Set(
    charsets.filter((charset, at) => wideCharset.test(charset) && isOf(charset, values[at])),
  )
  let isMixed: boolean | undefined
  return ({ binary, charset }) => {
    if (isAscii(binary)) return binary
    const own = charset?.toLowerCase()
    const text = (own && proven.has(own) && decode(binary, own)) || decode(binary, 'utf-8')
    if (text !== undefined) return text
    const named = decode(binary, own ?? firstNamed)
    // Private use characters are a sign of the wrong charset.
    if (named !== undefined && (own || !/[\ue000-\uf8ff]/.test(named))) return named
    isMixed ??= isMostlyUtf8(values)
    return isMixed ? decodeEachCharacter(binary) : windows1252.decode(bytesOf(binary))
  }
}

// A short value in these charsets can be valid UTF-8 by chance. One that is not proves that the named charset is right.
const wideCharset = /^(?:iso-2022|shift|x-sjis|sjis|ms932|windows-31j|x?-?euc|gb|big5|ks)/

function isOf(charset: string, { binary }: EncodedText = { binary: '' }): boolean {
  if (isAscii(binary)) return false
  return charset.startsWith('iso-2022') || decode(binary, 'utf-8') === undefined
}

// Text in ISO-2022 is ASCII with escape sequences, so an escape counts as not ASCII.
function isAscii(binary: string): boolean {
  return !/[\x80-\xff\x1b]/.test(binary)
}

const characters =
  /[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}|[\x80-\xff]/g

// Windows-1252 also has a few such sequences, for example `ß` before a quotation mark, so the majority decides.
function isMostlyUtf8(values: EncodedText[]): boolean {
  let balance = 0
  for (const { binary, charset } of values)
    if (!charset || isUtf8(charset.toLowerCase()))
      for (const [character] of binary.matchAll(characters))
        balance += character.length > 1 ? 1 : -1
  return balance > 0
}

function decodeEachCharacter(binary: string): string {
  return binary.replace(
    characters,
    (each) =>
      (each.length > 1 ? decode(each, 'utf-8') : undefined) ?? windows1252.decode(bytesOf(each)),
  )
}

const utf8 = new TextDecoder()
const windows1252 = new TextDecoder('windows-1252')
const decoders = new Map<string, TextDecoder>()

function isUtf8(charset: string): boolean {
  return charset === 'utf-8' || charset === 'utf8'
}

// Every byte sequence is valid in these.
const westernCharset = /^(?:|us-ascii|ascii|iso-?8859-1|latin-?1|windows-1252|cp-?1252|ansi)$/

/** Returns the decoder of a charset; undefined if it is unknown or Western European. */
function decoderOf(charset: string): TextDecoder | undefined {
  const known = decoders.get(charset)
  if (known || westernCharset.test(charset)) return known
  try {
    const decoder = new TextDecoder(charset, { fatal: true, ignoreBOM: false })
    decoders.set(charset, decoder)
    return decoder
  } catch {
    return undefined
  }
}

/** Returns the decoded text; undefined if the bytes are not valid in the charset. */
function decode(binary: string, charset: string): string | undefined {
  if (isUtf8(charset)) {
    const text = utf8.decode(bytesOf(binary))
    // Replacement characters in the input are valid. A fatal decoder would throw for each value, which takes seconds.
    return countOf(text, '\ufffd') === countOf(binary, '\xef\xbf\xbd') ? text : undefined
  }
  try {
    return decoderOf(charset)?.decode(bytesOf(binary))
  } catch {
    return undefined
  }
}

function countOf(text: string, part: string): number {
  return text.split(part).length
}

function bytesOf(binary: string): Uint8Array {
  const bytes = new Uint8Array(binary.length)
  for (let at = 0; at < binary.length; at += 1) bytes[at] = binary.charCodeAt(at)
  return bytes
}
