/** Reads cards from the database. Queries name their columns; slugs are stored in lowercase. */
import { and, asc, count, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { canUseDeveloperFields } from '../../schema/access.ts'
import type { Card, PublicCard } from '../../schema/card.ts'
import type { CardState } from '../../schema/card-fields.ts'
import { publicFields } from '../../schema/card-fields.ts'
import type { CardLocales } from '../../schema/card-texts.ts'
import { pick } from '../../schema/pick.ts'
import { PathSlug } from '../../schema/slug.ts'
import { businessCards, sharePoints, users } from '../../schema/tables.ts'
import { cardTemplates } from '../../schema/team-tables.ts'
import { inlinePhotoSql } from '../media/inline-photo.ts'
import { logoToneSql } from '../media/logo-tone.ts'
import type { Db } from '../platform/database.ts'
import { localesColumn } from './card-locales.ts'
import { type Forwarding, successorColumns } from './successor.ts'
import { videoStill } from './video-still.ts'

const publicColumns = pick(businessCards, ['id', ...publicFields, 'customizations', 'updatedAt'])

const cardColumns = {
  ...publicColumns,
  logoTone: logoToneSql(businessCards.logoUrl),
  videoStill,
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
    selectCards(db)
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

const foundColumns = {
  ...publicColumns,
  logoTone: logoToneSql(businessCards.logoUrl),
  videoStill,
  userId: businessCards.userId,
  uid: businessCards.uid,
  state: businessCards.state,
  ...successorColumns,
  version: businessCards.version,
  language: businessCards.language,
  locales: localesColumn,
  inlinePhoto: inlinePhotoSql(businessCards.profilePicture),
  user: { accessLevel: users.accessLevel },
  hasCode: sql<number>`exists (select 1 from json_each(${businessCards.embedCodes}) where trim(value) <> '')`,
}

/** The public fields of a card, and what the worker needs besides. */
export type FoundCard = Forwarding & {
  /** In its base language. */
  card: PublicCard
  locales: CardLocales
  version: number
  userId: number
  user: { accessLevel: number }
  /** The random part of the UID in the contact file. */
  uid: string
  state: CardState
  /** The inline photo as a data URL, if there is one. */
  photo: string | undefined
  /** As typed; null if the owner may not use custom CSS. */
  customCss: string | null
}

const live = eq(businessCards.state, 'live')

/**
 * Returns the card with this slug or former slug, in any state. One statement. For a former slug, `card.slug`
 * differs.
 */
export function findCardBySlug(db: Db, slug: string): Promise<FoundCard | undefined> {
  return find(db, hasSlug(slug))
}

export function findCardInAnyState(db: Db, id: number): Promise<FoundCard | undefined> {
  return find(db, eq(businessCards.id, id))
}

export function findLiveCard(db: Db, id: number): Promise<FoundCard | undefined> {
  return find(db, and(eq(businessCards.id, id), live))
}

/** `slug` is null once the card is erased; `found` is undefined while it is deleted. */
export type CodeTarget = { slug: PathSlug | null; found: FoundCard | undefined }

/** Returns the card that a share point's code opens, in any state. One statement. */
export async function findCardByCode(db: Db, code: string): Promise<CodeTarget | undefined> {
  const row = await db
    .select({
      ...foundColumns,
      isDeleted: sql<number>`coalesce(${businessCards.deletedAt}, ${users.deletedAt}) is not null`,
    })
    .from(sharePoints)
    .leftJoin(businessCards, eq(businessCards.id, sharePoints.cardId))
    .leftJoin(users, eq(users.id, businessCards.userId))
    .where(eq(sharePoints.code, code))
    .get()
  if (!row || !hasCard(row)) return row && { slug: null, found: undefined }
  const { isDeleted, ...card } = row
  const slug = PathSlug.parse(row.slug)
  return { slug, found: isDeleted ? undefined : withoutCode(card) }
}

function hasCard<Row extends { id: number | null }>(row: Row): row is Row & FoundRow {
  return row.id !== null
}

function hasSlug(slug: string): SQL {
  const lower = slug.toLowerCase()
  const current = sql`(select id from business_cards where slug = ${lower} collate nocase)`
  const former = sql`(select card_id from slug_history where slug = ${lower})`
  return sql`${businessCards.id} = coalesce(${current}, ${former})`
}

async function find(db: Db, condition: SQL | undefined): Promise<FoundCard | undefined> {
  const row = await db
    .select(foundColumns)
    .from(businessCards)
    .innerJoin(users, eq(users.id, businessCards.userId))
    .where(and(condition, isNull(businessCards.deletedAt), isNull(users.deletedAt)))
    .get()
  return row && withoutCode(row)
}

function withoutCode(row: FoundRow): FoundCard {
  const {
    userId,
    user,
    uid,
    state,
    version,
    locales,
    successorId,
    successorUrl,
    successor,
    ...rest
  } = row
  const { inlinePhoto, hasCode, customizations, ...fields } = rest
  const { customCss = null, ...publicCustomizations } = customizations
  const mayUseCode = canUseDeveloperFields(user)
  const chat = mayUseCode && state === 'live' && hasCode === 1 ? { hasChat: true } : {}
  return {
    card: { ...fields, customizations: publicCustomizations, ...chat },
    locales,
    version,
    userId,
    user,
    uid,
    state,
    successorId,
    successorUrl,
    successor,
    photo: inlinePhoto ? `data:image/webp;base64,${inlinePhoto}` : undefined,
    customCss: mayUseCode ? customCss : null,
  }
}

type FoundRow = Omit<PublicCard, 'customizations'> & {
  customizations: PublicCard['customizations'] & { customCss?: string | null }
  hasCode: number
  inlinePhoto: string | null
} & Forwarding &
  Pick<FoundCard, 'userId' | 'user' | 'uid' | 'state' | 'version' | 'locales'>

/** Returns the chat code of a live card; undefined if there is none or the owner may not use it. */
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
