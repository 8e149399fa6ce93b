/** Changes the slug of a user's first card in User Management. */
import { and, asc, eq, isNull, ne, type SQL, sql } from 'drizzle-orm'
import { users } from '../../schema/accounts/tables.ts'
import { businessCards, slugHistory } from '../../schema/cards/tables.ts'
import { languageOfOwner, newCardValues } from '../cards/new-card.ts'
import { isSlugTaken, isTakenByAnother } from '../cards/slugs.ts'
import type { Db } from '../platform/database.ts'
import { sqlNow } from '../platform/time.ts'

/**
 * Statements that change the slug of a user's first card, or create that card, if the SQL condition
 * `allowed` is true; none if the slug is unchanged. The former slug stays reserved for the card.
 */
export async function cardSlugStatements(
  db: Db,
  userId: number,
  { slug, allowed }: { slug?: string | null; allowed: SQL },
) {
  if (!slug) return []
  const card = await db
    .select({ id: businessCards.id, slug: businessCards.slug })
    .from(businessCards)
    .where(and(eq(businessCards.userId, userId), isNull(businessCards.deletedAt)))
    .orderBy(asc(businessCards.id))
    .limit(1)
    .get()
  if (card?.slug === slug) return []
  if (await isSlugTaken(db, slug, card?.id)) return 'slug taken'
  // Null, which fails the whole batch, if another card got the slug since the check.
  const free = sql`iif(${isTakenByAnother(slug, card?.id ?? 0)}, null, ${slug})`
  if (!card) return [firstCardStatement(db, userId, { slug, free, allowed })]
  // Also null if the card was transferred to another user since.
  const stillOwned = sql`iif(${businessCards.userId} = ${userId}, ${free}, null)`
  return [
    formerSlugStatement(db, card, allowed),
    renameStatement(db, card, { slug, free: stillOwned, allowed }),
  ]
}

function formerSlugStatement(db: Db, card: { id: number; slug: string }, allowed: SQL) {
  const former = { slug: businessCards.slug, cardId: businessCards.id, until: sqlNow.as('until') }
  const ofCard = and(eq(businessCards.id, card.id), eq(businessCards.slug, card.slug), allowed)
  return db
    .insert(slugHistory)
    .select(db.select(former).from(businessCards).where(ofCard))
    .onConflictDoNothing()
}

type SlugChange = { slug: string; free: SQL; allowed: SQL }

function renameStatement(db: Db, { id }: { id: number }, { slug, free, allowed }: SlugChange) {
  return db
    .update(businessCards)
    .set({ slug: free, version: sql`${businessCards.version} + 1`, updatedAt: sqlNow })
    .where(and(eq(businessCards.id, id), ne(businessCards.slug, slug), allowed))
}

function firstCardStatement(db: Db, userId: number, { slug, free, allowed }: SlugChange) {
  const of = (column: SQL) => sql`(select ${column} from ${users} where id = ${userId})`
  const has = sql`exists (select 1 from ${businessCards} as own where own.user_id = ${userId} and own.deleted_at is null)`
  const card = newCardValues({ slug })
  // By an earlier attempt of this call, whose response was lost.
  const isStored = sql`exists (select 1 from ${businessCards} as own where own.uid = ${card.uid})`
  const values = {
    ...card,
    slug: sql`iif(${isStored}, ${slug}, ${free})`,
    // Null, which fails the batch, if the user got a card since the check.
    userId: sql`iif(${isStored} or ${allowed} and not ${has}, ${userId}, null)`,
    name: of(sql`full_name`),
    email: of(sql`email`),
    phone: of(sql`phone`),
    language: languageOfOwner(userId),
  }
  return db.insert(businessCards).values(values).onConflictDoNothing()
}
