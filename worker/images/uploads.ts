/** Uploads: which image was uploaded for which card, or for the app. The row is written before the image. */
import { and, eq, sql } from 'drizzle-orm'
import type { LogoTone } from '../../schema/images/image.ts'
import { uploads } from '../../schema/images/tables.ts'
import type { Db } from '../platform/database.ts'
import { repeatable, TimeoutError } from '../platform/failures.ts'

// Includes replaced images, for 30 days.
const maxPerCard = 300

/** Used instead of a card id for images of the installed app. */
export const appCardId = 0

/** Used instead of a card id while the files of an image are being deleted. */
export const lockCardId = -1
const lockAttempts = 8
const lockWaitMs = 250

/** `makeInlinePhoto` is the result of `makeInlinePhoto()`, for profile photos; `detectLogoTone` that of `detectLogoTone()`, for logos. */
type NewUpload = {
  cardId: number
  hash: string
  bytes: number
  inlinePhoto?: string | null
  logoTone?: LogoTone | '' | null
}

/**
 * Stores or renews the row of an upload; returns false if the card has 300 other images. Waits while the image is being
 * deleted, and throws if that takes longer than two seconds.
 */
export async function recordUpload(db: Db, upload: NewUpload): Promise<boolean> {
  for (let attempt = 0; attempt < lockAttempts; attempt += 1) {
    if (await storeUpload(db, upload)) return true
    const isLocked = and(eq(uploads.cardId, lockCardId), eq(uploads.hash, upload.hash))
    // The lock may have ended between the two.
    if ((await db.$count(uploads, isLocked)) === 0) return storeUpload(db, upload)
    await scheduler.wait(lockWaitMs)
  }
  throw new TimeoutError('The image is being deleted')
}

async function storeUpload(
  db: Db,
  { cardId, hash, bytes, inlinePhoto = null, logoTone = null }: NewUpload,
): Promise<boolean> {
  const others = sql`(select count(*) from uploads where card_id = ${cardId} and hash <> ${hash})`
  const isLocked = sql`exists (select 1 from uploads where card_id = ${lockCardId} and hash = ${hash})`
  const stored = await repeatable(() =>
    db.get<{ hash: string } | undefined>(sql`
    insert into uploads (card_id, hash, bytes, inline_photo, logo_tone)
    select ${cardId}, ${hash}, ${bytes}, ${inlinePhoto}, ${logoTone}
    where ${others} < ${maxPerCard} and not ${isLocked}
    on conflict (card_id, hash) do update set created_at = excluded.created_at, unshown_at = null,
      inline_photo = coalesce(excluded.inline_photo, inline_photo),
      logo_tone = coalesce(excluded.logo_tone, logo_tone)
    returning hash`),
  )
  return stored !== undefined
}

/** True if all of these images were uploaded for this card. */
export async function wereUploadedFor(db: Db, cardId: number, hashes: string[]): Promise<boolean> {
  const listed = sql`${uploads.hash} in (select value from json_each(${JSON.stringify(hashes)}))`
  const count = await db.$count(uploads, and(eq(uploads.cardId, cardId), listed))
  return count === hashes.length
}
