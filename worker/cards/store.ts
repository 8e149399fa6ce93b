/** Cards in the database. Every read names its columns; slugs are stored in lower case. */
import { and, asc, count, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { canUseDeveloperFields } from '../../schema/access.ts'
import type { Card, PublicCard } from '../../schema/card.ts'
import type { CardState, Customizations } from '../../schema/card-fields.ts'
import { publicFields } from '../../schema/card-fields.ts'
import { pick } from '../../schema/pick.ts'
import { businessCards, users } from '../../schema/tables.ts'
import { cardTemplates } from '../../schema/team-tables.ts'
import { defaultTheme } from '../../schema/theme.ts'
import { inlinePhotoAt } from '../media/inline-photo.ts'
import type { Db } from '../platform/database.ts'

const publicColumns = pick(businessCards, ['id', ...publicFields, 'customizations', 'updatedAt'])

const cardColumns = {
  ...publicColumns,
  userId: businessCards.userId,
  embedCodes: businessCards.embedCodes,
  state: businessCards.state,
  version: businessCards.version,
  createdAt: businessCards.createdAt,
  user: { id: users.id, accessLevel: users.accessLevel },
  template: { id: cardTemplates.id, name: cardTemplates.name, rules: cardTemplates.rules },
}

/** The whole card, in any state; undefined when it never was or is deleted. */
export async function findCard(db: Db, id: number): Promise<Card | undefined> {
  return selectCards(db)
    .where(and(eq(businessCards.id, id), isNull(businessCards.deletedAt)))
    .get()
}

/** Oldest first. */
export async function listCardsOwnedBy(db: Db, userId: number): Promise<Card[]> {
  return selectCards(db)
    .where(and(eq(businessCards.userId, userId), isNull(businessCards.deletedAt)))
    .orderBy(asc(businessCards.id))
    .all()
}

/** A page of the cards of users up to a level, oldest first, and how many there are in all. */
export async function listCards(
  db: Db,
  { level, page, limit }: { level: number; page: number; limit: number },
) {
  const owned = sql`exists (select 1 from users as owner where owner.id = ${businessCards.userId} and owner.access_level <= ${level})`
  const kept = and(isNull(businessCards.deletedAt), owned)
  // Not a batch: D1 answers those by column name, and two tables have an `id` here.
  const [cards, all] = await Promise.all([
    selectCards(db)
      .where(kept)
      .orderBy(asc(businessCards.id))
      .limit(limit)
      .offset((page - 1) * limit)
      .all(),
    db.select({ total: count() }).from(businessCards).where(kept).get(),
  ])
  return { cards, total: all?.total ?? 0 }
}

/** Whole cards with their owner's level; the caller says which. */
export function selectCards(db: Db) {
  return db
    .select(cardColumns)
    .from(businessCards)
    .innerJoin(users, eq(users.id, businessCards.userId))
    .leftJoin(cardTemplates, eq(cardTemplates.id, businessCards.templateId))
}

export type NewCardFields = {
  slug: string
  name?: string | null
  email?: string | null
  phone?: string | null
  theme?: string
  uid?: string
}

/** The row of a new card, all but its owner and what the table fills in itself. */
export function newCardValues({
  slug,
  name,
  email,
  phone,
  theme = defaultTheme,
  uid = crypto.randomUUID(),
}: NewCardFields) {
  return {
    slug: slug.toLowerCase(),
    name: name ?? null,
    email: email ?? null,
    phone: phone ?? null,
    theme,
    customizations: noCustomizations,
    uid,
  }
}

const noCustomizations: Customizations = {
  website: null,
  about: null,
  customCss: null,
  pronouns: null,
  department: null,
}

const foundColumns = {
  ...publicColumns,
  userId: businessCards.userId,
  uid: businessCards.uid,
  state: businessCards.state,
  inlinePhoto: inlinePhotoAt(businessCards.profilePicture),
  user: { accessLevel: users.accessLevel },
  hasCode: sql<number>`exists (select 1 from json_each(${businessCards.embedCodes}) where trim(value) <> '')`,
}

/** What anyone may see of a live card, with what the worker needs beside it: owner, state, random part of the contact's UID. */
export type FoundCard = {
  card: PublicCard
  userId: number
  user: { accessLevel: number }
  uid: string
  state: CardState
  /** The photo as a data address, when it has an inline form. */
  photo: string | undefined
  /** As typed; null when the owner may no longer have any. */
  customCss: string | null
}

const live = eq(businessCards.state, 'live')

/** The card at this slug, now or formerly, in any state; a former slug is told by `card.slug` being another. One statement. */
export function findCardBySlug(db: Db, slug: string): Promise<FoundCard | undefined> {
  return find(db, at(slug))
}

export function findLiveCardBySlug(db: Db, slug: string): Promise<FoundCard | undefined> {
  return find(db, and(at(slug), live))
}

export function findLiveCard(db: Db, id: number): Promise<FoundCard | undefined> {
  return find(db, and(eq(businessCards.id, id), live))
}

function at(slug: string): SQL {
  const lower = slug.toLowerCase()
  const named = sql`(select id from business_cards where slug = ${lower} collate nocase)`
  const formerly = sql`(select card_id from slug_history where slug = ${lower})`
  return sql`${businessCards.id} = coalesce(${named}, ${formerly})`
}

async function find(db: Db, which: SQL | undefined): Promise<FoundCard | undefined> {
  const row = await db
    .select(foundColumns)
    .from(businessCards)
    .innerJoin(users, eq(users.id, businessCards.userId))
    .where(and(which, isNull(businessCards.deletedAt), isNull(users.deletedAt)))
    .get()
  return row && withoutCode(row)
}

function withoutCode(row: FoundRow): FoundCard {
  const { userId, user, uid, state, inlinePhoto, hasCode, customizations, ...shown } = row
  const { customCss = null, ...open } = customizations
  const may = canUseDeveloperFields(user)
  const chat = may && state === 'live' && hasCode === 1 ? { hasChat: true } : {}
  return {
    card: { ...shown, customizations: open, ...chat },
    userId,
    user,
    uid,
    state,
    photo: inlinePhoto ? `data:image/webp;base64,${inlinePhoto}` : undefined,
    customCss: may ? customCss : null,
  }
}

type FoundRow = Omit<PublicCard, 'customizations'> & {
  customizations: PublicCard['customizations'] & { customCss?: string | null }
  hasCode: number
  inlinePhoto: string | null
} & Pick<FoundCard, 'userId' | 'user' | 'uid' | 'state'>

/** The chat code of a live card whose owner may have some now; undefined when there is none. */
export async function findEmbedCodes(db: Db, id: number): Promise<string[] | undefined> {
  const row = await db
    .select({ codes: businessCards.embedCodes, accessLevel: users.accessLevel })
    .from(businessCards)
    .innerJoin(users, eq(users.id, businessCards.userId))
    .where(
      and(eq(businessCards.id, id), live, isNull(businessCards.deletedAt), isNull(users.deletedAt)),
    )
    .get()
  const codes = row && canUseDeveloperFields(row) ? row.codes.filter((code) => code.trim()) : []
  return codes.length > 0 ? codes : undefined
}
