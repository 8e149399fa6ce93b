/** Garbage collection: deletes images that neither a card nor the installed app has used for 30 days. */
import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { imageUrlFields } from '../../schema/image.ts'
import { businessCards } from '../../schema/tables.ts'
import type { Bindings } from '../env.ts'
import { type Db, database } from '../platform/database.ts'
import type { StepContext } from '../platform/job-step.ts'
import { retentionDays } from '../platform/retention.ts'
import { dayMs } from '../platform/time.ts'
import { appCardId } from './uploads.ts'

// D1 Time Travel can restore a database of 30 days ago, whose images must still exist.
const unusedMs = retentionDays.deleted * dayMs
const markedPerStep = 1000
const deletedPerStep = 50

type Cursor = { now: number; after: string }

/** The first pass marks images that are unused, the second deletes. Each continues after a hash. */
const Checkpoint = z.object({ pass: z.enum(['mark', 'delete']), after: z.string() })
type Checkpoint = z.infer<typeof Checkpoint>

/** Step of a cron job: marks the next thousand images, or deletes the next fifty. Idempotent. */
export async function deleteUnusedImages(
  env: Bindings,
  { from, now }: Pick<StepContext, 'from' | 'now'>,
): Promise<Checkpoint | undefined> {
  const db = database(env.DB)
  const { pass, after } = Checkpoint.safeParse(from).data ?? { pass: 'mark', after: '' }
  if (pass === 'mark') {
    const last = await markUnused(db, { now, after })
    return last === null ? { pass: 'delete', after: '' } : { pass, after: last }
  }
  const hashes = await listUnused(db, { now, after })
  // The rows are deleted last, so that an interrupted step is repeated.
  await deleteImages(env.MEDIA, hashes)
  await deleteUploads(db, hashes)
  const last = hashes.at(-1)
  return last === undefined ? undefined : { pass, after: last }
}

/** Returns the last hash that was looked at; null at the end. */
async function markUnused(db: Db, { now, after }: Cursor): Promise<string | null> {
  const page = await db.get<{ last: string | null }>(sql`
    select max(hash) as last from (select distinct hash from uploads where hash > ${after} order by hash limit ${markedPerStep})`)
  const last = page?.last ?? null
  if (last === null) return null
  const inPage = sql`hash > ${after} and hash <= ${last}`
  const used = isUsed(now)
  await db.run(
    sql`update uploads set unshown_at = null where ${inPage} and unshown_at is not null and ${used}`,
  )
  await db.run(sql`
    update uploads set unshown_at = ${new Date(now).toISOString()}
    where ${inPage} and unshown_at is null and not ${used}`)
  return last
}

/** Returns the next hashes that were unused for 30 days in all their uploads. Uploads for erased cards are ignored. */
async function listUnused(db: Db, { now, after }: Cursor): Promise<string[]> {
  const rows = await db.all<{ hash: string }>(sql`
    select distinct hash from uploads where hash > ${after} and not ${isUsed(now)} and not exists (
      select 1 from uploads as other left join business_cards as card on card.id = other.card_id
      where other.hash = uploads.hash
        and (other.card_id = ${appCardId} or card.deleted_at is null and card.id is not null or card.deleted_at > ${cutoff(now)})
        and coalesce(other.unshown_at > ${cutoff(now)}, true))
    order by hash limit ${deletedPerStep}`)
  return rows.map(({ hash }) => hash)
}

/**
 * SQL condition: the image of this row is used by a card (also a deleted one that can be restored), by a template, which
 * keeps the logo of an erased model card, or by the app.
 */
function isUsed(now: number): SQL {
  const images = [...imageUrlFields, 'gallery' as const].map(
    (field) => sql`instr(card.${sql.identifier(businessCards[field].name)}, one.hash)`,
  )
  return sql`(exists (
      select 1 from uploads as one join business_cards as card on card.id = one.card_id
      where one.hash = uploads.hash and (card.deleted_at is null or card.deleted_at > ${cutoff(now)})
        and (one.still_of = card.video_url or ${isNewestPreview} or ${sql.join(images, sql` or `)}))
    or exists (select 1 from card_templates where instr(content, uploads.hash))
    or exists (select 1 from pwa_settings where instr(settings, uploads.hash)))`
}

const isNewestPreview = sql`one.preview_of is not null and not exists (
  select 1 from uploads as newer
  where newer.card_id = one.card_id and newer.preview_of is not null and newer.created_at > one.created_at)`

/** Deletes the images in all widths. */
async function deleteImages(bucket: R2Bucket, hashes: string[]): Promise<void> {
  if (hashes.length === 0) return
  const lists = await Promise.all(hashes.map((hash) => bucket.list({ prefix: `images/${hash}-` })))
  const keys = lists.flatMap(({ objects }) => objects.map(({ key }) => key))
  if (keys.length > 0) await bucket.delete(keys)
}

async function deleteUploads(db: Db, hashes: string[]): Promise<void> {
  if (hashes.length === 0) return
  await db.run(sql`
    delete from uploads where hash in (select value from json_each(${JSON.stringify(hashes)}))`)
}

function cutoff(now: number): string {
  return new Date(now - unusedMs).toISOString()
}
