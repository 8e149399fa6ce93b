/** Reads cards for those who may edit them, with their translations and successors. Queries name their columns. */
import { and, asc, count, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { type Actor, canEditCard } from '../../schema/access.ts'
import { users } from '../../schema/accounts/tables.ts'
import { type Card, type CardInput, Successor } from '../../schema/cards/card.ts'
import { publicFields } from '../../schema/cards/card-fields.ts'
import { type CardLocales, type CardTexts, withoutEmpty } from '../../schema/cards/card-texts.ts'
import { businessCards, cardLocales } from '../../schema/cards/tables.ts'
import { keysOf, pick } from '../../schema/pick.ts'
import { cardTemplates } from '../../schema/templates/tables.ts'
import { contactPhotoSql, logoToneSql } from '../images/image-store.ts'
import type { Db } from '../platform/database.ts'
import { previewOf, videoStill } from './card-pictures.ts'

export const publicColumns = pick(businessCards, [
  'id',
  ...publicFields,
  'customizations',
  'updatedAt',
])

/** Column for a statement on `business_cards`: all translations of the card, by language. */
export const localesColumn = sql<CardLocales>`(
  select json_group_object(locale, json(fields)) from card_locales where card_id = business_cards.id)`.mapWith(
  (json: string): CardLocales => JSON.parse(json),
)

/**
 * The public successor of a moved or left card. Follows up to five moves, so that a visitor is redirected once and two
 * cards that forward to each other make no loop.
 */
const successor = sql`(
  with recursive hop (id, moves) as (
    select iif(${businessCards.state} in ('moved', 'left'), ${businessCards.successorId}, null), 0
    union all
    select next.successor_id, moves + 1 from hop join business_cards as next on next.id = hop.id
    where next.state = 'moved' and next.deleted_at is null and moves < 5)
  select json_object('id', target.id, 'slug', target.slug, 'name', target.name)
  from hop join business_cards as target on target.id = hop.id join users as holder on holder.id = target.user_id
  where target.state in ('live', 'paused') and target.deleted_at is null and holder.deleted_at is null)`
  .mapWith((json: string): Successor | null => Successor.parse(JSON.parse(json)))
  .as('successor')

export const successorColumns = {
  successorId: businessCards.successorId,
  successorUrl: businessCards.successorUrl,
  successor,
}

const cardColumns = {
  ...publicColumns,
  logoTone: logoToneSql,
  videoStill,
  previewOf,
  contactPhoto: contactPhotoSql,
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

/** The statements that replace the translations of a card, if the condition is true. */
export function writeLocales(
  db: Db,
  { cardId, locales }: { cardId: number; locales: CardLocales },
  when: SQL,
) {
  const json = JSON.stringify(locales)
  const others = sql`card_id = ${cardId} and locale not in (select key from json_each(${json}))`
  return [
    db.delete(cardLocales).where(sql`${others} and ${when}`),
    db
      .insert(cardLocales)
      .select(sql`select ${cardId}, key, value from json_each(${json}) where ${when}`)
      .onConflictDoUpdate({
        target: [cardLocales.cardId, cardLocales.locale],
        set: { fields: sql`excluded.fields` },
        setWhere: sql`excluded.fields <> card_locales.fields`,
      }),
  ] as const
}

/** Returns the translations without the texts of buttons, images and form fields that the card does not have. */
export function withoutOrphans(
  locales: CardLocales,
  {
    customButtons,
    gallery,
    formConfig,
  }: Pick<CardInput, 'customButtons' | 'gallery' | 'formConfig'>,
): CardLocales {
  const buttons = new Set(customButtons.map(({ text }) => text))
  const images = new Set(gallery.map(({ url }) => url))
  const fields = new Set<string>(formConfig.fields.map(({ key }) => key))
  const pruned = Object.entries(locales).map(([language, texts]): [string, CardTexts] => [
    language,
    {
      ...texts,
      buttons: only(texts.buttons, buttons),
      gallery: only(texts.gallery, images),
      labels: only(texts.labels, fields),
    },
  ])
  return withoutEmpty(Object.fromEntries(pruned))
}

function only<T extends object>(texts: T | null | undefined, keys: Set<string>) {
  return (
    texts &&
    pick(
      texts,
      keysOf(texts).filter((key) => keys.has(key)),
    )
  )
}

/** `successor` is null unless the card is moved or left, and its successor is public. */
export type Forwarding = Pick<Card, keyof typeof successorColumns>

/**
 * Why a save may not forward as asked; undefined if it may. Checked when the state or the successor changes, so that a
 * successor that is gone later does not block other changes.
 */
export async function successorError(
  actor: Actor,
  { card, input }: { card: Card; input: CardInput },
  findCard: (id: number) => Promise<Card | undefined>,
): Promise<{ status: 400 | 403; message: string } | undefined> {
  const { state = card.state, successorId = card.successorId } = input
  if (state === 'moved' && !successorId)
    return { status: 400, message: 'Select the card that visitors are sent to.' }
  const isForwarding = state === 'moved' || state === 'left'
  const isChanged = successorId !== card.successorId || (isForwarding && state !== card.state)
  if (!successorId || !isChanged) return undefined
  const target = await findCard(successorId)
  // The response does not reveal whether the card exists.
  if (!target || !canEditCard(actor, target))
    return { status: 403, message: 'You can forward only to a card that you may edit.' }
  const message = targetError(card, target)
  return message ? { status: 400, message } : undefined
}

function targetError(card: Card, target: Card): string | undefined {
  const isPublic = target.state === 'live' || target.state === 'paused'
  // A moved target leads on to its own successor.
  const end = isPublic ? target : target.state === 'moved' ? target.successor : null
  if (!end) return "That card isn't public. Publish it first, or select another card."
  if (end.id === card.id) return 'That card leads back to this one. Select another card.'
  return undefined
}
