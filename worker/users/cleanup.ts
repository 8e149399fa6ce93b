/** Cleanup cron jobs: deletes expired records, and erases deleted accounts and cards. */

import { and, asc, eq, isNotNull, lt, ne, sql } from 'drizzle-orm'
import {
  apiTokens,
  emailReverts,
  emailVerifications,
  resetTokens,
  sessions,
  signInChallenges,
} from '../../schema/access-tables.ts'
import { businessCards, formSubmissions, slugHistory, users } from '../../schema/tables.ts'
import { templateJobCards } from '../../schema/team-tables.ts'
import { deleteRevokedTokens } from '../auth/api-tokens.ts'
import { deletePasskeysOf } from '../auth/passkeys.ts'
import { deleteExpiredResetTokens } from '../auth/password-reset.ts'
import { deleteSecondFactor, deleteUnconfirmedSecondFactors } from '../auth/second-factor.ts'
import { deleteExpiredSessions } from '../auth/sessions.ts'
import { deleteExpiredSignInChallenges } from '../auth/sign-in.ts'
import { deleteExpiredChallenges } from '../auth/webauthn.ts'
import { slugHash } from '../cards/slugs.ts'
import type { Bindings } from '../env.ts'
import { deleteCardEvents } from '../events/prune.ts'
import { eraseDetails, erasePerson, eraseSlugs } from '../ops/audit-log.ts'
import { deleteSecurityEventsOf } from '../ops/security-events/delete-security-events.ts'
import { type Db, database } from '../platform/database.ts'
import { deleteExpiredLimits } from '../platform/rate-limiter.ts'
import { retentionDays } from '../platform/retention.ts'
import { dayMs } from '../platform/time.ts'
import { deleteExpiredShareLinks, deleteShareLinksOf } from '../reports/share-links.ts'
import { eraseSharePoints } from '../share-points/share-point-queries.ts'
import { clearModelValues } from '../templates/template-queries.ts'
import { firstUser } from './edit.ts'
import { deleteExpiredEmailReverts } from './email-change.ts'
import { deleteExpiredEmailVerifications } from './email-verification.ts'

/** Deletes expired sessions, tokens, links and counters. Idempotent. */
export async function eraseDeletedAccounts(env: Bindings): Promise<void> {
  const db = database(env.DB)
  await db.batch([
    deleteExpiredSessions(db),
    deleteRevokedTokens(db),
    deleteExpiredResetTokens(db),
    deleteExpiredEmailReverts(db),
    deleteExpiredEmailVerifications(db),
    deleteExpiredLimits(db),
    deleteExpiredSignInChallenges(db),
    deleteExpiredChallenges(db),
    deleteUnconfirmedSecondFactors(db),
    deleteExpiredShareLinks(db),
  ])
}

// Deleted accounts and cards are erased after 30 days. What remains is hashes of their slugs and the codes of their share
// points, so nobody else gets them, and anonymous entries in the audit log.

const retentionMs = retentionDays.deleted * dayMs
const batchSize = 20

/** Erases accounts; the next run continues with the rest. */
export async function eraseAccounts(env: Bindings, now = Date.now()): Promise<void> {
  const db = database(env.DB)
  const deleted = await db
    .select({ id: users.id, username: users.username })
    .from(users)
    .where(
      and(
        isNotNull(users.deletedAt),
        lt(users.deletedAt, new Date(now - retentionMs).toISOString()),
        ne(users.id, firstUser),
      ),
    )
    .orderBy(asc(users.deletedAt))
    .limit(batchSize)
    .all()
  for (const user of deleted) if (await purgeCards(env, user.id)) await purgeUser(db, user)
}

/** Erases cards that were deleted on their own. */
export async function eraseDeletedCards(env: Bindings, now = Date.now()): Promise<void> {
  const db = database(env.DB)
  const deleted = await db
    .select({ id: businessCards.id })
    .from(businessCards)
    .where(lt(businessCards.deletedAt, new Date(now - retentionMs).toISOString()))
    .orderBy(asc(businessCards.deletedAt))
    .limit(batchSize)
    .all()
  for (const { id } of deleted) if (await deleteCardEvents(env, id)) await purgeCard(db, id)
}

/** Deletes the events first: the card stays while any are left, so the next run finds it. */
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

// The image cleanup deletes the uploads of missing cards.
async function purgeCard(db: Db, id: number): Promise<void> {
  const ofCard = eq(businessCards.id, id)
  await db.batch([
    ...(await slugTombstones(db, id)),
    db.delete(formSubmissions).where(eq(formSubmissions.cardId, id)),
    db.delete(templateJobCards).where(eq(templateJobCards.cardId, id)),
    eraseSharePoints(db, id),
    clearModelValues(db, id),
    eraseDetails(db, sql`target = ${`card ${id}`}`),
    db.delete(businessCards).where(ofCard),
  ])
}

/** The statements that replace all slugs of the card with hashes. */
async function slugTombstones(db: Db, id: number) {
  const slugs = await db.all<{ slug: string }>(
    sql`select slug from business_cards where id = ${id} union select slug from slug_history where card_id = ${id}`,
  )
  const names = slugs.map(({ slug }) => slug)
  const tombstones = slugs.map(({ slug }) => ({ slug: slugHash(slug), cardId: id }))
  return [
    eraseSlugs(db, names),
    db.delete(slugHistory).where(eq(slugHistory.cardId, id)),
    ...tombstones.map((row) => db.insert(slugHistory).values(row).onConflictDoNothing()),
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
    db.delete(signInChallenges).where(eq(signInChallenges.userId, id)),
    ...deleteSecondFactor(db, id, sql`true`),
    deletePasskeysOf(db, id, sql`true`),
    deleteShareLinksOf(db, id),
    ...deleteSecurityEventsOf(db, id),
    db.delete(users).where(and(eq(users.id, id), isNotNull(users.deletedAt))),
  ])
}
