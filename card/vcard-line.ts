/** Lines of a contact file: cleaning, escaping and folding (RFC 2426 sections 2.6 and 4). */

const encoder = new TextEncoder()
const widest = 75

/** The text without what no importer should see: control characters and halves of characters; line ends become `\n`. */
export function clean(text: string | null | undefined): string {
  return (text ?? '')
    .toWellFormed()
    .replace(/\r\n|[\r\u0085\u2028\u2029]/g, '\n')
    .replaceAll('\t', ' ')
    .replace(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\ufeff]/g, '')
    .trim()
}

/** A TEXT value. */
export function escaped(text: string): string {
  return text.replace(/[\\,;]/g, '\\$&').replaceAll('\n', '\\n')
}

/** The line with its CRLF, cut at 75 octets a piece and never inside a character. */
export function folded(line: string): string {
  return `${pieces(line).join('\r\n ')}\r\n`
}

function pieces(line: string): string[] {
  return /[^\u0000-\u007f]/.test(line) ? byCharacter(line) : byOctet(line)
}

// A photo has 80,000 octets; walking its characters would cost most of a request's time.
function byOctet(line: string): string[] {
  const cut = [line.slice(0, widest)]
  for (let at = widest; at < line.length; at += widest - 1)
    cut.push(line.slice(at, at + widest - 1))
  return cut
}

function byCharacter(line: string): string[] {
  const cut: string[] = []
  let piece = ''
  let size = 0
  for (const character of line) {
    const octets = octetsOf(character)
    if (size + octets > widest) {
      cut.push(piece)
      piece = ''
      // The space that begins a continuation is one of the 75.
      size = 1
    }
    piece += character
    size += octets
  }
  return [...cut, piece]
}

function octetsOf(character: string): number {
  const point = character.codePointAt(0) ?? 0
  if (point < 0x80) return 1
  return point < 0x800 ? 2 : point < 0x10000 ? 3 : 4
}

export function octets(text: string): number {
  return encoder.encode(text).length
}
