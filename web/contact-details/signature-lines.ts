/** Cuts a pasted email down to the lines of its signature, and those to their parts. */
import { withoutMarks } from '../../schema/text.ts'
import { closing, disclaimer, legalLine } from './signature-words.ts'

const maxLines = 40
const longestLine = 200

/** A part of a line, with the number of its line. */
export type Part = { text: string; line: number }

/** Returns the parts of the signature in order; separators, quotes, notices and legal lines are removed. */
export function signatureParts(text: string): Part[] {
  const lines = cleanLines(text)
  const start = Math.max(startAfter(lines, /^(?:--|—|___*)$/), startAfter(lines, closing))
  const end = lines.findIndex((line, at) => at >= start && isNotice(line))
  return lines
    .slice(start, end < 0 ? undefined : end)
    .slice(0, maxLines)
    .flatMap((line, at) =>
      line.length > longestLine || legalLine.test(line)
        ? []
        : partsOf(line).map((part) => ({ text: part, line: at })),
    )
}

/** The line after the last match, unless nothing follows it. */
function startAfter(lines: string[], pattern: RegExp): number {
  const at = lines.findLastIndex((line) => pattern.test(line))
  return lines.slice(at + 1).some((line) => line !== '') ? at + 1 : 0
}

function isNotice(line: string): boolean {
  return disclaimer.test(line) && line.length > 25
}

function cleanLines(text: string): string[] {
  return text
    .normalize('NFC')
    .replace(/\r\n?|[\u2028\u2029\v\f]/g, '\n')
    .split('\n')
    .map((line) => clean(line))
}

function clean(line: string): string {
  return [...withoutMarks(line.slice(0, 2000)).replace(/[\ufe0f\u200c]/g, '')]
    .map((character) => symbols.get(character) ?? asciiOf(character))
    .join('')
    .replace(/\[(?:cid|image|logo|bild|imagen?)[^[\]]{0,200}\]/gi, ' ')
    .replace(/^(?:> ?){1,9}/, '')
    .replace(/(?<![\p{L}\p{N}])[*_]{1,3}(?=\p{L})|(?<=[\p{L}.)])[*_]{1,3}(?![\p{L}\p{N}])/gu, '')
    .replace(/[ \u00a0\u2000-\u200a\u202f\u3000]+/g, ' ')
    .trim()
}

// Icons that stand for a label.
const symbols = new Map([
  ['📱', ' Mobile: '],
  ['📲', ' Mobile: '],
  ['📞', ' Tel: '],
  ['☎', ' Tel: '],
  ['✆', ' Tel: '],
  ['☏', ' Tel: '],
  ['📠', ' Fax: '],
  ['🖷', ' Fax: '],
  ['📧', ' Email: '],
  ['✉', ' Email: '],
  ['🌐', ' Web: '],
  ['🔗', ' Web: '],
  ['📍', ' Address: '],
  ['🏢', ' '],
])

/** Full-width digits and punctuation as ASCII. */
function asciiOf(character: string): string {
  return /[\uff0b-\uff20\uff5c\uff08\uff09]/.test(character)
    ? String.fromCharCode(character.charCodeAt(0) - 0xfee0)
    : character
}

function partsOf(line: string): string[] {
  return line
    .split(/[\t|•·▪■◆∙‖¦❘]| \/\/ |(?<=\d) \/ (?=[+(A-Z])/)
    .map((part) => part.replace(/^[\s,;–—-]{1,9}/, '').trim())
    .map((part) => (/^[\p{P}\p{S}\s]*$/u.test(part) ? '' : part))
    .filter((part) => part !== '')
}
