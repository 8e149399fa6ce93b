/** Cleanup cron jobs: deletes expired records, and erases deleted accounts and cards. */
import { and, asc, eq, gt, isNotNull, lt, ne, type SQL, sql } from 'drizzle-orm'
import {
  apiTokens,
  emailReverts,
  emailVerifications,
  resetTokens,
  sessions,
  signInChallenges,
  users,
} from '../../schema/accounts/tables.ts'
import { businessCards, cardLocales, slugHistory } from '../../schema/cards/tables.ts'
import { deletedEntries, formSubmissions } from '../../schema/inbox/tables.ts'
import { templateJobCards } from '../../schema/templates/tables.ts'
import { deleteRevokedTokens } from '../accounts/api-tokens.ts'
import { deleteExpiredEmailReverts } from '../accounts/email-change.ts'
import { deleteExpiredEmailVerifications } from '../accounts/email-verification.ts'
import { deletePasskeysOf } from '../accounts/passkeys.ts'
import { deleteExpiredResetTokens } from '../accounts/password-reset.ts'
import { deleteSecondFactor, deleteUnconfirmedSecondFactors } from '../accounts/second-factor.ts'
import { deleteExpiredSessions } from '../accounts/sessions.ts'
import { deleteExpiredSignInChallenges } from '../accounts/sign-in.ts'
import { deleteExpiredChallenges } from '../accounts/webauthn.ts'
import { deleteExpiredShareLinks, deleteShareLinksOf } from '../analytics/share-links.ts'
import { deleteBoardPointsOf, deleteBoardsOf } from '../boards/queries.ts'
import { slugHash } from '../cards/slugs.ts'
import type { Bindings } from '../env.ts'
import { deleteEndedFeeds, deleteFeedsOf, deleteFeedsOfCard } from '../feeds/queries.ts'
import { deleteExportsOf, deleteExportsOfCard } from '../inbox/contact-exports.ts'
import { deleteUnrestorable, forgetDeletedEntries } from '../inbox/deleted-entries.ts'
import { deleteEntryChangesOf, deleteOldTombstones } from '../inbox/entry-changes.ts'
import { deleteExpiredReceiptMails } from '../inbox/receipt-addresses.ts'
import { deleteReplyTemplatesOf } from '../inbox/settings.ts'
import { isMergedBeyond, separate } from '../inbox/split-entries.ts'
import { type Db, database, maxExpiredRows } from '../platform/database.ts'
import { repeatable } from '../platform/failures.ts'
import { retentionDays, type StepContext } from '../platform/jobs.ts'
import { deleteExpiredLimits } from '../platform/rate-limiter.ts'
import { dayMs } from '../platform/time.ts'
import { eraseSharePoints } from '../share-points/queries.ts'
import { clearModelValues } from '../templates/queries.ts'
import { deleteCardEvents } from '../tracking/prune.ts'
import { firstUser } from '../users/edit.ts'
import { deleteWalletDevicesOf } from '../wallet/devices.ts'
import { deleteWalletPassesOf } from '../wallet/wallet-passes.ts'
import { eraseDetails, erasePerson, eraseSlugs } from './audit-log.ts'

/**
 * Step of a cron job: deletes expired sessions, tokens, links and counters, some thousand of each; `more` if there may be
 * others. Idempotent.
 */
export async function deleteExpiredRecords(env: Bindings): Promise<'more' | undefined> {
  const db = database(env.DB)
  const results = await db.batch([
    deleteExpiredSessions(db),
    deleteRevokedTokens(db),
    deleteEndedFeeds(db),
    deleteExpiredResetTokens(db),
    deleteExpiredEmailReverts(db),
    deleteExpiredEmailVerifications(db),
    deleteExpiredLimits(db),
    deleteExpiredSignInChallenges(db),
    deleteExpiredChallenges(db),
    deleteUnconfirmedSecondFactors(db),
    deleteExpiredShareLinks(db),
    deleteUnrestorable(db),
    ...deleteExpiredReceiptMails(db),
  ])
  return results.some(({ meta }) => meta.changes >= maxExpiredRows) ? 'more' : undefined
}

const batchSize = 5000
// `isApart` as SQL text.
const apart =
  'merged_into is null and id not in (select merged_into from form_submissions where merged_into is not null)'

/**
 * Step of a cron job: replaces IP addresses of submissions with `Unknown` after 30 days, deletes submissions and what merges
 * copied from them after 24 months, and tombstones after 400 days; up to 5,000 of each. `more` if there may be others.
 * Idempotent.
 */
export async function expireSubmissions(
  { DB }: Bindings,
  { now }: Pick<StepContext, 'now'>,
): Promise<'more' | undefined> {
  const before = (days: number) => new Date(now - days * dayMs).toISOString()
  const some = (condition: string) =>
    `id in (select id from form_submissions where ${condition} limit ${batchSize})`
  const expired = sql`form_submissions.timestamp < ${before(retentionDays.submissions)}`
  const isMore = await separate(database(DB), expired, { once: true })
  const tombstones = await deleteOldTombstones(database(DB), now)
  const results = await DB.batch([
    DB.prepare(
      `update form_submissions set submitter_ip = 'Unknown' where ${some("timestamp < ? and submitter_ip <> 'Unknown'")}`,
    ).bind(before(retentionDays.addresses)),
    DB.prepare(`delete from form_submissions where ${some(`timestamp < ? and ${apart}`)}`).bind(
      before(retentionDays.submissions),
    ),
  ])
  const isFull = [...results, tombstones].some(({ meta }) => meta.changes >= batchSize)
  return isMore || isFull ? 'more' : undefined
}

// Deleted accounts and cards are erased after 30 days. What remains is hashes of their slugs and the codes of their share
// points, so nobody else gets them, and anonymous entries in the audit log.

const retentionMs = retentionDays.deleted * dayMs

/**
 * Step of a cron job: erases a part of the next account after the id `from`: one card, or the account once it has none.
 * Returns the id after which to continue; undefined at the end.
 */
export async function eraseAccounts(
  env: Bindings,
  { from, now }: Pick<StepContext, 'from' | 'now'>,
): Promise<number | undefined> {
  const db = database(env.DB)
  const after = idOf(from)
  const user = await db
    .select({ id: users.id, username: users.username })
    .from(users)
    .where(
      and(
        gt(users.id, after),
        lt(users.deletedAt, new Date(now - retentionMs).toISOString()),
        ne(users.id, firstUser),
      ),
    )
    .orderBy(asc(users.id))
    .limit(1)
    .get()
  if (!user) return undefined
  const card = await findCard(db, eq(businessCards.userId, user.id))
  // The user stays while any card is left, so the next run finds it.
  if (card) return (await eraseCard(env, card.id)) === 'wait' ? user.id : after
  await purgeUser(db, user)
  return user.id
}

/**
 * Step of a cron job: erases a part of the next card after the id `from` that was deleted on its own. Returns the id after
 * which to continue; undefined at the end.
 */
export async function eraseDeletedCards(
  env: Bindings,
  { from, now }: Pick<StepContext, 'from' | 'now'>,
): Promise<number | undefined> {
  const after = idOf(from)
  const isExpired = lt(businessCards.deletedAt, new Date(now - retentionMs).toISOString())
  const card = await findCard(database(env.DB), and(gt(businessCards.id, after), isExpired))
  if (!card) return undefined
  return (await eraseCard(env, card.id)) === 'more' ? after : card.id
}

function idOf(from: unknown): number {
  return typeof from === 'number' ? from : 0
}

function findCard(db: Db, where: SQL | undefined) {
  const { id } = businessCards
  return db.select({ id }).from(businessCards).where(where).orderBy(asc(id)).limit(1).get()
}

/** Erases a card. Deletes its events first: the card stays while any are left. */
async function eraseCard(env: Bindings, id: number): Promise<'done' | 'more' | 'wait'> {
  const outcome = await deleteCardEvents(env, id)
  if (outcome === 'done') await purgeCard(database(env.DB), id)
  return outcome
}

// The image cleanup deletes the uploads of missing cards.
async function purgeCard(db: Db, id: number): Promise<void> {
  await separate(db, isMergedBeyond(id))
  const ofCard = eq(businessCards.id, id)
  const tombstones = await slugTombstones(db, id)
  await repeatable(() =>
    db.batch([
      ...tombstones,
      db.delete(cardLocales).where(eq(cardLocales.cardId, id)),
      db.delete(formSubmissions).where(eq(formSubmissions.cardId, id)),
      forgetDeletedEntries(db, eq(deletedEntries.cardId, id)),
      deleteEntryChangesOf(db, id),
      db.delete(templateJobCards).where(eq(templateJobCards.cardId, id)),
      deleteBoardPointsOf(db, id),
      eraseSharePoints(db, id),
      clearModelValues(db, id),
      deleteFeedsOfCard(db, id),
      deleteExportsOfCard(db, id),
      deleteWalletPassesOf(db, id),
      deleteWalletDevicesOf(db, id),
      deleteReplyTemplatesOf(db, id),
      eraseDetails(db, sql`target = ${`card ${id}`}`),
      db.delete(businessCards).where(ofCard),
    ]),
  )
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
  const erasure = await erasePerson(db, user)
  await repeatable(() =>
    db.batch([
      ...erasure,
      db.delete(sessions).where(eq(sessions.userId, id)),
      db.delete(apiTokens).where(eq(apiTokens.userId, id)),
      deleteFeedsOf(db, id),
      deleteExportsOf(db, id),
      db.delete(resetTokens).where(eq(resetTokens.userId, id)),
      db.delete(emailReverts).where(eq(emailReverts.userId, id)),
      db.delete(emailVerifications).where(eq(emailVerifications.userId, id)),
      db.delete(signInChallenges).where(eq(signInChallenges.userId, id)),
      ...deleteSecondFactor(db, id, sql`true`),
      deletePasskeysOf(db, id, sql`true`),
      db
        .update(formSubmissions)
        .set({ assigneeId: null, assignedAt: null })
        .where(eq(formSubmissions.assigneeId, id)),
      deleteShareLinksOf(db, id),
      ...deleteBoardsOf(db, id),
      db
        .update(formSubmissions)
        .set({ capturedBy: null })
        .where(eq(formSubmissions.capturedBy, id)),
      db.delete(users).where(and(eq(users.id, id), isNotNull(users.deletedAt))),
    ]),
  )
}
