/** Reads contact files into properties: vCard 2.1, 3.0 and 4.0 as programs write them, including files that break the rules. */
import { binaryOf, type EncodedText, textDecoder, withoutUtf16 } from './decode-text.ts'

export type VcardProperty = {
  /** In upper case, without its group. */
  name: string
  /** Group in lower case; empty if there is none. */
  group: string
  /** In lower case. Version 2.1 writes them without `TYPE=`. */
  types: string[]
  /** By name in lower case. */
  parameters: Map<string, string>
  /** Decoded, with `\n` for line breaks, and still escaped. */
  value: string
}

const headMax = 4000
const maxCards = 5000
const maxLines = 5000

/**
 * Returns the properties of each vCard in a file or text. Lines are joined as bytes, and each value is decoded separately. A card
 * may lack its version or its end. Left out are the card of an `AGENT`, cards of later versions, and whatever is beyond 5000
 * cards or 5000 lines of a card.
 */
export function readVcards(file: Uint8Array | string): VcardProperty[][] {
  const bytes = typeof file === 'string' ? new TextEncoder().encode(file) : withoutUtf16(file)
  const cards = splitCards(withLineBreaks(binaryOf(bytes)))
    .slice(0, maxCards)
    .map(propertiesOf)
    .filter((card) => card.length > 0 && !card.some(isLaterVersion))
  const decode = textDecoder(cards.flat())
  return cards.map((card) =>
    card.map(({ binary: value, charset, parameters, ...property }) => ({
      ...property,
      parameters: new Map(
        [...parameters].map(([key, text]) => [key, decode({ binary: text, charset })] as const),
      ),
      types: property.types.map((type) => decode({ binary: type, charset }).toLowerCase()),
      value: decode({ binary: value, charset }).replace(lineBreak, '\n'),
    })),
  )
}

/** Breaks a text of one line at each `\n` written as two characters, as some makers of QR codes do. */
function withLineBreaks(binary: string): string {
  return /[\r\n]/.test(binary) ? binary : binary.replace(/ ?(?:\\r\\n|\\[rn]) ?/g, '\n')
}

/** Whether a contact begins somewhere in the text. */
export function hasVcard(text: string): boolean {
  return /BEGIN ?: ?VCARD/i.test(text)
}

const lineBreak = /\r\n?|[\u0085\u2028\u2029]/g

type RawProperty = Omit<VcardProperty, 'value'> & EncodedText

function isLaterVersion({ name, binary }: RawProperty): boolean {
  return name === 'VERSION' && /^\s*(?:[5-9]|\d{2})/.test(binary)
}

// A byte order mark or blanks may come before it.
const beginLine = /^[^!-~]{0,30}BEGIN ?: ?VCARD\s*$/i
const endLine = /^END ?: ?VCARD\s*$/i
const agentLine = /^(?:[\w-]+\.)?AGENT(?:;[^:]{0,400})?:\s*$/i

/** Returns the lines of each card, each line as the pieces into which it was folded. Cards may be nested. */
function splitCards(binary: string): string[][][] {
  const cards: string[][][] = []
  const open: string[][][] = []
  let previous = ''
  for (const line of separateCards(binary).split(/\r\n?|\n/)) {
    const card = open.at(-1)
    if (beginLine.test(line) && !(card && isIndented(line))) {
      const inner: string[][] = []
      open.push(inner)
      if (!card || !agentLine.test(previous)) cards.push(inner)
    } else if (endLine.test(line)) {
      open.pop()
    } else if (card) {
      addLine(card, line)
    }
    if (line.trim() !== '') previous = line
  }
  return cards
}

/** Starts a new line for each card: some files do not end with a line break, and some write an `AGENT` in place. */
function separateCards(binary: string): string {
  return binary
    .replace(/^END:VCARD(?=[^!-~\r\n]{0,30}BEGIN:VCARD)/gim, '$&\n')
    .replace(
      /^((?:[\w-]{1,80}\.)?AGENT(?:;[^:\r\n]{0,400})?:)[ \t]*(?=BEGIN:VCARD[ \t]*$(?!(?:\r\n?|\n)[ \t]))/gim,
      '$1\n',
    )
}

function addLine(card: string[][], line: string): void {
  const last = card.at(-1)
  const piece = last && continuation(last, line)
  if (piece !== undefined) last?.push(piece)
  else if (line.trim() !== '') card.push([line])
}

const quotedHead = /^[^:]{0,400};\s*(?:ENCODING\s*=\s*)?"?QUOTED-PRINTABLE/i
const binaryHead =
  /^(?:[\w-]+\.)?(?:PHOTO|LOGO|SOUND|KEY)[;:]|^[^:]{0,400};\s*(?:ENCODING\s*=\s*)?"?(?:B|BASE64)"?\s*[;:]/i
const uriHead = /^(?:[\w-]+\.)?(?:URL|EMAIL|IMPP|(?:X-)?SOCIALPROFILE)[;:]/i
const textHead = /^(?:[\w-]+\.)?(?:NOTE|ADR)[;:]/i
const softBreak = /=[ \t]*$/

/** Returns what the line adds to the line before; undefined if it begins another property. */
function continuation(pieces: string[], line: string): string | undefined {
  const head = headOf(pieces)
  if (isIndented(line) || (softBreak.test(pieces.at(-1) ?? '') && quotedHead.test(head)))
    return line
  if (line.trim() === '') return ''
  if (line.includes(':')) return undefined
  // A soft line break may lack its `=`.
  if (quotedHead.test(head)) return line.startsWith('=') ? line : `=0A${line}`
  // Some programs neither fold nor escape base64 and line breaks.
  if (binaryHead.test(head)) return /^[A-Za-z0-9+/]+={0,2}\s*$/.test(line) ? line : undefined
  return textHead.test(head) ? `\\n${line}` : undefined
}

function headOf(pieces: string[]): string {
  return pieces
    .slice(0, 2)
    .map((piece) => piece.slice(0, 400).trim())
    .join('')
}

function isIndented(line: string): boolean {
  return line.startsWith(' ') || line.startsWith('\t')
}

function propertiesOf(lines: string[][]): RawProperty[] {
  const isOld = lines.some(([first = '']) => /^VERSION\s*:\s*2/i.test(first))
  return lines.slice(0, maxLines).flatMap((pieces) => propertyOf(unfold(pieces, isOld)) ?? [])
}

/**
 * Joins the pieces of a line (RFC 6350, 3.2). In version 2.1 the space before a piece belongs to the text, and so does a space
 * after a soft line break in quoted-printable (RFC 2045, 6.7).
 */
function unfold(pieces: string[], isOld: boolean): string {
  const head = headOf(pieces)
  const isQuoted = quotedHead.test(head)
  const keepsSpace = isOld && !isQuoted && !binaryHead.test(head) && !uriHead.test(head)
  return pieces
    .map((piece, at) => {
      const before = pieces[at - 1] ?? ''
      const isSoft = isQuoted && softBreak.test(before)
      const text = at > 0 && !isSoft && isIndented(piece) ? piece.slice(1) : piece
      if (isQuoted) return text.replace(softBreak, '')
      if (!keepsSpace || text === piece || isInsideCharacter(head, before, text)) return text
      return text.replace(/^[ \t]*/, /[ \t]$/.test(before) ? '' : ' ')
    })
    .join('')
}

// In East Asian charsets, the second byte of a character may be ASCII. Their languages have no spaces.
function isInsideCharacter(head: string, before: string, after: string): boolean {
  const later = /CHARSET\s*=\s*"?(?:shift|s-?jis|euc|gb|big5)/i.test(head) ? /^\S/ : /^[\x80-\xbf]/
  return /[\x80-\xff]$/.test(before) && later.test(after)
}

function propertyOf(line: string): RawProperty | undefined {
  const start = line.slice(0, headMax)
  // A quotation mark may lack its pair.
  const [head] = /^(?:[^":]|"[^"]*")*(?=:)/.exec(start) ?? /^[^:]*(?=:)/.exec(start) ?? []
  if (head === undefined) return undefined
  const [path = '', ...rest] = head.match(/(?:[^;"]|"[^"]*"?)+/g) ?? []
  const dot = path.lastIndexOf('.')
  const name = path
    .slice(dot + 1)
    .trim()
    .toUpperCase()
  if (!/^[\w-]{1,80}$/.test(name)) return undefined
  const parameters = rest.map(parameterOf)
  const value = line.slice(head.length + 1)
  const isQuoted = parameters.some(([key, text]) => key === 'encoding' && quoted.test(text))
  return {
    name,
    group: path.slice(0, Math.max(dot, 0)).trim().toLowerCase(),
    types: parameters.flatMap(([key, text]) =>
      key === 'type' ? text.split(',').map((type) => type.trim().toLowerCase()) : [],
    ),
    parameters: new Map(parameters),
    binary: isQuoted ? fromQuotedPrintable(value) : value,
    charset: parameters.find(([key]) => key === 'charset')?.[1],
  }
}

const quoted = /^QUOTED-PRINTABLE$/i

/** Returns a parameter. Version 2.1 writes types and encodings without the name of the parameter. */
function parameterOf(text: string): [key: string, value: string] {
  const at = text.indexOf('=')
  const value = text
    .slice(at + 1)
    .replaceAll('"', '')
    .trim()
  if (at >= 0) return [text.slice(0, at).trim().toLowerCase(), value]
  return [/^(?:QUOTED-PRINTABLE|BASE64|[78]BIT)$/i.test(value) ? 'encoding' : 'type', value]
}

function fromQuotedPrintable(text: string): string {
  return text.replace(/=([\dA-F]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
}
