/** Writing cards: each write is one statement or batch that refuses by itself what changed since the check. */
import { and, desc, eq, isNotNull, isNull, ne, not, sql } from 'drizzle-orm'
import type { Card, CardInput } from '../../schema/card.ts'
import type { DeletedCard } from '../../schema/deleted-card.ts'
import { businessCards, slugHistory } from '../../schema/tables.ts'
import { type Db, holds } from '../platform/database.ts'
import { sqlNow } from '../platform/time.ts'
import { isReserved, takenByAnother } from './slugs.ts'
import { findCard, listCardsOwnedBy, type NewCardFields, newCardValues } from './store.ts'

/** Creates a live card; with `onlyOne`, unless the owner has one. Safe against a second request at the same moment. */
export async function createCard(
  db: Db,
  userId: number,
  { onlyOne, ...fields }: NewCardFields & { onlyOne: boolean },
): Promise<Card | 'slug taken' | 'has a card'> {
  const row = newCardValues(fields)
  const own = and(eq(businessCards.userId, userId), eq(businessCards.uid, row.uid))
  const has = sql`exists (select 1 from ${businessCards} where ${businessCards.userId} = ${userId} and ${businessCards.deletedAt} is null)`
  const made = isReserved(row.slug)
    ? undefined
    : await db.get<{ id: number } | undefined>(sql`
    insert into business_cards (user_id, slug, theme, name, email, phone, customizations, uid)
    select ${userId}, ${row.slug}, ${row.theme}, ${row.name}, ${row.email}, ${row.phone},
      ${JSON.stringify(row.customizations)}, ${row.uid}
    where not ${takenByAnother(row.slug, 0)} and not (${onlyOne ? 1 : 0} and ${has})
      and not exists (select 1 from ${businessCards} where ${own})
    returning id`)
  if (made) return written(db, made.id)
  // It may have been made by this very call, whose first answer was lost.
  const [again] = await db
    .select({ id: businessCards.id })
    .from(businessCards)
    .where(and(own, isNull(businessCards.deletedAt)))
  if (again) return written(db, again.id)
  return onlyOne && (await listCardsOwnedBy(db, userId)).length > 0 ? 'has a card' : 'slug taken'
}

async function written(db: Db, id: number): Promise<Card> {
  const card = await findCard(db, id)
  if (!card) throw new Error('A card vanished while it was written')
  return card
}

/** Writes the whole card over `stored`, unless somebody else wrote it since. The slug it leaves stays its own. */
export async function saveCard(
  db: Db,
  stored: Card,
  input: CardInput,
): Promise<Card | 'stale' | 'slug taken'> {
  if (input.slug !== stored.slug && isReserved(input.slug)) return 'slug taken'
  const mayWrite = and(
    eq(businessCards.id, stored.id),
    eq(businessCards.version, stored.version),
    isNull(businessCards.deletedAt),
    not(takenByAnother(input.slug, stored.id)),
  )
  const [, saved] = await db.batch([
    db
      .insert(slugHistory)
      .select(
        db
          .select({
            slug: businessCards.slug,
            cardId: businessCards.id,
            until: sql`${sqlNow}`.as('until'),
          })
          .from(businessCards)
          .where(and(mayWrite, ne(businessCards.slug, input.slug))),
      )
      .onConflictDoNothing(),
    db
      .update(businessCards)
      .set(columnsOf(input))
      .where(mayWrite)
      .returning({ id: businessCards.id }),
  ])
  if (saved.length > 0) return written(db, stored.id)
  const current = await findCard(db, stored.id)
  if (current && isSaved(current, stored.version, input)) return current
  return current?.version === stored.version ? 'slug taken' : 'stale'
}

/** Whether the card is what saving this over that version makes of it: a save whose answer was lost, sent again. */
export function isSaved(card: Card, version: number, input: CardInput): boolean {
  const { version: _, updatedAt: __, ...wanted } = columnsOf(input)
  return card.version === version + 1 && holds(card, wanted)
}

function columnsOf({ website, customizations, version: _, ...fields }: CardInput) {
  return {
    ...fields,
    customizations: { ...customizations, website: website ?? customizations.website },
    version: sql`${businessCards.version} + 1`,
    updatedAt: sqlNow,
  }
}

/** Hides the card everywhere; it can be restored for 30 days and keeps its slugs for good. */
export async function deleteCard(db: Db, id: number): Promise<void> {
  await db
    .update(businessCards)
    .set({ deletedAt: sqlNow, version: sql`${businessCards.version} + 1` })
    .where(and(eq(businessCards.id, id), isNull(businessCards.deletedAt)))
}

// Cards that were deleted by themselves: listed and brought back.

const mostListed = 500

/** The last one deleted first; of one user, or of everybody. */
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
    .limit(mostListed)
    .all()
}

/** The card as it was before, at its own slug; undefined when it never was or is erased. */
export async function restoreCard(db: Db, id: number): Promise<Card | 'not deleted' | undefined> {
  if (await findCard(db, id)) return 'not deleted'
  await db
    .update(businessCards)
    .set({ deletedAt: null, version: sql`${businessCards.version} + 1` })
    .where(and(eq(businessCards.id, id), isNotNull(businessCards.deletedAt)))
  return findCard(db, id)
}
