/** Restores users, and transfers cards to a colleague. */

import { createHmac, timingSafeEqual } from 'node:crypto'
import { and, eq, exists, gt, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import { transferAfterMs } from '../../schema/access.ts'
import { users } from '../../schema/accounts/tables.ts'
import { businessCards } from '../../schema/cards/tables.ts'
import type { User } from '../../schema/users/user.ts'
import {
  type Caller,
  isStillSignedIn,
  isUnchanged,
  revokeAccess,
} from '../accounts/auth-version.ts'
import { unassignFormerOwner } from '../inbox/entry-changes.ts'
import type { Db } from '../platform/database.ts'
import { repeatable } from '../platform/failures.ts'
import { retentionDays } from '../platform/jobs.ts'
import { type Peppers, peppersOf } from '../platform/secrets.ts'
import { dayMs, daySeconds, nowSeconds, uniqueTime } from '../platform/time.ts'
import { userColumns } from './queries.ts'
import { canManage, levelOf, type UserTarget } from './rules.ts'

/**
 * Restores the user and their cards. False if the actor is not allowed to, or the user was deleted 30 or more days ago,
 * because then they may be partly erased.
 */
export async function restoreUser(db: Db, { actor, id }: UserTarget): Promise<boolean> {
  const since = new Date(Date.now() - retentionDays.deleted * dayMs).toISOString()
  // Succeeds also if another administrator has restored the user in the meantime.
  const isRestorable = or(isNull(users.deletedAt), gt(users.deletedAt, since))
  const may = and(eq(users.id, id), isRestorable, isStillSignedIn(actor), canManage(actor.id))
  const deleted = db
    .select({ id: users.id })
    .from(users)
    .where(and(may, isNotNull(users.deletedAt)))
  const [allowed] = await repeatable(() =>
    db.batch([
      db.select({ id: users.id }).from(users).where(may),
      ...revokeAccess(db, id, { when: exists(deleted) }),
      db.update(users).set({ deletedAt: null }).where(may),
    ]),
  )
  return allowed.length > 0
}

/** The active user with this name, ignoring case. */
export function findColleague(db: Db, username: string): Promise<User | undefined> {
  return db
    .select(userColumns)
    .from(users)
    .where(and(sql`${users.username} = ${username} collate nocase`, isNull(users.deletedAt)))
    .get()
}

/**
 * Transfers all cards of the user, with their addresses, inbox and analytics, to the colleague in one transaction.
 * Returns the slugs of the cards, or undefined if the actor is not (or is no longer) allowed to. Users can give their own
 * cards to anyone with room for them. Cards of others require level 5, or level 4 three days after the user was
 * deleted, and a colleague whom the actor manages.
 */
export async function transferCards(
  db: Db,
  { actor, id }: UserTarget,
  to: number,
): Promise<string[] | undefined> {
  const actorId = actor.id
  const isOwn = actorId === id
  const self = sql`(${users.id} = ${actorId} and ${users.deletedAt} is null)`
  const deletedBefore = new Date(Date.now() - transferAfterMs).toISOString()
  const isReleased = sql`(${users.deletedAt} <= ${deletedBefore} or ${levelOf(actorId)} = 5)`
  const owner = db
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        eq(users.id, id),
        isStillSignedIn(actor),
        isOwn ? self : and(canManage(actorId), isReleased),
      ),
    )
  const colleague = db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, to), isNull(users.deletedAt), isOwn ? hasRoom(id) : canManage(actorId)))
  const may = sql`(exists ${owner} and exists ${colleague})`
  const updatedAt = uniqueTime()
  const [, allowed, , moved] = await repeatable(() =>
    db.batch([
      unassignFormerOwner(db, id, may),
      db
        .select({ id: users.id })
        .from(users)
        .where(and(eq(users.id, id), may)),
      db
        .update(businessCards)
        .set({ ...transferredColumns(id, to), updatedAt })
        .where(and(eq(businessCards.userId, id), isNull(businessCards.deletedAt), may)),
      db
        .select({ slug: businessCards.slug })
        .from(businessCards)
        .where(and(eq(businessCards.userId, to), eq(businessCards.updatedAt, updatedAt), may)),
    ]),
  )
  return allowed.length > 0 ? moved.map(({ slug }) => slug) : undefined
}

/** What a transfer changes on a card, except `updatedAt`. */
function transferredColumns(from: number, to: number) {
  return {
    ...codeOf(from),
    templateId: templateOf(from, to),
    userId: to,
    version: sql`${businessCards.version} + 1`,
  }
}

/** Whether the user can transfer their own cards to that user. */
export async function canTakeCards(db: Db, from: number, to: number): Promise<boolean> {
  const room = and(eq(users.id, to), hasRoom(from))
  return (await db.$count(users, room)) > 0
}

/**
 * SQL for a statement on `users`: below level 4 a user has one card unless an administrator gives them more, and only
 * level 5 gives cards to level 5.
 */
function hasRoom(from: number): SQL {
  const together = sql`(select count(*) from business_cards as held where held.user_id in (${from}, ${users.id}) and held.deleted_at is null)`
  return sql`(case ${users.accessLevel} when 5 then ${levelOf(from)} = 5 when 4 then true
    else ${levelOf(from)} >= 4 or ${together} <= 1 end)`
}

// Level 4 cannot manage a template used by a level 5 card, so a transfer to level 5 removes the template.
function templateOf(from: number, to: number): SQL {
  const level = (id: number) => sql`(select access_level from users where id = ${id})`
  return sql`iif(${level(to)} = 5 and ${level(from)} < 5, null, ${businessCards.templateId})`
}

// Code hidden because the owner was below level 3 is deleted, so a new owner at level 3 does not publish it.
function codeOf(ownerId: number) {
  const shows = sql`(select access_level from users where id = ${ownerId}) >= 3`
  const { embedCodes, customizations } = businessCards
  return {
    embedCodes: sql`iif(${shows}, ${embedCodes}, '[]')`,
    customizations: sql`iif(${shows}, ${customizations}, json_set(${customizations}, '$.customCss', null))`,
  }
}

// Transfer offers: signed links to a colleague for all of the user's cards, valid for seven days. Nothing is stored:
// the signature covers the sender's auth version and cards, so a change to either voids the offer.

const offerLifetimeSeconds = 7 * daySeconds

/** The user who offers their cards; `cards` is a JSON array of all their card ids. */
type Sender = NonNullable<Awaited<ReturnType<typeof findSender>>>

/** `to` is the id of the user who may accept; `expiresAt` is in seconds. */
type Terms = { from: Pick<Sender, 'id' | 'authVersion' | 'cards'>; to: number; expiresAt: number }

/** The active user with this id, and their cards. */
export function findSender(db: Db, id: number) {
  const cards = cardIdsOf(id)
  const count = sql<number>`json_array_length(${cards})`
  return db
    .select({ ...userColumns, authVersion: users.authVersion, cards, count })
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deletedAt)))
    .get()
}

/** The token of an offer of all these cards to `to`. */
export function signOffer(
  { PEPPER }: Peppers,
  { from, to }: Pick<Terms, 'from' | 'to'>,
  now = nowSeconds(),
): string {
  const expiresAt = now + offerLifetimeSeconds
  return `${from.id}.${to}.${expiresAt}.${signTerms(PEPPER, { from, to, expiresAt })}`
}

/** The id of the user who may accept, read from the token without verifying it. */
export function receiverOf(token: string): number {
  return Number(token.split('.')[1])
}

/** The offer of a token; undefined if it has expired, is not valid, or the sender or their cards have changed. */
export async function findOffer(
  db: Db,
  keys: Peppers,
  token: string,
): Promise<{ from: Sender; expiresAt: number } | undefined> {
  const [id, to, expiresAt] = token.split('.', 3).map(Number)
  if (id === undefined || to === undefined || expiresAt === undefined) return undefined
  if (expiresAt <= nowSeconds()) return undefined
  const from = await findSender(db, id)
  if (!from) return undefined
  const actualMac = Buffer.from(token.split('.')[3] ?? '')
  const signed = peppersOf(keys).some((pepper) => {
    const mac = Buffer.from(signTerms(pepper, { from, to, expiresAt }))
    return mac.length === actualMac.length && timingSafeEqual(mac, actualMac)
  })
  return signed ? { from, expiresAt } : undefined
}

/**
 * Accepts an offer in one transaction: moves the cards and increments the sender's auth version, which voids the offer.
 * Returns the slugs, or undefined if sender, cards or receiver have changed since it was read.
 */
export async function acceptOffer(
  db: Db,
  receiver: Caller,
  from: Sender,
): Promise<string[] | undefined> {
  const colleague = db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, receiver.id), isStillSignedIn(receiver), hasRoom(from.id)))
  const may = sql`(${isUnchanged(from)} and ${cardIdsOf(from.id)} = ${from.cards} and exists ${colleague})`
  const updatedAt = uniqueTime()
  const moved = and(eq(businessCards.userId, receiver.id), eq(businessCards.updatedAt, updatedAt))
  const found = db.select({ slug: businessCards.slug }).from(businessCards).where(moved)
  const [, , , slugs] = await repeatable(() =>
    db.batch([
      unassignFormerOwner(db, from.id, may),
      db
        .update(businessCards)
        .set({ ...transferredColumns(from.id, receiver.id), updatedAt })
        .where(and(eq(businessCards.userId, from.id), isNull(businessCards.deletedAt), may)),
      db
        .update(users)
        .set({ authVersion: from.authVersion + 1 })
        .where(
          and(eq(users.id, from.id), eq(users.authVersion, from.authVersion), sql`exists ${found}`),
        ),
      found,
    ]),
  )
  return slugs.length > 0 ? slugs.map(({ slug }) => slug) : undefined
}

function signTerms(pepper: string, { from, to, expiresAt }: Terms): string {
  const terms = JSON.stringify([from.id, from.authVersion, from.cards, to, expiresAt])
  return createHmac('sha256', pepper).update(`handover offer\n${terms}`).digest('base64url')
}

function cardIdsOf(userId: number): SQL<string> {
  return sql`(select json_group_array(held.id) from (select id from business_cards where user_id = ${userId} and deleted_at is null order by id) as held)`
}
