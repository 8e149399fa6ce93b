/** Preview pictures of cards, which apps show for a link: stored as an image of the card, and shown while they are current. */
import { createHash } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { businessCards } from '../../schema/cards/tables.ts'
import { uploads } from '../../schema/images/tables.ts'
import { type PreviewContent, previewSize, previewText } from '../../schema/images/upload.ts'
import type { CleanImage } from '../images/clean.ts'
import { type ImageStores, recordUpload, storeImage } from '../images/image-store.ts'
import type { Db } from '../platform/database.ts'
import { repeatable } from '../platform/failures.ts'

/** The picture that was stored last, and the SHA-256 of what it shows. */
export type Preview = { of: string; url: string }

const newest = (column: ReturnType<typeof sql>) => sql<string | null>`(
  select ${column} from uploads where card_id = ${businessCards.id} and preview_of is not null
  order by created_at desc limit 1)`

export const previewOf = newest(sql`preview_of`)
export const previewJson = newest(sql`json_object('of', preview_of, 'url', preview_url)`)

/** The path of the picture if it shows what the page shows; after a change, until the next one is drawn, it does not. */
export function currentPreview(
  card: PreviewContent,
  preview: Preview | undefined,
): string | undefined {
  const of = createHash('sha256').update(previewText(card)).digest('hex')
  return preview?.of === of ? preview.url : undefined
}

export function isPreview({ image }: CleanImage): boolean {
  const { width, height } = previewSize
  return image.type === 'jpg' && image.width === width && image.height === height
}

/** Stores the picture; returns its path, or undefined if the card has too many images. Idempotent. */
export async function storePreview(
  db: Db,
  env: ImageStores,
  { cardId, of, clean }: { cardId: number; of: string; clean: CleanImage },
): Promise<string | undefined> {
  const { hash, bytes } = clean
  // The row is stored first: an image without one would never be deleted.
  if (!(await recordUpload(db, { cardId, hash, bytes: bytes.length }))) return undefined
  const previewUrl = await storeImage(env, clean, 'preview')
  await repeatable(() =>
    db.batch([
      db
        .update(uploads)
        .set({ previewOf: of, previewUrl })
        .where(and(eq(uploads.cardId, cardId), eq(uploads.hash, hash))),
      // Changes nothing, but its trigger adds the page to the purge outbox.
      db.update(businessCards).set({ theme: sql`theme` }).where(eq(businessCards.id, cardId)),
    ]),
  )
  return previewUrl
}
