/** The slug of a user's first card, as User Management changes it. */
import { and, asc, eq, isNull, type SQL, sql } from 'drizzle-orm'
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
  const free = sql`iif(${takenByAnother(sql`${slug}`, card?.id ?? 0)}, null, ${slug})`
  if (!card) return [firstCard(db, userId, { slug, free, allowed })]
  return [
    db.run(
      sql`insert into ${slugHistory} (slug, card_id) select ${card.slug}, ${card.id} where ${allowed} on conflict do nothing`,
    ),
    db.run(
      sql`update ${businessCards} set slug = ${free}, version = version + 1, updated_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now') where id = ${card.id} and ${allowed}`,
    ),
  ]
}

function firstCard(
  db: Db,
  userId: number,
  { slug, free, allowed }: { slug: string; free: SQL; allowed: SQL },
) {
  const row = newCardValues({ slug })
  return db.run(sql`
    insert into ${businessCards} (user_id, slug, theme, name, email, phone, customizations, uid)
    select id, ${free}, ${row.theme}, full_name, email, phone, ${JSON.stringify(row.customizations)}, ${row.uid}
    from ${users} where id = ${userId} and ${allowed}`)
}
