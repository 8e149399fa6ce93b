/** Cards in the database. Every read names its columns; slugs are stored in lower case. */
import { and, asc, count, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { Card, Customizations, PublicCard } from '../../schema/card.ts'
import { businessCards, users } from '../../schema/tables.ts'
import { defaultTheme } from '../../schema/theme.ts'
import type { Db } from '../database.ts'

export const publicColumns = {
  id: businessCards.id,
  slug: businessCards.slug,
  theme: businessCards.theme,
  name: businessCards.name,
  title: businessCards.title,
  company: businessCards.company,
  phone: businessCards.phone,
  email: businessCards.email,
  address: businessCards.address,
  about: businessCards.about,
  profilePicture: businessCards.profilePicture,
  coverPhoto: businessCards.coverPhoto,
  logoUrl: businessCards.logoUrl,
  videoUrl: businessCards.videoUrl,
  faviconUrl: businessCards.faviconUrl,
  socialLinks: businessCards.socialLinks,
  customButtons: businessCards.customButtons,
  gallery: businessCards.gallery,
  formConfig: businessCards.formConfig,
  customizations: businessCards.customizations,
  updatedAt: businessCards.updatedAt,
}

const cardColumns = {
  ...publicColumns,
  userId: businessCards.userId,
  embedCodes: businessCards.embedCodes,
  state: businessCards.state,
  version: businessCards.version,
  createdAt: businessCards.createdAt,
  user: { id: users.id, accessLevel: users.accessLevel },
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

/** A page of everybody's cards, oldest first, and how many there are in all. */
export async function listCards(db: Db, { page, limit }: { page: number; limit: number }) {
  const kept = isNull(businessCards.deletedAt)
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

function selectCards(db: Db) {
  return db
    .select(cardColumns)
    .from(businessCards)
    .innerJoin(users, eq(users.id, businessCards.userId))
}

export type NewCardFields = {
  slug: string
  name?: string | null
  email?: string | null
  phone?: string | null
  theme?: string
}

/** The row of a new card, all but its owner and what the table fills in itself. */
export function newCardValues({ slug, name, email, phone, theme = defaultTheme }: NewCardFields) {
  return {
    slug: slug.toLowerCase(),
    name: name ?? null,
    email: email ?? null,
    phone: phone ?? null,
    theme,
    customizations: noCustomizations,
    uid: crypto.randomUUID(),
  }
}

const noCustomizations: Customizations = {
  website: null,
  about: null,
  customCss: null,
  pronouns: null,
  department: null,
}

const liveColumns = { ...publicColumns, userId: businessCards.userId, uid: businessCards.uid }

/** A card anyone may see, with what the worker needs beside it: its owner, and the random part of its contact's UID. */
export type LiveCard = { card: PublicCard; userId: number; uid: string }

/** The live card at this slug, now or formerly; a former slug is told by `card.slug` being another. One statement. */
export async function findLiveCardBySlug(db: Db, slug: string): Promise<LiveCard | undefined> {
  const lower = slug.toLowerCase()
  const named = sql`(select id from business_cards where slug = ${lower} collate nocase)`
  const formerly = sql`(select card_id from slug_history where slug = ${lower})`
  return findLive(db, sql`${businessCards.id} = coalesce(${named}, ${formerly})`)
}

export async function findLiveCard(db: Db, id: number): Promise<LiveCard | undefined> {
  return findLive(db, eq(businessCards.id, id))
}

async function findLive(db: Db, which: SQL | undefined): Promise<LiveCard | undefined> {
  const row = await db
    .select(liveColumns)
    .from(businessCards)
    .innerJoin(users, eq(users.id, businessCards.userId))
    .where(
      and(
        which,
        eq(businessCards.state, 'live'),
        isNull(businessCards.deletedAt),
        isNull(users.deletedAt),
      ),
    )
    .get()
  return row && live(row)
}

function live({
  userId,
  uid,
  customizations: { customCss: _, ...customizations },
  ...shown
}: LiveRow): LiveCard {
  return { card: { ...shown, customizations }, userId, uid }
}

type LiveRow = Omit<PublicCard, 'customizations'> & {
  customizations: PublicCard['customizations'] & { customCss?: string | null }
  userId: number
  uid: string
}
