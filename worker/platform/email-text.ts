/** What others wrote, as it may stand in a letter: it begins no line there and becomes no link. */

const longest = 80
// Mail programs make links of addresses they find; a word joiner (U+2060) within one ends it without being seen.
const joiner = '\u2060'

/** A name on one line, at most 80 characters, to stand between double quotes. */
export function quoteName(text: string): string {
  const characters = [...seen(text).replaceAll('"', "'")]
  const short =
    characters.length > longest ? [...characters.slice(0, longest - 1), '…'] : characters
  return unlinked(short.join(''))
}

/** A longer text: on one line as it is, else each line behind a quotation mark (RFC 3676, 4.5). */
export function quoteText(text: string): string {
  const lines = text.split(/[\n\r\u2028\u2029]+/).map(seen)
  const [only = '', ...more] = lines.map(unlinked)
  return more.length === 0 ? only : ['', only, ...more].join('\n> ')
}

/** A name as it was before `quoteName` marked it, for one that was copied out of a letter. */
export function unquoteName(name: string): string {
  return name.replaceAll(joiner, '')
}

function seen(text: string): string {
  return text
    .replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
    .trim()
}

function unlinked(text: string): string {
  return text.replace(/(?<=\S)[.:@/\\](?=\S)/gu, `$&${joiner}`)
}
