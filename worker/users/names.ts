/** Names that people choose: a username that shows all it is made of, and full names of one line. */

// Control characters, line separators, what changes the direction of text, and what shows nothing: U+2800 is a blank braille cell.
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u

// The scripts in everyday use (UAX 31, table 5), each by itself; Chinese, Japanese and Korean come with Latin letters between.
const scripts =
  'Arab Armn Beng Cyrl Deva Ethi Geor Grek Gujr Guru Hebr Khmr Knda Laoo Mlym Mymr Orya Sinh Taml Telu Thaa Thai Tibt'
const mixtures = ['Latn Hani Hira Kana', 'Latn Hani Bopo', 'Latn Hani Hang', ...scripts.split(' ')]
const oneWriting = new RegExp(`^(?:${mixtures.map(lettersOf).join('|')})$`, 'u')

const specialForm =
  'Username has letters in a special form, such as full width. Type it with the usual letters.'
const forNames = 'Username can have letters, digits, spaces and simple punctuation only'

// Letters, digits, what is typed on every keyboard, and the punctuation that names have beyond that (UAX 31, table 3a).
const inNames = /^[\p{L}\p{M}\p{Nd}\x20-\x7e\u00b7\u2010\u2019\u058a\u05f3\u05f4\u0f0b\u30fb]*$/u

// Small capitals and phonetic letters: Latin, small, and without a capital of their own.
const phonetic = /(?=\p{Script=Latin})(?=\p{Ll})\P{Changes_When_Uppercased}/u

// A mark on nothing, the same mark twice, or more than four on one letter (UTS 39, 5.4).
const oddMarks = /(?<![\p{L}\p{M}])\p{M}|(\p{Mn})\1|\p{Mn}{5}/u

/**
 * The sentence that refuses a new username, or undefined. What could pass for another name is refused: characters that do not
 * show, text that runs the other way, alphabets mixed beyond "highly restrictive" (UTS 39, 5.2), what is not NFKC or not for
 * names, and slashes, which make links.
 */
export function usernameRefusal(username: string): string | undefined {
  if (/[/\\]/.test(username)) return 'Username cannot contain slashes'
  if (unseen.test(username)) return 'Username cannot contain line breaks or invisible characters'
  if (!oneWriting.test(username)) return 'Username cannot mix letters of different alphabets'
  if (username !== username.normalize('NFKC') || phonetic.test(username)) return specialForm
  return inNames.test(username) && !oddMarks.test(username) ? undefined : forNames
}

/** The full name on one line, without what would reorder the text around it: joiners stay, as some alphabets need them. */
export function oneLineName(fullName: string): string {
  return fullName
    .replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/[\u00ad\u200b\u202a-\u202e\u2060-\u2069\ufeff]/g, '')
    .trim()
}

function lettersOf(mixture: string): string {
  const names = `${mixture} Zyyy Zinh`.split(' ')
  return `[${names.map((name) => `\\p{Script_Extensions=${name}}`).join('')}]*`
}
