/** Escapes text from users for plain-text emails: it starts no line and is not turned into a link. */
import { withoutInvisible } from '../../schema/text.ts'

const maxLength = 80
// Email programs turn addresses into links. An invisible word joiner (U+2060) inside the address prevents it.
const joiner = '\u2060'

/** A name on one line, at most 80 characters, for use between double quotes. */
export function quoteName(text: string): string {
  const characters = [...stripInvisible(text).replaceAll('"', "'")]
  const short =
    characters.length > maxLength ? [...characters.slice(0, maxLength - 1), '…'] : characters
  return breakLinks(short.join(''))
}

/** A longer text without links: one line stays one, of several each is quoted with `>` (RFC 3676, section 4.5). */
export function quoteText(text: string): string {
  const lines = text.split(/[\n\r\u2028\u2029]+/).map(stripInvisible)
  const [only = '', ...more] = lines.map(breakLinks)
  return more.length === 0 ? only : ['', only, ...more].join('\n> ')
}

/** Reverses `quoteName`, for a name copied from an email. */
export function unquoteName(name: string): string {
  return name.replaceAll(joiner, '')
}

function stripInvisible(text: string): string {
  return withoutInvisible(text.replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')).trim()
}

function breakLinks(text: string): string {
  return text.replace(/(?<=\S)[.:@/\\](?=\S)/gu, `$&${joiner}`)
}
