/** Which pictures were uploaded for which card, or for the app itself: one row each, written before the picture. */
import { and, eq, sql } from 'drizzle-orm'
import { uploads } from '../../schema/tables.ts'
import type { Db } from '../platform/database.ts'

// Those of the last 30 days that were replaced are counted, too.
const mostPerCard = 300

/** Stands where a card's id does, for the pictures of the installed app. */
export const ofTheApp = 0

/** `inlinePhoto` as `inlinePhoto` of a profile picture makes it. */
type NewUpload = { cardId: number; hash: string; bytes: number; inlinePhoto?: string | null }

/** Notes the picture, anew when it was there already; false when the card has as many as it may. One statement. */
export async function noteUpload(
  db: Db,
  { cardId, hash, bytes, inlinePhoto = null }: NewUpload,
): Promise<boolean> {
  const others = sql`(select count(*) from uploads where card_id = ${cardId} and hash <> ${hash})`
  const noted = await db.get<{ hash: string } | undefined>(sql`
    insert into uploads (card_id, hash, bytes, inline_photo)
    select ${cardId}, ${hash}, ${bytes}, ${inlinePhoto} where ${others} < ${mostPerCard}
    on conflict (card_id, hash) do update set created_at = excluded.created_at, unshown_at = null,
      inline_photo = coalesce(excluded.inline_photo, inline_photo)
    returning hash`)
  return noted !== undefined
}

/** Whether all of these pictures were uploaded for this card. */
export async function wereUploadedFor(db: Db, cardId: number, hashes: string[]): Promise<boolean> {
  const listed = sql`${uploads.hash} in (select value from json_each(${JSON.stringify(hashes)}))`
  const own = await db.$count(uploads, and(eq(uploads.cardId, cardId), listed))
  return own === hashes.length
}
