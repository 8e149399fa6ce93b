/** Reads cards for visitors, with only what each viewer may see. */
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { canUseDeveloperFields } from '../../schema/access.ts'
import { users } from '../../schema/accounts/tables.ts'
import type { PublicCard } from '../../schema/cards/card.ts'
import type { CardState } from '../../schema/cards/card-fields.ts'
import type { CardLocales } from '../../schema/cards/card-texts.ts'
import { reachOf, type Visibility } from '../../schema/cards/reach.ts'
import { PathSlug } from '../../schema/cards/slug.ts'
import { businessCards } from '../../schema/cards/tables.ts'
import { sharePoints } from '../../schema/share-points/tables.ts'
import { type Preview, previewJson, videoStill } from '../cards/card-pictures.ts'
import {
  type Forwarding,
  localesColumn,
  publicColumns,
  successorColumns,
} from '../cards/queries.ts'
import { contactPhotoSql, inlinePhotoSql, logoToneSql } from '../images/image-store.ts'
import type { Db } from '../platform/database.ts'
import { type Revealed, reachesFor, revealFor, type Viewer } from './viewer.ts'

/** The codes of the share points that show hidden details, as JSON. Null, without reading share points, if the card has no such details. */
const revealingCodes = sql<string | null>`iif(
  ${businessCards.customizations} ->> '$.visibility' like '%share-points%',
  (select json_group_array(code) from share_points
    where card_id = business_cards.id and archived_at is null and shows_hidden), null)`.as(
  'revealing_codes',
)

const foundColumns = {
  ...publicColumns,
  logoTone: logoToneSql,
  videoStill,
  previewJson,
  userId: businessCards.userId,
  uid: businessCards.uid,
  state: businessCards.state,
  ...successorColumns,
  version: businessCards.version,
  language: businessCards.language,
  locales: localesColumn,
  lockedAt: businessCards.lockedAt,
  revealingCodes,
  inlinePhoto: inlinePhotoSql,
  contactPhoto: contactPhotoSql,
  user: { accessLevel: users.accessLevel },
  hasCode: sql<number>`exists (select 1 from json_each(${businessCards.embedCodes}) where trim(value) <> '')`,
}

/** What a viewer may see of a card, and what else the worker needs. */
export type FoundCard = Forwarding &
  Revealed & {
    version: number
    userId: number
    user: { accessLevel: number }
    /** The random part of the UID in the contact file. */
    uid: string
    state: CardState
    /** The inline photo as a data URL, if there is one. */
    photo: string | undefined
    /** The URL of the JPEG for the contact file, if there is one. */
    contactPhoto: string | undefined
    /** The last preview picture, which may be out of date. */
    preview: Preview | undefined
    /** As typed; null if the owner may not use custom CSS. */
    customCss: string | null
  }

const live = eq(businessCards.state, 'live')

/** Returns the card with this slug or former slug, in any state, with one statement. For a former slug, `card.slug` differs. */
export function findCardBySlug(
  db: Db,
  slug: string,
  viewer: Viewer = {},
): Promise<FoundCard | undefined> {
  return find(db, hasSlug(slug), viewer)
}

export function findCardInAnyState(
  db: Db,
  id: number,
  viewer: Viewer = {},
): Promise<FoundCard | undefined> {
  return find(db, eq(businessCards.id, id), viewer)
}

export function findLiveCard(
  db: Db,
  id: number,
  viewer: Viewer = {},
): Promise<FoundCard | undefined> {
  return find(db, and(eq(businessCards.id, id), live), viewer)
}

/** `slug` is null once the card is erased; `found` is undefined while it is deleted. */
export type CodeTarget = { slug: PathSlug | null; found: FoundCard | undefined }

/**
 * Returns the card that the code of a share point opens, in any state, with one statement; undefined if there is no such code.
 * Without `viewer.code`, the share point shows no hidden details.
 */
export async function findCardByCode(
  db: Db,
  code: string,
  viewer: Viewer = {},
): Promise<CodeTarget | undefined> {
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
  return { slug, found: isDeleted ? undefined : toFoundCard(card, viewer) }
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

async function find(
  db: Db,
  condition: SQL | undefined,
  viewer: Viewer,
): Promise<FoundCard | undefined> {
  const row = await db
    .select(foundColumns)
    .from(businessCards)
    .innerJoin(users, eq(users.id, businessCards.userId))
    .where(and(condition, isNull(businessCards.deletedAt), isNull(users.deletedAt)))
    .get()
  return row && toFoundCard(row, viewer)
}

function toFoundCard(row: FoundRow, viewer: Viewer): FoundCard {
  const {
    userId,
    user,
    uid,
    state,
    version,
    locales,
    lockedAt: _,
    revealingCodes: __,
    successorId,
    successorUrl,
    successor,
    ...rest
  } = row
  const {
    inlinePhoto,
    contactPhoto,
    previewJson: preview,
    hasCode,
    customizations,
    ...fields
  } = rest
  const { customCss = null, visibility, ...details } = customizations
  const mayUseCode = canUseDeveloperFields(user)
  const chat = mayUseCode && state === 'live' && hasCode === 1 ? { hasChat: true } : {}
  const whole = { card: { ...fields, customizations: details, ...chat }, locales, visibility }
  const revealed = revealFor(row, whole, viewer)
  return {
    ...revealed,
    version,
    userId,
    user,
    uid,
    state,
    successorId,
    successorUrl,
    successor,
    photo: (revealed.card.profilePicture && inlinePhoto && dataUrl(inlinePhoto)) || undefined,
    contactPhoto: (revealed.card.profilePicture && contactPhoto) || undefined,
    preview: preview ? JSON.parse(preview) : undefined,
    customCss: mayUseCode ? customCss : null,
  }
}

// The Base64 of a JPEG begins with its start of image.
function dataUrl(photo: string): string {
  return `data:image/${photo.startsWith('/9j/') ? 'jpeg' : 'webp'};base64,${photo}`
}

type FoundRow = Omit<PublicCard, 'customizations'> & {
  customizations: PublicCard['customizations'] & {
    customCss?: string | null
    visibility?: Visibility | null | undefined
  }
  hasCode: number
  inlinePhoto: string | null
  contactPhoto: string | null
  previewJson: string | null
  lockedAt: string | null
  revealingCodes: string | null
  locales: CardLocales
} & Forwarding &
  Pick<FoundCard, 'userId' | 'user' | 'uid' | 'state' | 'version'>

/**
 * Returns the chat code of a live card, and whether everyone sees it; undefined if there is none, if the owner may not use chat
 * code, or if the viewer may not see it.
 */
export async function findEmbedCodes(
  db: Db,
  id: number,
  viewer: Viewer = {},
): Promise<{ codes: string[]; isPublic: boolean } | undefined> {
  const { userId, lockedAt, customizations } = businessCards
  const row = await db
    .select({
      ...{ id: businessCards.id, userId, lockedAt, revealingCodes, customizations },
      codes: businessCards.embedCodes,
      user: { accessLevel: users.accessLevel },
    })
    .from(businessCards)
    .innerJoin(users, eq(users.id, businessCards.userId))
    .where(
      and(eq(businessCards.id, id), live, isNull(businessCards.deletedAt), isNull(users.deletedAt)),
    )
    .get()
  if (!row || !canUseDeveloperFields(row.user)) return undefined
  const reach = reachOf(row.customizations.visibility, 'embedCodes')
  const codes = row.codes.filter((code) => code.trim())
  if (codes.length === 0 || !reachesFor(row, viewer).includes(reach)) return undefined
  return { codes, isPublic: reach === 'everyone' }
}
