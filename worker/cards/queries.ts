/** Reads cards for those who may edit them. Queries name their columns. */
import { and, asc, count, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { users } from '../../schema/accounts/tables.ts'
import type { Card } from '../../schema/cards/card.ts'
import { publicFields } from '../../schema/cards/card-fields.ts'
import { businessCards } from '../../schema/cards/tables.ts'
import { pick } from '../../schema/pick.ts'
import { cardTemplates } from '../../schema/templates/tables.ts'
import { logoToneSql } from '../images/logo-tone.ts'
import type { Db } from '../platform/database.ts'
import { localesColumn } from './card-locales.ts'
import { previewOf } from './preview.ts'
import { successorColumns } from './successor.ts'
import { videoStill } from './video-still.ts'

export const publicColumns = pick(businessCards, [
  'id',
  ...publicFields,
  'customizations',
  'updatedAt',
])

const cardColumns = {
  ...publicColumns,
  logoTone: logoToneSql(businessCards.logoUrl),
  videoStill,
  previewOf,
  userId: businessCards.userId,
  language: businessCards.language,
  locales: localesColumn,
  embedCodes: businessCards.embedCodes,
  state: businessCards.state,
  ...successorColumns,
  version: businessCards.version,
  createdAt: businessCards.createdAt,
  // D1 returns the rows of a batch keyed by column name, so no two may have the same.
  user: { id: sql<number>`${users.id}`.as('owner_id'), accessLevel: users.accessLevel },
  template: {
    id: sql<number>`${cardTemplates.id}`.as('template_id'),
    name: sql<string>`${cardTemplates.name}`.as('template_name'),
    rules: cardTemplates.rules,
  },
}

/** Returns all fields of a card in any state; undefined if it does not exist or is deleted. */
export async function findCard(db: Db, id: number): Promise<Card | undefined> {
  return selectCard(db, id).get()
}

/** The statement of `findCard`, for a batch. */
export function selectCard(db: Db, id: number) {
  return selectCards(db).where(and(eq(businessCards.id, id), isNull(businessCards.deletedAt)))
}

/** Returns the cards of a user, the oldest first. */
export async function listCardsOwnedBy(db: Db, userId: number | SQL<number>): Promise<Card[]> {
  return selectCards(db)
    .where(and(eq(businessCards.userId, userId), isNull(businessCards.deletedAt)))
    .orderBy(asc(businessCards.id))
    .all()
}

/** Returns a page of the cards of users up to a level, the oldest first, and their total number. */
export async function listCards(
  db: Db,
  { level, page, limit }: { level: number; page: number; limit: number },
) {
  const owned = sql`exists (select 1 from users as owner where owner.id = ${businessCards.userId} and owner.access_level <= ${level})`
  const listed = and(isNull(businessCards.deletedAt), owned)
  const [cards, [all]] = await db.batch([
    db
      .select({ ...cardColumns, username: users.username })
      .from(businessCards)
      .innerJoin(users, eq(users.id, businessCards.userId))
      .leftJoin(cardTemplates, eq(cardTemplates.id, businessCards.templateId))
      .where(listed)
      .orderBy(asc(businessCards.id))
      .limit(limit)
      .offset((page - 1) * limit),
    db.select({ total: count() }).from(businessCards).where(listed),
  ])
  return { cards, total: all?.total ?? 0 }
}

/** Query for all fields of cards, with their owner's level and their template. The caller adds the condition. */
export function selectCards(db: Db) {
  return db
    .select(cardColumns)
    .from(businessCards)
    .innerJoin(users, eq(users.id, businessCards.userId))
    .leftJoin(cardTemplates, eq(cardTemplates.id, businessCards.templateId))
}
