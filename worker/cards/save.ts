/**
 * Creates, saves, deletes and restores cards. Each write checks its own conditions, so concurrent requests are safe.
 */
import { isDeepStrictEqual } from 'node:util'
import { and, desc, eq, exists, gt, isNotNull, isNull, ne, not, type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { Card, CardInput, DeletedCard, NewCard } from '../../schema/cards/card.ts'
import type { CardLocales } from '../../schema/cards/card-texts.ts'
import { businessCards, slugHistory } from '../../schema/cards/tables.ts'
import { isBlankText } from '../../schema/text.ts'
import { type Db, hasValues } from '../platform/database.ts'
import { repeatable } from '../platform/failures.ts'
import { retentionDays } from '../platform/jobs.ts'
import { dayMs, sqlNow } from '../platform/time.ts'
import { findCard, listCardsOwnedBy, selectCard, withoutOrphans, writeLocales } from './queries.ts'
import {
  isReserved,
  isTakenByAnother,
  languageOfOwner,
  type NewCardFields,
  newCardValues,
} from './slugs.ts'

/**
 * Creates a card, live unless `state` says otherwise; with `onlyOne`, only if the owner has none. Safe under concurrent
 * requests, and idempotent for a repeated `uid`.
 */
export async function createCard(
  db: Db,
  userId: number,
  {
    onlyOne,
    state = 'live',
    ...fields
  }: NewCardFields & { onlyOne: boolean; state?: NewCard['state'] },
): Promise<Card | 'slug taken' | 'has a card'> {
  const row = newCardValues(fields)
  const sameUid = and(eq(businessCards.userId, userId), eq(businessCards.uid, row.uid))
  const hasCard = sql`exists (select 1 from ${businessCards} where ${businessCards.userId} = ${userId} and ${businessCards.deletedAt} is null)`
  const created = isReserved(row.slug)
    ? undefined
    : await repeatable(() =>
        db.get<{ id: number } | undefined>(sql`
    insert into business_cards (user_id, slug, theme, state, name, email, phone, language, form_config, customizations, uid)
    select ${userId}, ${row.slug}, ${row.theme}, ${state}, ${row.name}, ${row.email}, ${row.phone},
      ${languageOfOwner(userId)}, ${JSON.stringify(row.formConfig)}, ${JSON.stringify(row.customizations)}, ${row.uid}
    where not ${isTakenByAnother(row.slug, 0)} and not (${onlyOne ? 1 : 0} and ${hasCard})
      and not exists (select 1 from ${businessCards} where ${sameUid})
    returning id`),
      )
  if (created) return readWritten(db, created.id)
  // An earlier attempt of the same request may have created it, and its response was lost.
  const [earlier] = await db
    .select({ id: businessCards.id })
    .from(businessCards)
    .where(and(sameUid, isNull(businessCards.deletedAt)))
  if (earlier) return readWritten(db, earlier.id)
  return onlyOne && (await listCardsOwnedBy(db, userId)).length > 0 ? 'has a card' : 'slug taken'
}

async function readWritten(db: Db, id: number): Promise<Card> {
  const card = await findCard(db, id)
  if (!card) throw new Error('The card was deleted while it was saved')
  return card
}

type CardSave = {
  input: CardInput
  /** Whether the caller may still write, for the same statement. */
  may?: SQL
  /** Statements of the same transaction; the condition is true if the card was written. */
  also?: (written: SQL) => BatchItem<'sqlite'>[]
}

/**
 * Replaces all fields of `stored` in one batch. Returns the saved card, or `stale` if the card was saved since it was read.
 * A former slug stays reserved for the card and redirects to it.
 */
export async function saveCard(
  db: Db,
  stored: Card,
  { input, may = sql`true`, also = () => [] }: CardSave,
): Promise<Card | 'stale' | 'slug taken' | 'not allowed'> {
  if (input.slug !== stored.slug && isReserved(input.slug)) return 'slug taken'
  const { id } = stored
  const mayWrite = and(
    eq(businessCards.id, id),
    eq(businessCards.version, stored.version),
    isNull(businessCards.deletedAt),
    not(isTakenByAnother(input.slug, id)),
    may,
  )
  const when = exists(db.select({ id: businessCards.id }).from(businessCards).where(mayWrite))
  const locales = savedLocales(stored, input)
  const [, , , written, [current], [allowed]] = await repeatable(() =>
    db.batch([
      keepFormerSlug(db, and(mayWrite, ne(businessCards.slug, input.slug))),
      ...writeLocales(db, { cardId: id, locales }, when),
      db
        .update(businessCards)
        .set(columnsOf(stored, input))
        .where(mayWrite)
        .returning({ id: businessCards.id }),
      selectCard(db, id),
      db
        .select({ may: may.mapWith(Boolean) })
        .from(businessCards)
        .where(eq(businessCards.id, id)),
      // Counts the update's changes, because the selects in between change nothing.
      ...also(sql`changes() > 0`),
    ]),
  )
  // A retry after a lost response writes nothing, and finds the card as it wrote it.
  if (current && (written.length > 0 || isSaved(current, stored, input))) return current
  if (allowed && !allowed.may) return 'not allowed'
  return current?.version === stored.version ? 'slug taken' : 'stale'
}

function keepFormerSlug(db: Db, when: SQL | undefined) {
  const { slug, id } = businessCards
  const until = sql`${sqlNow}`.as('until')
  return db
    .insert(slugHistory)
    .select(db.select({ slug, cardId: id, until }).from(businessCards).where(when))
    .onConflictDoNothing()
}

/** The names of the fields whose values a save changes. A missing value, null and an empty object are the same. */
export function changedFields(stored: Card, input: CardInput): string[] {
  const { version: _, updatedAt: __, ...columns } = columnsOf(stored, input)
  const before = withoutPin(stored)
  const after = { ...withoutPin(columns), locales: savedLocales(stored, input) }
  return Object.entries(after).flatMap(([name, value]) =>
    // A save leaves a missing field as it is.
    value === undefined || givenText(value) === givenText(Reflect.get(before, name)) ? [] : [name],
  )
}

// The pin follows from the address.
function withoutPin<T extends Pick<Card, 'customizations'>>(card: T) {
  const { pin: _, ...customizations } = card.customizations
  return { ...card, customizations }
}

/** The JSON of a field's value without the parts that are empty. */
function givenText(value: unknown): string | undefined {
  const given: unknown = JSON.parse(JSON.stringify(value ?? null), (_, part) =>
    part === null || isDeepStrictEqual(part, {}) ? undefined : part,
  )
  return JSON.stringify(given)
}

/** True if the card is what saving `input` over `before` results in: the retry of a save whose response was lost. */
export function isSaved(
  card: Card,
  before: Pick<Card, 'version' | 'locales' | 'customizations'>,
  input: CardInput,
): boolean {
  const { version: _, updatedAt: __, ...columns } = columnsOf(before, input)
  const expected = { ...columns, locales: savedLocales(before, input) }
  return card.version === before.version + 1 && hasValues(card, expected)
}

function savedLocales(before: Pick<Card, 'locales'>, input: CardInput): CardLocales {
  return input.locales ? withoutOrphans(input.locales, input) : before.locales
}

function columnsOf(
  { customizations: { visibility } }: Pick<Card, 'customizations'>,
  { website, customizations, version: _, locales: __, ...fields }: CardInput,
) {
  return {
    ...fields,
    name: isBlankText(fields.name) ? null : fields.name,
    customizations: {
      ...customizations,
      website: website ?? customizations.website,
      // Stays if absent, so that a client that does not know this field reveals nothing.
      visibility: customizations.visibility ?? visibility,
    },
    version: sql`${businessCards.version} + 1`,
    updatedAt: sqlNow,
  }
}

/** Invalidates all unlocks of a card so far. The version stays, because no editable field changes. */
export async function lockCard(db: Db, id: number): Promise<void> {
  // Unlocks use this clock, not the database's.
  const lockedAt = new Date().toISOString()
  await repeatable(() => db.update(businessCards).set({ lockedAt }).where(eq(businessCards.id, id)))
}

/** Marks a card as deleted. It can be restored for 30 days; its slugs stay reserved for good. */
export async function deleteCard(db: Db, id: number): Promise<void> {
  await repeatable(() =>
    db
      .update(businessCards)
      .set({ deletedAt: sqlNow, version: sql`${businessCards.version} + 1` })
      .where(and(eq(businessCards.id, id), isNull(businessCards.deletedAt))),
  )
}

const maxDeletedListed = 500

/** Returns up to 500 deleted cards of one user or of all users, the last deleted first. */
export async function listDeletedCards(db: Db, userId?: number): Promise<DeletedCard[]> {
  const { id, slug, name } = businessCards
  const deletedAt = sql<string>`${businessCards.deletedAt}`.as('deleted')
  return db
    .select({ id, userId: businessCards.userId, slug, name, deletedAt })
    .from(businessCards)
    .where(
      and(
        isNotNull(businessCards.deletedAt),
        userId === undefined ? undefined : eq(businessCards.userId, userId),
      ),
    )
    .orderBy(desc(businessCards.deletedAt))
    .limit(maxDeletedListed)
    .all()
}

/**
 * Restores a deleted card and its slug. Undefined if the card never existed or was deleted 30 or more days ago, because
 * then it may be partly erased.
 */
export async function restoreCard(db: Db, id: number): Promise<Card | 'not deleted' | undefined> {
  if (await findCard(db, id)) return 'not deleted'
  const since = new Date(Date.now() - retentionDays.deleted * dayMs).toISOString()
  await repeatable(() =>
    db
      .update(businessCards)
      .set({ deletedAt: null, version: sql`${businessCards.version} + 1` })
      .where(and(eq(businessCards.id, id), gt(businessCards.deletedAt, since))),
  )
  return findCard(db, id)
}
