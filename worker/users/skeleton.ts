/** What a username looks like: two that people take for each other have the same skeleton. */
import { sql } from 'drizzle-orm'
import skeletonOfText from 'unhomoglyph'
import { database } from '../database.ts'
import type { Bindings } from '../env.ts'

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
