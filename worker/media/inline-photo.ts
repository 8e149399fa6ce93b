/** A photo small enough to stand inside its card's page, so that a face needs no request of its own. */
import { eq, like, type SQLWrapper, sql } from 'drizzle-orm'
import { businessCards, uploads } from '../../schema/tables.ts'
import type { Bindings } from '../env.ts'
import { type Db, database } from '../platform/database.ts'
import type { CleanPicture } from './clean.ts'
import { measurePicture } from './detect-type.ts'
import { type ImageStores, transformed } from './store.ts'

/**
 * A page has 12,000 bytes of brotli 5: a server may send 10 segments before the first acknowledgment (RFC 6928), and TLS,
 * headers and safety take 2 kB. The fullest demo card has 10,050 without its photo, and brotli makes 107 % of base64's bytes.
 */
export const inlinePhotoMaxBytes = 1600

// Side in pixels and WebP quality; the first that fits. A drawn portrait takes the second, a photo of a face about the fifth,
// and pure noise the last.
const sizes = [
  { side: 256, quality: 45 },
  { side: 256, quality: 30 },
  { side: 192, quality: 40 },
  { side: 128, quality: 45 },
  { side: 128, quality: 30 },
  { side: 112, quality: 30 },
  { side: 96, quality: 30 },
  { side: 48, quality: 30 },
]

/**
 * The middle square of the photo as WebP in base64: what its round frame shows. Empty for a drawing, or a GIF, which may
 * move; undefined when Images is off or fails.
 */
export async function inlinePhoto(
  env: ImageStores,
  { bytes, picture }: Pick<CleanPicture, 'bytes' | 'picture'>,
): Promise<string | undefined> {
  if (picture.type === 'svg' || picture.type === 'gif') return ''
  const shortest = Math.min(picture.width, picture.height)
  for (const { side, quality } of sizes) {
    const width = Math.min(side, shortest)
    const webp = await transformed(env, bytes, {
      transform: { width, height: width, fit: 'cover' },
      output: { format: 'image/webp', quality },
    })
    if (!webp) return undefined
    if (webp.byteLength <= inlinePhotoMaxBytes) return Buffer.from(webp).toString('base64')
  }
  return ''
}

/** The inline form of the photo at this address, for a statement that reads a card; null for none, or an address elsewhere. */
export function inlinePhotoAt(address: SQLWrapper) {
  return sql<string | null>`(
    select max(inline_photo) from uploads where hash = ${hashIn(address)} and ${address} like '/images/%')`
}

function hashIn(address: SQLWrapper) {
  return sql`substr(${address}, 9, 64)`
}

const mostAtOnce = 20

/**
 * For the cron: makes the inline form of photos that were uploaded before there was one, or while Images failed. A photo
 * that fails here, too, has none. Answers `more` while there are any left.
 */
export async function fillInlinePhotos(
  env: ImageStores & Pick<Bindings, 'DB'>,
): Promise<'more' | undefined> {
  if (!env.IMAGES) return undefined
  const db = database(env.DB)
  const missing = await listMissing(db)
  for (const { hash, address } of missing) {
    const photo = await inlinePhotoOf(env, address)
    await db
      .update(uploads)
      .set({ inlinePhoto: photo ?? '' })
      .where(eq(uploads.hash, hash))
    // If Images is down, one photo a night is lost to that, not all.
    if (photo === undefined) return undefined
  }
  return missing.length === mostAtOnce ? 'more' : undefined
}

/** Photos of cards that were uploaded for a card, and of which no upload has an inline form. */
function listMissing(db: Db) {
  const hash = sql<string>`${hashIn(businessCards.profilePicture)}`
  const address = sql<string>`min(${businessCards.profilePicture})`
  return db
    .select({ hash: uploads.hash, address })
    .from(businessCards)
    .innerJoin(uploads, eq(uploads.hash, hash))
    .where(like(businessCards.profilePicture, '/images/%'))
    .groupBy(uploads.hash)
    .having(sql`max(${uploads.inlinePhoto}) is null`)
    .limit(mostAtOnce)
    .all()
}

async function inlinePhotoOf(env: ImageStores, address: string): Promise<string | undefined> {
  const stored = await env.MEDIA.get(address.slice(1))
  const bytes = stored && new Uint8Array(await stored.arrayBuffer())
  const picture = bytes && measurePicture(bytes)
  return picture ? inlinePhoto(env, { bytes, picture }) : ''
}
