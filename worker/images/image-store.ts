/** Images in R2: reads them, stores uploads with their sizes, and records who uploaded what. */
import { and, eq, type SQLWrapper, sql } from 'drizzle-orm'
import { businessCards } from '../../schema/cards/tables.ts'
import { type ImageKind, imageWidths, type LogoTone } from '../../schema/images/image.ts'
import { contactPhotoSide } from '../../schema/images/sizes.ts'
import { uploads } from '../../schema/images/tables.ts'
import type { Bindings } from '../env.ts'
import { among, type Db, database } from '../platform/database.ts'
import { repeatable, TimeoutError } from '../platform/failures.ts'
import { consumeLimit } from '../platform/rate-limiter.ts'
import { daySeconds } from '../platform/time.ts'
import { type CleanImage, imageTypes, sha256 } from './clean.ts'
import { detectLogoTone } from './logo-tone.ts'
import { makeSizes, type Sizes } from './sizes.ts'
import { isPlainSvg } from './svg.ts'

const name = /^([0-9a-f]{64})-(\d{1,5})\.(jpg|png|gif|webp|svg)$/
const storedWidths = new Set<number>([...Object.values(imageWidths).flat(), contactPhotoSide])

export type FoundImage = { body: ArrayBuffer; type: string; extension: string; etag: string }

/** True if the key has the format of an image name. */
export function isImageName(key: string): boolean {
  return name.test(key)
}

/**
 * Returns the image with this name or, if there is none, one of the same width in another type or else the widest;
 * undefined if the image is not stored.
 */
export async function findImage(bucket: R2Bucket, key: string): Promise<FoundImage | undefined> {
  const [, hash, width] = name.exec(key) ?? []
  if (!hash) return undefined
  const exact = await bucket.get(`images/${key}`)
  if (exact) return read(exact)
  const other =
    storedWidths.has(Number(width)) && (await findNearest(bucket, { hash, width: Number(width) }))
  return other ? read(other) : undefined
}

async function findNearest(
  bucket: R2Bucket,
  { hash, width }: { hash: string; width: number },
): Promise<R2ObjectBody | null> {
  const { objects } = await bucket.list({ prefix: `images/${hash}-`, limit: 20 })
  const keys = objects.map(({ key }) => key).toSorted((a, b) => widthOf(b) - widthOf(a))
  const nearest = keys.find((key) => widthOf(key) === width) ?? keys[0]
  return nearest ? bucket.get(nearest) : null
}

function widthOf(key: string): number {
  return Number(/-(\d+)\.\w+$/.exec(key)?.[1] ?? 0)
}

// An SVG that an older release accepted must pass the current rules.
async function read(object: R2ObjectBody): Promise<FoundImage | undefined> {
  const extension = object.key.split('.').at(-1) ?? ''
  const body = await object.arrayBuffer()
  if (extension === 'svg' && !isPlainSvg(new Uint8Array(body))) return undefined
  const type = new Map<string, string>(Object.entries(imageTypes)).get(extension)
  return {
    body,
    type: type ?? 'application/octet-stream',
    extension,
    etag: object.httpEtag,
  }
}

export type ImageStores = Pick<Bindings, 'DB' | 'MEDIA' | 'IMAGES'>

type NewImage = {
  /** The card that shows it, or `appCardId`. */
  cardId: number
  kind: ImageKind
  clean: CleanImage
  /** Made with the Images binding if absent, as far as there is one. */
  sizes?: Sizes | undefined
}

/**
 * Stores an image of a card with its sizes, and returns its path; undefined if the card has 300 others. Idempotent: an
 * image has the same name only if all of its files are the same, so no upload changes an image of another card.
 */
export async function addImage(
  env: ImageStores,
  { cardId, kind, clean, sizes: sent }: NewImage,
): Promise<string | undefined> {
  const sizes = sent ?? (await makeSizes(env, clean, kind))
  const hash = await nameOf(clean, sizes)
  const db = database(env.DB)
  const contactPhoto = sizes.contact && (await addContactPhoto(env, cardId, sizes.contact))
  if (sizes.contact && !contactPhoto) return undefined
  // The row is stored first: an image without one would never be deleted.
  const upload = {
    ...{ cardId, hash, bytes: clean.bytes.length, contactPhoto, inlinePhoto: sizes.inline },
    logoTone: kind === 'logo' ? await detectLogoTone(env, clean) : undefined,
  }
  if (!(await recordUpload(db, upload))) return undefined
  const [address] = await Promise.all(
    [clean, ...sizes.copies].map((file) => putFile(env, hash, file)),
  )
  return address
}

/** The SHA-256 of the image or, if it has copies, of the hashes of all its files. */
async function nameOf({ hash }: CleanImage, { copies }: Sizes): Promise<string> {
  if (copies.length === 0) return hash
  const hashes = await Promise.all(copies.map(({ bytes }) => sha256(bytes)))
  return sha256(new Uint8Array(new TextEncoder().encode([hash, ...hashes].join('\n'))))
}

async function putFile(
  { MEDIA }: ImageStores,
  hash: string,
  { bytes, image: { type, width } }: Pick<CleanImage, 'bytes' | 'image'>,
): Promise<string> {
  const key = `images/${hash}-${width}.${type}`
  const cacheControl = 'public, max-age=31536000, immutable'
  await MEDIA.put(key, bytes, { httpMetadata: { contentType: imageTypes[type], cacheControl } })
  return `/${key}`
}

/** Stores the JPEG of a contact file as an image of its own; returns its path, or undefined if the card is full. */
async function addContactPhoto(
  env: ImageStores,
  cardId: number,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<string | undefined> {
  const hash = await sha256(bytes)
  if (!(await recordUpload(database(env.DB), { cardId, hash, bytes: bytes.length })))
    return undefined
  const image = { type: 'jpg', width: contactPhotoSide, height: contactPhotoSide } as const
  return putFile(env, hash, { bytes, image })
}

type Completion = { cardId: number; hash: string; contact: Uint8Array<ArrayBuffer> } & Pick<
  Sizes,
  'inline'
>

/** Adds the contact photo of a profile picture that was stored without one. Returns its path; undefined if the card is full. */
export async function completePhoto(
  env: ImageStores,
  { cardId, hash, contact, inline }: Completion,
): Promise<string | undefined> {
  const db = database(env.DB)
  const contactPhoto = await addContactPhoto(env, cardId, contact)
  if (!contactPhoto) return undefined
  await repeatable(() =>
    db.batch([
      db
        .update(uploads)
        .set({ contactPhoto, ...(inline ? { inlinePhoto: inline } : {}) })
        .where(and(eq(uploads.cardId, cardId), eq(uploads.hash, hash))),
      // Changes nothing, but its trigger adds the page to the purge outbox.
      db
        .update(businessCards)
        .set({ profilePicture: sql`profile_picture` })
        .where(eq(businessCards.id, cardId)),
    ]),
  )
  return contactPhoto
}

// Includes replaced images, for 30 days.
const maxPerCard = 300

/** Used instead of a card id for images of the installed app. */
export const appCardId = 0

/** Used instead of a card id while the files of an image are being deleted. */
export const lockCardId = -1
const lockAttempts = 8
const lockWaitMs = 250

type NewUpload = {
  cardId: number
  hash: string
  bytes: number
  inlinePhoto?: string | undefined
  logoTone?: LogoTone | '' | undefined
  contactPhoto?: string | undefined
}

/**
 * Stores or renews the row of an upload; returns false if the card has 300 other images. Waits while the image is being
 * deleted, and throws if that takes longer than two seconds.
 */
export async function recordUpload(db: Db, upload: NewUpload): Promise<boolean> {
  for (let attempt = 0; attempt < lockAttempts; attempt += 1) {
    if (await storeUpload(db, upload)) return true
    const isLocked = and(eq(uploads.cardId, lockCardId), eq(uploads.hash, upload.hash))
    // The lock may have ended since the attempt.
    if ((await db.$count(uploads, isLocked)) === 0) return storeUpload(db, upload)
    await scheduler.wait(lockWaitMs)
  }
  throw new TimeoutError('The image is being deleted')
}

async function storeUpload(
  db: Db,
  { cardId, hash, bytes, ...derived }: NewUpload,
): Promise<boolean> {
  const others = sql`(select count(*) from uploads where card_id = ${cardId} and hash <> ${hash})`
  const isLocked = sql`exists (select 1 from uploads where card_id = ${lockCardId} and hash = ${hash})`
  const { inlinePhoto = null, logoTone = null, contactPhoto = null } = derived
  const stored = await repeatable(() =>
    db.get<{ hash: string } | undefined>(sql`
    insert into uploads (card_id, hash, bytes, inline_photo, logo_tone, contact_photo)
    select ${cardId}, ${hash}, ${bytes}, ${inlinePhoto}, ${logoTone}, ${contactPhoto}
    where ${others} < ${maxPerCard} and not ${isLocked}
    on conflict (card_id, hash) do update set created_at = excluded.created_at, unshown_at = null,
      inline_photo = coalesce(excluded.inline_photo, inline_photo),
      logo_tone = coalesce(excluded.logo_tone, logo_tone),
      contact_photo = coalesce(excluded.contact_photo, contact_photo)
    returning hash`),
  )
  return stored !== undefined
}

const inCard = (address: SQLWrapper) => sql`
  uploads where card_id = ${businessCards.id} and hash = substr(${address}, 9, 64) and ${address} like '/images/%'`

/** SQL for the inline photo of a card; null or empty if there is none, or the photo is on another site. */
export const inlinePhotoSql = sql<
  string | null
>`(select inline_photo from ${inCard(businessCards.profilePicture)})`

/** SQL for the tone of a card's logo; null if it has none, or the logo is on another site. */
export const logoToneSql = sql<LogoTone | null>`(select nullif(logo_tone, '') from ${inCard(businessCards.logoUrl)})`

/** SQL for the URL of a card's contact photo; null if it is missing, or the photo is on another site. */
export const contactPhotoSql = sql<
  string | null
>`(select contact_photo from ${inCard(businessCards.profilePicture)})`

/** The number of cards whose profile picture was stored without a contact photo. */
export async function countPhotosToMake(db: Db): Promise<number> {
  const row = await db.get<{ count: number }>(sql`
    select count(*) as count from business_cards
    where deleted_at is null and profile_picture like '/images/%' and ${contactPhotoSql} is null`)
  return row.count
}

/** True if all of these images were uploaded for this card. */
export async function wereUploadedFor(db: Db, cardId: number, hashes: string[]): Promise<boolean> {
  const listed = sql`${uploads.hash} in ${among(hashes)}`
  const count = await db.$count(uploads, and(eq(uploads.cardId, cardId), listed))
  return count === hashes.length
}

/** Counts an upload of the user. Returns 0, or the seconds to wait. */
export async function limitUploads(env: Bindings, userId: number): Promise<number> {
  const subject = `${userId}`
  const max = Number(env.UPLOADS_PER_10_MINUTES)
  const maxPerDay = Number(env.UPLOADS_A_DAY)
  return (
    (await consumeLimit(env, { kind: 'upload', subject, max, window: 600 })) ||
    consumeLimit(env, { kind: 'uploads a day', subject, max: maxPerDay, window: daySeconds })
  )
}
