/** What goes out with a change of e-mail: to the former address, when the owner made it, a link that takes it back; to the new one a link that confirms it. */
import { eq, inArray, type SQL, sql } from 'drizzle-orm'
import { emailVerifications } from '../../schema/access-tables.ts'
import { mailOutbox } from '../../schema/operations-tables.ts'
import { users } from '../../schema/tables.ts'
import type { User } from '../../schema/user.ts'
import { type Db, database } from '../database.ts'
import type { Bindings } from '../env.ts'
import { prepareMail, sendPrepared } from '../mail.ts'
import { dropEmailReverts, keepFormerEmail, newEmailRevert, type Revert } from './email-reverts.ts'
import {
  keepVerification,
  newVerification,
  type Verification,
  voidVerifications,
} from './email-verifications.ts'
import { emailSetLetter } from './letters.ts'

/** When an administrator makes the change, the letter of `revert` is a notice without the link, which is not stored. */
export type EmailLinks = { byOwner: boolean; revert: Revert; verification: Verification }

/** New links for the case that the account of `former` gets another address. */
export async function newEmailLinks(
  env: Bindings,
  {
    former,
    email,
    origin,
    byOwner,
  }: { former: User; email: string; origin: string; byOwner: boolean },
): Promise<EmailLinks> {
  const { hash, letter } = await newEmailRevert(env, { former, origin })
  const notice = byOwner ? letter : await prepareMail(env, emailSetLetter(env, former))
  const verification = await newVerification(env, { email, origin })
  return { byOwner, revert: { hash, letter: notice }, verification }
}

type Change = {
  id: number
  email: string
  links: EmailLinks
  may: SQL | undefined
}

/** For the batch of the change, before it: stores the links and their letters when `may` holds and the address is another. */
export function keepEmailLinks(db: Db, { id, email, links, may }: Change) {
  const { byOwner, revert, verification } = links
  const changes = sql`${eq(users.id, id)} and ${may} and ${users.email} <> ${email}`
  return [
    ...keepFormerEmail(db, { id, email, revert, may, hasLink: byOwner }),
    dropEmailReverts(
      db,
      id,
      byOwner ? sql`false` : sql`exists (select 1 from ${users} where ${changes})`,
    ),
    voidVerifications(db, { id, email, may }),
    ...keepVerification(db, verification, changes),
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
  const letters = [revert.letter, verification.letter]
  const ids = letters.map(({ id }) => id)
  const kept = await database(env.DB)
    .select({ id: mailOutbox.id })
    .from(mailOutbox)
    .where(inArray(mailOutbox.id, ids))
    .catch(() => [])
  const sent = letters.filter((letter) => kept.some(({ id }) => id === letter.id))
  await Promise.all(sent.map((letter) => sendPrepared(env, letter)))
}
