import { sql } from 'drizzle-orm'
import skeletonOfText from 'unhomoglyph'
import type { Bindings } from '../env.ts'
import { database } from '../platform/database.ts'

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

// What a username looks like: two that people take for each other have the same skeleton.

const mostAtOnce = 500

// Letters that UTS 39 keeps apart from the Latin ones they look like in lower case, as its skeletons write them; Chromium's
// `spoof_checks` treats them alike, too. And `i` is `l`, as `I` and `1` are.
const latin = new Map(
  Object.entries({
    ...{
      ʙ: 'b',
      ƅ: 'b',
      ԃ: 'd',
      ꞓ: 'e',
      ɢ: 'g',
      ʜ: 'h',
      ĸ: 'k',
      ʍ: 'm',
      π: 'n',
      ᴛ: 't',
      ω: 'w',
      ш: 'w',
      щ: 'w',
      χ: 'x',
    },
    ...{ i: 'l' },
  }),
)

/**
 * The skeleton of UTS 39, 4, of the NFKC form, without regard to case or to how many spaces are between words. Some names of
 * ASCII letters alone share theirs, too: `i`, `l` and `1`, `o` and `0`, `m` and `rn`.
 */
export function usernameSkeleton(username: string): string {
  // As it is written, then without case: `I` looks like `l`, and `Modern` is `modern`, which looks like `rnodern`.
  const asWritten = shapesOf(username.normalize('NFKC'))
  return shapesOf(asWritten).normalize('NFD').replace(/\s+/g, ' ')
}

// A dot above `i` or `j` is not seen.
function shapesOf(text: string): string {
  const folded = fold(skeletonOfText(text.normalize('NFD'))).replace(/(?<=[ijl])\u0307/g, '')
  return [...folded].map((letter) => latin.get(letter) ?? letter).join('')
}

// Upper case first: it folds what lower case alone keeps apart, such as the two small sigmas.
function fold(text: string): string {
  return text.toUpperCase().toLowerCase()
}

/**
 * For the cron: the skeletons of users who were made without one, the oldest first. Of those who look the same the first
 * has it, and the others keep their names. Answers `more` while there are any left.
 */
export async function fillSkeletons(env: Bindings): Promise<'more' | undefined> {
  const db = database(env.DB)
  const rows = await db.all<{ id: number; username: string }>(
    sql`select id, username from users where username_skeleton is null order by id limit ${mostAtOnce}`,
  )
  if (rows.length === 0) return undefined
  const made = JSON.stringify(
    rows.map(({ id, username }) => [id, username, usernameSkeleton(username)]),
  )
  // A name that changed since it was read has a skeleton already.
  await db.run(sql`
    update users set username_skeleton = (
      select iif(
        exists (select 1 from users as other where other.username_skeleton = one.value ->> 2 and other.username_skeleton <> '')
          or exists (select 1 from json_each(${made}) as earlier where earlier.value ->> 2 = one.value ->> 2 and earlier.value ->> 0 < one.value ->> 0),
        '', one.value ->> 2)
      from json_each(${made}) as one where one.value ->> 0 = users.id)
    where username_skeleton is null
      and exists (select 1 from json_each(${made}) as one where one.value ->> 0 = users.id and one.value ->> 1 = users.username)`)
  return rows.length === mostAtOnce ? 'more' : undefined
}
