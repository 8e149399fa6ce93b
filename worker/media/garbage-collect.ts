/** Garbage collection: deletes images that neither a card nor the installed app has used for 30 days. */
import { type SQL, sql } from 'drizzle-orm'
import { imageUrlFields } from '../../schema/image.ts'
import { businessCards } from '../../schema/tables.ts'
import type { Bindings } from '../env.ts'
import { type Db, database } from '../platform/database.ts'
import { retentionDays } from '../platform/retention.ts'
import { dayMs } from '../platform/time.ts'
import { appCardId } from './uploads.ts'

// D1 Time Travel can restore a database of 30 days ago, whose images must still exist.
const unusedMs = retentionDays.deleted * dayMs
const batchSize = 50
const maxBatches = 200

type Cursor = { now: number; after: string }

/** Cron job: deletes at most 10,000 images a night. Idempotent, and may be interrupted at any point. */
export async function deleteUnusedImages(env: Bindings, now = Date.now()): Promise<void> {
  const db = database(env.DB)
  await markUnused(db, now)
  let after = ''
  for (let batch = 0; batch < maxBatches; batch++) {
    const hashes = await listUnused(db, { now, after })
    if (hashes.length === 0) return
    // The rows are deleted last, so that an interrupted batch is found again.
    await deleteImages(env.MEDIA, hashes)
    await deleteUploads(db, hashes)
    after = hashes.at(-1) ?? after
  }
}

async function markUnused(db: Db, now: number): Promise<void> {
  const used = isUsed(now)
  await db.run(sql`update uploads set unshown_at = null where unshown_at is not null and ${used}`)
  await db.run(sql`
    update uploads set unshown_at = ${new Date(now).toISOString()}
    where unshown_at is null and not ${used}`)
}

/** Returns the next hashes that were unused for 30 days in all their uploads. Uploads for erased cards are ignored. */
async function listUnused(db: Db, { now, after }: Cursor): Promise<string[]> {
  const rows = await db.all<{ hash: string }>(sql`
    select distinct hash from uploads where hash > ${after} and not ${isUsed(now)} and not exists (
      select 1 from uploads as other left join business_cards as card on card.id = other.card_id
      where other.hash = uploads.hash
        and (other.card_id = ${appCardId} or card.deleted_at is null and card.id is not null or card.deleted_at > ${cutoff(now)})
        and coalesce(other.unshown_at > ${cutoff(now)}, true))
    order by hash limit ${batchSize}`)
  return rows.map(({ hash }) => hash)
}

/** SQL condition: the image of this row is used by a card (also a deleted one that can be restored) or by the app. */
function isUsed(now: number): SQL {
  const images = [...imageUrlFields, 'gallery' as const].map(
    (field) => sql`instr(card.${sql.identifier(businessCards[field].name)}, one.hash)`,
  )
  return sql`(exists (
      select 1 from uploads as one join business_cards as card on card.id = one.card_id
      where one.hash = uploads.hash and (card.deleted_at is null or card.deleted_at > ${cutoff(now)})
        and (one.still_of = card.video_url or ${sql.join(images, sql` or `)}))
    or exists (select 1 from pwa_settings where instr(settings, uploads.hash)))`
}

/** Deletes the images in all widths. */
async function deleteImages(bucket: R2Bucket, hashes: string[]): Promise<void> {
  const lists = await Promise.all(hashes.map((hash) => bucket.list({ prefix: `images/${hash}-` })))
  const keys = lists.flatMap(({ objects }) => objects.map(({ key }) => key))
  if (keys.length > 0) await bucket.delete(keys)
}

async function deleteUploads(db: Db, hashes: string[]): Promise<void> {
  await db.run(sql`
    delete from uploads where hash in (select value from json_each(${JSON.stringify(hashes)}))`)
}

function cutoff(now: number): string {
  return new Date(now - unusedMs).toISOString()
}
