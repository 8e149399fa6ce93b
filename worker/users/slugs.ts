/** The slug of a user's first card, as User Management changes it. */
import { and, asc, eq, isNull, ne, type SQL, sql } from 'drizzle-orm'
import { businessCards, slugHistory, users } from '../../schema/tables.ts'
import { slugTaken, takenByAnother } from '../cards/slugs.ts'
import { newCardValues } from '../cards/store.ts'
import type { Db } from '../database.ts'

/**
 * The statements that give the user's first card the slug, or make that card, while `allowed` holds; none when there is
 * nothing to change. The slug the card leaves stays its own.
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
  if (await slugTaken(db, slug, card?.id)) return 'slug taken'
  // Null, and so a refusal of the whole batch, when the slug became another card's since the check.
  const free = sql`iif(${takenByAnother(slug, card?.id ?? 0)}, null, ${slug})`
  if (!card) return [firstCard(db, userId, { slug, free, allowed })]
  // Somebody else may have got the card since.
  const theirs = sql`iif(${businessCards.userId} = ${userId}, ${free}, null)`
  return [keepFormerSlug(db, card, allowed), rename(db, card, { slug, free: theirs, allowed })]
}

function keepFormerSlug(db: Db, card: { id: number; slug: string }, allowed: SQL) {
  const former = { slug: businessCards.slug, cardId: businessCards.id, until: now.as('until') }
  const ofCard = and(eq(businessCards.id, card.id), eq(businessCards.slug, card.slug), allowed)
  return db
    .insert(slugHistory)
    .select(db.select(former).from(businessCards).where(ofCard))
    .onConflictDoNothing()
}

type To = { slug: string; free: SQL; allowed: SQL }

function rename(db: Db, { id }: { id: number }, { slug, free, allowed }: To) {
  return db
    .update(businessCards)
    .set({ slug: free, version: sql`${businessCards.version} + 1`, updatedAt: now })
    .where(and(eq(businessCards.id, id), ne(businessCards.slug, slug), allowed))
}

function firstCard(db: Db, userId: number, { slug, free, allowed }: To) {
  const of = (column: SQL) => sql`(select ${column} from ${users} where id = ${userId})`
  const has = sql`exists (select 1 from ${businessCards} as own where own.user_id = ${userId} and own.deleted_at is null)`
  return db.insert(businessCards).values({
    ...newCardValues({ slug }),
    slug: free,
    // Null, and so a refusal, too, when the user has a card since the check.
    userId: sql`iif(${allowed} and not ${has}, ${userId}, null)`,
    name: of(sql`full_name`),
    email: of(sql`email`),
    phone: of(sql`phone`),
  })
}

const now = sql<string>`strftime('%Y-%m-%dT%H:%M:%fZ', 'now')`
