import { checkMax, type NameCheck } from '../../../../schema/bulk.ts'
import { checkNames } from '../../../data/users.ts'
import type { BatchRow, Taken } from './rows.ts'

const atOnce = checkMax / 2
const longest = 100

/** What the rows want to be called; names no user can have are not asked about. */
export function namesOf(rows: BatchRow[]): NameCheck {
  const kept = (names: string[]) => [
    ...new Set(names.filter((name) => name !== '' && name.length <= longest)),
  ]
  return {
    usernames: kept(rows.map(({ values }) => values.username.toLowerCase())),
    slugs: kept(rows.map(({ values }) => values.cardSlug.toLowerCase())),
  }
}

/** Those that others have, asked for as many at a time as the server takes. */
export async function takenNames({ usernames, slugs }: NameCheck): Promise<Taken> {
  const taken: Taken = { usernames: new Set(), slugs: new Set() }
  for (let from = 0; from < Math.max(usernames.length, slugs.length); from += atOnce) {
    const part = (names: string[]) => names.slice(from, from + atOnce)
    const found = await checkNames({ usernames: part(usernames), slugs: part(slugs) })
    for (const name of found.usernames) taken.usernames.add(name)
    for (const slug of found.slugs) taken.slugs.add(slug)
  }
  return taken
}
