/** What goes out with a change of e-mail: to the former address, when the owner made it, a link that takes it back; to the new one a link that confirms it. */
import { eq, type SQL, sql } from 'drizzle-orm'
import { emailReverts, emailVerifications } from '../../schema/access-tables.ts'
import { users } from '../../schema/tables.ts'
import type { User } from '../../schema/user.ts'
import { type Db, database } from '../database.ts'
import type { Bindings } from '../env.ts'
import { sendPrepared } from '../mail.ts'
import { dropEmailReverts, keepFormerEmail, newEmailRevert, type Revert } from './email-reverts.ts'
import {
  keepVerification,
  newVerification,
  type Verification,
  voidVerifications,
} from './email-verifications.ts'

export type EmailLinks = { revert: Revert; verification: Verification }

/** New links for the case that the account of `former` gets another address. */
export async function newEmailLinks(
  env: Bindings,
  { former, email, origin }: { former: User; email: string; origin: string },
): Promise<EmailLinks> {
  return {
    revert: await newEmailRevert(env, { former, origin }),
    verification: await newVerification(env, { email, username: former.username, origin }),
  }
}

type Change = {
  id: number
  byOwner: boolean
  email: string
  links: EmailLinks
  may: SQL | undefined
}

/** For the batch of the change, before it: stores the links and their letters when `may` holds and the address is another. */
export function keepEmailLinks(db: Db, { id, byOwner, email, links, may }: Change) {
  const changes = sql`${eq(users.id, id)} and ${may} and ${users.email} <> ${email}`
  return [
    ...keepFormerEmail(db, { id, email, revert: links.revert, may: byOwner ? may : sql`false` }),
    dropEmailReverts(
      db,
      id,
      byOwner ? sql`false` : sql`exists (select 1 from ${users} where ${changes})`,
    ),
    voidVerifications(db, { id, email, may }),
    ...keepVerification(db, links.verification, changes),
  ] as const
}

/** In a later statement of that batch: the address is another now. */
export function hasChangedEmail({ verification }: EmailLinks): SQL {
  return sql`exists (select 1 from ${emailVerifications} where hash = ${verification.hash})`
}

/** Sends what was stored. Never fails: what is not sent here is in the outbox, for the cron. */
export async function sendEmailLinks(
  env: Bindings,
  { revert, verification }: EmailLinks,
): Promise<void> {
  const hashes = JSON.stringify([revert.hash, verification.hash])
  const stored = await database(env.DB)
    .all<{ hash: string }>(
      sql`select hash from ${emailReverts} where hash in (select value from json_each(${hashes})) union all select hash from ${emailVerifications} where hash in (select value from json_each(${hashes}))`,
    )
    .catch(() => [])
  const sent = [revert, verification].filter(({ hash }) => stored.some((row) => row.hash === hash))
  await Promise.all(sent.map(({ letter }) => sendPrepared(env, letter)))
}
