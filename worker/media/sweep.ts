/** Removing pictures that neither a card nor the installed app shows any more: an owner chose another, or never saved the one uploaded. */
import { sql } from 'drizzle-orm'
import { type Db, database } from '../database.ts'
import type { Bindings } from '../env.ts'
import { kept } from '../retention.ts'

const day = 86_400_000
const grace = 7 * day
/** A deleted card can be restored this long, with its pictures. */
const restorable = kept.deleted * day
const atOnce = 50
const mostRounds = 200

type Sweep = { now: number; after: string }

/** For the cron: at most 10,000 pictures a night. Safe to stop anywhere, and to run at any time and any number of times. */
export async function sweepPictures(env: Bindings, now = Date.now()): Promise<void> {
  const db = database(env.DB)
  let after = ''
  for (let round = 0; round < mostRounds; round++) {
    const hashes = await listUnshown(db, { now, after })
    if (hashes.length === 0) return
    // The rows go last: what stops in between is found again by them.
    await removePictures(env.MEDIA, hashes)
    await forgetUploads(db, hashes, now)
    after = hashes.at(-1) ?? after
  }
}

/** The next hashes in order that were uploaded long enough ago, for nothing that shows them. */
async function listUnshown(db: Db, { now, after }: Sweep): Promise<string[]> {
  const rows = await db.all<{ hash: string }>(sql`
    select distinct hash from uploads as upload
    where hash > ${after} and created_at < ${before(now, grace)} and not exists (
      select 1 from uploads left join business_cards as card on card.id = uploads.card_id
      where uploads.hash = upload.hash and (uploads.created_at >= ${before(now, grace)}
        or ((card.deleted_at is null or card.deleted_at > ${before(now, restorable)})
          and (instr(card.profile_picture, upload.hash) or instr(card.cover_photo, upload.hash)
            or instr(card.logo_url, upload.hash) or instr(card.favicon_url, upload.hash)
            or instr(card.gallery, upload.hash)))))
      and not exists (select 1 from pwa_settings where instr(settings, upload.hash))
    order by hash limit ${atOnce}`)
  return rows.map(({ hash }) => hash)
}

/** In every width there is. */
async function removePictures(bucket: R2Bucket, hashes: string[]): Promise<void> {
  const lists = await Promise.all(hashes.map((hash) => bucket.list({ prefix: `images/${hash}-` })))
  const keys = lists.flatMap(({ objects }) => objects.map(({ key }) => key))
  if (keys.length > 0) await bucket.delete(keys)
}

async function forgetUploads(db: Db, hashes: string[], now: number): Promise<void> {
  await db.run(sql`
    delete from uploads where created_at < ${before(now, grace)}
    and hash in (select value from json_each(${JSON.stringify(hashes)}))`)
}

function before(now: number, time: number): string {
  return new Date(now - time).toISOString()
}
