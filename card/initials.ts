/** The initials of a person, shown in place of a photo. */
import { nameWords } from './contact/vcard-name.ts'

/**
 * Returns two initials, without titles: from the first and the last word, or from a single word. `AC` if there are no
 * letters.
 */
export function initials(name: string | null): string {
  const words = nameWords((name ?? '').normalize('NFC')).flatMap((word) => written.exec(word) ?? [])
  const [first = '', ...others] = words.length > 1 ? words : partsOf(words[0] ?? '')
  const last = others.at(-1)
  const letters = last === undefined ? lettersOf(first, 2) : [first, last].flatMap(firstLetter)
  return letters.map(capital).join('') || 'AC'
}

// An apostrophe or a hyphen joins a name, as in `O'Connor` and `Berners-Lee`.
const written = /[\p{L}\p{N}][\p{L}\p{N}\p{M}'’ʼ‘‐-]*/u

/** Returns the first two parts of a name with a hyphen; otherwise the name. */
function partsOf(word: string): string[] {
  return word
    .split(/[‐-]/)
    .filter((part) => /[\p{L}\p{N}]/u.test(part))
    .slice(0, 2)
}

function firstLetter(word: string): string[] {
  return lettersOf(word, 1)
}

function lettersOf(word: string, count: number): string[] {
  return (word.match(/[\p{L}\p{N}]\p{M}*/gu) ?? []).slice(0, count)
}

// Keeps the letter if its capital is two letters, as for ß. Georgian words do not begin with a capital.
function capital(letter: string): string {
  const upper = letter.toUpperCase()
  const isOne = lettersOf(upper, 2).length === 1
  return isOne && !/\p{Script=Georgian}/u.test(letter) ? upper : letter
}
