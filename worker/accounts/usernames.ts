/** Rules for usernames, which must not imitate other names, and for full names, which are one line. */
import { sql } from 'drizzle-orm'
import skeletonOfText from 'unhomoglyph'
import { withoutMarks } from '../../schema/text.ts'
import type { Bindings } from '../env.ts'
import { database } from '../platform/database.ts'
import { repeatable } from '../platform/failures.ts'

// Control characters, line separators, bidi controls and invisible characters (U+2800 is a blank braille cell).
const invisible = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u

// The recommended scripts (UAX 31, table 5), one at a time; Chinese, Japanese and Korean may include Latin.
const scripts =
  'Arab Armn Beng Cyrl Deva Ethi Geor Grek Gujr Guru Hebr Khmr Knda Laoo Mlym Mymr Orya Sinh Taml Telu Thaa Thai Tibt'
const mixtures = ['Latn Hani Hira Kana', 'Latn Hani Bopo', 'Latn Hani Hang', ...scripts.split(' ')]
const singleScript = new RegExp(`^(?:${mixtures.map(lettersOf).join('|')})$`, 'u')

const specialForm =
  'Username contains special letter forms, such as full-width letters. Use standard letters.'
const allowedCharacters = 'Username can contain only letters, digits and simple punctuation'

// Letters, digits, ASCII punctuation, and other punctuation used in names (UAX 31, table 3a).
const nameCharacters =
  /^[\p{L}\p{M}\p{Nd}\x20-\x7e\u00b7\u2010\u2019\u058a\u05f3\u05f4\u0f0b\u30fb]*$/u

// Small capitals and phonetic letters: Latin lowercase letters without an uppercase form.
const phonetic = /(?=\p{Script=Latin})(?=\p{Ll})\P{Changes_When_Uppercased}/u

// A mark without a base letter, a repeated mark, or more than four marks on a letter (UTS 39, section 5.4).
const oddMarks = /(?<![\p{L}\p{M}])\p{M}|(\p{Mn})\1|\p{Mn}{5}/u

/**
 * The reason to reject a new username, or undefined. Rejects names that could pass for another: invisible characters,
 * bidi controls, mixed scripts beyond "highly restrictive" (UTS 39, section 5.2), anything not NFKC or not used in
 * names, and slashes, which create links.
 */
export function usernameError(username: string): string | undefined {
  if (/[/\\]/.test(username)) return 'Username cannot contain slashes'
  if (invisible.test(username)) return 'Username cannot contain line breaks or invisible characters'
  if (!singleScript.test(username)) return 'Username cannot mix letters of different alphabets'
  if (username !== username.normalize('NFKC') || phonetic.test(username)) return specialForm
  return nameCharacters.test(username) && !oddMarks.test(username) ? undefined : allowedCharacters
}

/** The full name on one line, without bidi controls; joiners stay because some scripts need them. */
export function oneLineName(fullName: string): string {
  return withoutMarks(fullName.replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')).trim()
}

function lettersOf(mixture: string): string {
  const names = `${mixture} Zyyy Zinh`.split(' ')
  return `[${names.map((name) => `\\p{Script_Extensions=${name}}`).join('')}]*`
}

// Confusable skeletons: usernames that look alike have the same skeleton.

const batchSize = 500

// Letters that UTS 39 does not map to the Latin letters they resemble in lower case; Chromium's `spoof_checks` maps
// them, too. `i` maps to `l`, as `I` and `1` do.
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
 * The skeleton of the NFKC form (UTS 39, section 4), ignoring case and repeated spaces. ASCII names can collide, too:
 * `i`, `l` and `1`, `o` and `0`, `m` and `rn`.
 */
export function usernameSkeleton(username: string): string {
  // Before and after case folding: `I` looks like `l`, and `Modern` becomes `modern`, which looks like `rnodern`.
  const asWritten = shapesOf(username.normalize('NFKC'))
  return shapesOf(asWritten).normalize('NFD').replace(/\s+/g, ' ')
}

// A dot above `i` or `j` is invisible.
function shapesOf(text: string): string {
  const folded = fold(skeletonOfText(text.normalize('NFD'))).replace(/(?<=[ijl])\u0307/g, '')
  return [...folded].map((letter) => latin.get(letter) ?? letter).join('')
}

// Upper case first, which unifies letters that lower case keeps apart, such as the two small sigmas.
function fold(text: string): string {
  return text.toUpperCase().toLowerCase()
}

/**
 * Cron job: adds skeletons to users without one, oldest first. Of users with the same skeleton only the first gets it.
 * Returns `more` while users are left.
 */
export async function fillUsernameSkeletons(env: Bindings): Promise<'more' | undefined> {
  const db = database(env.DB)
  const rows = await db.all<{ id: number; username: string }>(
    sql`select id, username from users where username_skeleton is null order by id limit ${batchSize}`,
  )
  if (rows.length === 0) return undefined
  const skeletons = JSON.stringify(
    rows.map(({ id, username }) => [id, username, usernameSkeleton(username)]),
  )
  // A name that changed since it was read has a skeleton already.
  await repeatable(() =>
    db.run(sql`
    update users set username_skeleton = (
      select iif(
        exists (select 1 from users as other where other.username_skeleton = one.value ->> 2 and other.username_skeleton <> '')
          or exists (select 1 from json_each(${skeletons}) as earlier where earlier.value ->> 2 = one.value ->> 2 and earlier.value ->> 0 < one.value ->> 0),
        '', one.value ->> 2)
      from json_each(${skeletons}) as one where one.value ->> 0 = users.id)
    where username_skeleton is null
      and exists (select 1 from json_each(${skeletons}) as one where one.value ->> 0 = users.id and one.value ->> 1 = users.username)`),
  )
  return rows.length === batchSize ? 'more' : undefined
}
