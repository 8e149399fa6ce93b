/** Dropping what accounts leave behind: sessions and links that have expired, counters nothing asks for any more. */

import { and, asc, eq, isNotNull, lt, ne, sql } from 'drizzle-orm'
import {
  apiTokens,
  emailReverts,
  emailVerifications,
  resetTokens,
  sessions,
  signInSteps,
} from '../../schema/access-tables.ts'
import { businessCards, formSubmissions, slugHistory, users } from '../../schema/tables.ts'
import { templateJobCards } from '../../schema/team-tables.ts'
import { deleteRevokedTokens } from '../auth/api-tokens.ts'
import { dropPasskeysOf } from '../auth/passkeys.ts'
import { deleteExpiredResetTokens } from '../auth/password-reset.ts'
import { deleteUnconfirmedFactors, dropStatements } from '../auth/second-factor.ts'
import { deleteExpiredSessions } from '../auth/sessions.ts'
import { deleteExpiredSignInSteps } from '../auth/sign-in.ts'
import { deleteExpiredChallenges } from '../auth/webauthn.ts'
import { tombstone } from '../cards/slugs.ts'
import type { Bindings } from '../env.ts'
import { deleteCardEvents } from '../events/prune.ts'
import { eraseDetails, erasePerson, eraseSlugs } from '../ops/audit-log.ts'
import { deleteSecurityEventsOf } from '../ops/security-events/log.ts'
import { type Db, database } from '../platform/database.ts'
import { deleteExpiredLimits } from '../platform/rate-limiter.ts'
import { retentionDays } from '../platform/retention.ts'
import { deleteExpiredShareLinks, deleteShareLinksOf } from '../reports/share-links.ts'
import { forgetModel } from '../templates/store.ts'
import { firstUser } from './edit.ts'
import { deleteExpiredEmailReverts } from './email-change.ts'
import { deleteExpiredEmailVerifications } from './email-verification.ts'

/** For the cron; safe to run at any time and any number of times. */
export async function eraseDeletedAccounts(env: Bindings): Promise<void> {
  const db = database(env.DB)
  await db.batch([
    deleteExpiredSessions(db),
    deleteRevokedTokens(db),
    deleteExpiredResetTokens(db),
    deleteExpiredEmailReverts(db),
    deleteExpiredEmailVerifications(db),
    deleteExpiredLimits(db),
    deleteExpiredSignInSteps(db),
    deleteExpiredChallenges(db),
    deleteUnconfirmedFactors(db),
    deleteExpiredShareLinks(db),
  ])
}

// Erasing accounts and cards 30 days after they were deleted. What stays is hashes of their slugs, which are nobody else's for good, and in the audit log that somebody did something.

const keptFor = retentionDays.deleted * 86_400_000
const mostAtOnce = 20

/** For the cron; what one run does not finish the next one does. */
export async function eraseAccounts(env: Bindings, now = Date.now()): Promise<void> {
  const db = database(env.DB)
  const gone = await db
    .select({ id: users.id, username: users.username })
    .from(users)
    .where(
      and(
        isNotNull(users.deletedAt),
        lt(users.deletedAt, new Date(now - keptFor).toISOString()),
        ne(users.id, firstUser),
      ),
    )
    .orderBy(asc(users.deletedAt))
    .limit(mostAtOnce)
    .all()
  for (const user of gone) if (await purgeCards(env, user.id)) await purgeUser(db, user)
}

/** The same for cards that were deleted by themselves. */
export async function eraseDeletedCards(env: Bindings, now = Date.now()): Promise<void> {
  const db = database(env.DB)
  const gone = await db
    .select({ id: businessCards.id })
    .from(businessCards)
    .where(lt(businessCards.deletedAt, new Date(now - keptFor).toISOString()))
    .orderBy(asc(businessCards.deletedAt))
    .limit(mostAtOnce)
    .all()
  for (const { id } of gone) if (await deleteCardEvents(env, id)) await purgeCard(db, id)
}

/** Events first: as long as one is left the card stays, so that the next run finds it. */
async function purgeCards(env: Bindings, userId: number): Promise<boolean> {
  const db = database(env.DB)
  const cards = await db
    .select({ id: businessCards.id })
    .from(businessCards)
    .where(eq(businessCards.userId, userId))
    .all()
  for (const { id } of cards) {
    if (!(await deleteCardEvents(env, id))) return false
    await purgeCard(db, id)
  }
  return true
}

// The pictures' own clean-up finds the uploads of a card that is no more.
async function purgeCard(db: Db, id: number): Promise<void> {
  const ofCard = eq(businessCards.id, id)
  await db.batch([
    ...(await buryStatements(db, id)),
    db.delete(formSubmissions).where(eq(formSubmissions.cardId, id)),
    db.delete(templateJobCards).where(eq(templateJobCards.cardId, id)),
    forgetModel(db, id),
    eraseDetails(db, sql`target = ${`card ${id}`}`),
    db.delete(businessCards).where(ofCard),
  ])
}

/** The statements that put hashes in the place of all slugs of the card. */
async function buryStatements(db: Db, id: number) {
  const slugs = await db.all<{ slug: string }>(
    sql`select slug from business_cards where id = ${id} union select slug from slug_history where card_id = ${id}`,
  )
  const names = slugs.map(({ slug }) => slug)
  const stones = slugs.map(({ slug }) => ({ slug: tombstone(slug), cardId: id }))
  return [
    eraseSlugs(db, names),
    db.delete(slugHistory).where(eq(slugHistory.cardId, id)),
    ...stones.map((stone) => db.insert(slugHistory).values(stone).onConflictDoNothing()),
  ] as const
}

async function purgeUser(db: Db, user: { id: number; username: string }): Promise<void> {
  const { id } = user
  await db.batch([
    ...(await erasePerson(db, user)),
    db.delete(sessions).where(eq(sessions.userId, id)),
    db.delete(apiTokens).where(eq(apiTokens.userId, id)),
    db.delete(resetTokens).where(eq(resetTokens.userId, id)),
    db.delete(emailReverts).where(eq(emailReverts.userId, id)),
    db.delete(emailVerifications).where(eq(emailVerifications.userId, id)),
    db.delete(signInSteps).where(eq(signInSteps.userId, id)),
    ...dropStatements(db, id, sql`true`),
    dropPasskeysOf(db, id, sql`true`),
    deleteShareLinksOf(db, id),
    ...deleteSecurityEventsOf(db, id),
    db.delete(users).where(and(eq(users.id, id), isNotNull(users.deletedAt))),
  ])
}
