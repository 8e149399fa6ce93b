/** Garbage collection: deletes images that neither a card nor the installed app has used for 30 days. */
import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { businessCards } from '../../schema/cards/tables.ts'
import { imageUrlFields } from '../../schema/images/image.ts'
import type { Bindings } from '../env.ts'
import { among, type Db, database } from '../platform/database.ts'
import { repeatable } from '../platform/failures.ts'
import { retentionDays, type StepContext } from '../platform/jobs.ts'
import { dayMs } from '../platform/time.ts'
import { appCardId, lockCardId } from './image-store.ts'

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
  const images = await listImages(env.MEDIA, hashes)
  // Checked again here, because an image may have been uploaded again in the meantime.
  const locked = new Set(await lockUnused(db, { hashes, now }))
  const keys = images.flatMap(({ hash, key }) => (locked.has(hash) ? [key] : []))
  if (keys.length > 0) await env.MEDIA.delete(keys)
  await unlock(db, hashes)
  const last = hashes.at(-1)
  return last === undefined ? undefined : { pass, after: last }
}

/** Marks the unused images of the next page, and unmarks those in use. Returns the last hash of the page; null at the end. */
async function markUnused(db: Db, { now, after }: Cursor): Promise<string | null> {
  const page = await db.get<{ last: string | null }>(sql`
    select max(hash) as last from (select distinct hash from uploads where hash > ${after} order by hash limit ${markedPerStep})`)
  const last = page?.last ?? null
  if (last === null) return null
  const inPage = sql`hash > ${after} and hash <= ${last}`
  const used = isUsed(now)
  const at = new Date(now).toISOString()
  await repeatable(() =>
    db.run(
      sql`update uploads set unshown_at = null where ${inPage} and unshown_at is not null and ${used}`,
    ),
  )
  await repeatable(() =>
    db.run(
      sql`update uploads set unshown_at = ${at} where ${inPage} and unshown_at is null and not ${used}`,
    ),
  )
  return last
}

/** Returns the next hashes that are unused. */
async function listUnused(db: Db, { now, after }: Cursor): Promise<string[]> {
  const rows = await db.all<{ hash: string }>(sql`
    select distinct hash from uploads where hash > ${after} and ${isUnused(now)}
    order by hash limit ${deletedPerStep}`)
  return rows.map(({ hash }) => hash)
}

/**
 * Locks the images that are still unused: replaces their rows with a row that prevents uploads of the image until it is
 * deleted. Returns the locked images, including those that an interrupted step left locked.
 */
async function lockUnused(
  db: Db,
  { hashes, now }: { hashes: string[]; now: number },
): Promise<string[]> {
  if (hashes.length === 0) return []
  const listed = sql`hash in ${among(hashes)}`
  const isLocked = sql`${listed} and card_id = ${lockCardId}`
  await repeatable(() =>
    db.run(sql`
      insert into uploads (card_id, hash, bytes)
      select distinct ${lockCardId}, hash, 0 from uploads where ${listed} and ${isUnused(now)}
      on conflict do nothing`),
  )
  await repeatable(() =>
    db.run(sql`
      delete from uploads where card_id <> ${lockCardId}
        and hash in (select hash from uploads where ${isLocked})`),
  )
  const locked = await db.all<{ hash: string }>(sql`select hash from uploads where ${isLocked}`)
  return locked.map(({ hash }) => hash)
}

/** SQL condition: the image is not in use, and none of its uploads was used in the last 30 days, except for erased cards. */
function isUnused(now: number): SQL {
  return sql`(not ${isUsed(now)} and not exists (
    select 1 from uploads as other left join business_cards as card on card.id = other.card_id
    where other.hash = uploads.hash
      and (other.card_id = ${appCardId} or card.deleted_at is null and card.id is not null or card.deleted_at > ${cutoff(now)})
      and coalesce(other.unshown_at > ${cutoff(now)}, true)))`
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
        and (one.still_of = card.video_url or ${isNewestPreview} or ${isContactPhoto} or ${sql.join(images, sql` or `)}))
    or exists (select 1 from card_templates where instr(content, uploads.hash))
    or exists (select 1 from pwa_settings where instr(settings, uploads.hash)))`
}

const isNewestPreview = sql`one.preview_of is not null and not exists (
  select 1 from uploads as newer
  where newer.card_id = one.card_id and newer.preview_of is not null and newer.created_at > one.created_at)`

const isContactPhoto = sql`exists (
  select 1 from uploads as photo
  where photo.card_id = one.card_id and instr(card.profile_picture, photo.hash) and instr(photo.contact_photo, one.hash))`

/** The keys of the images in all widths. */
async function listImages(
  bucket: R2Bucket,
  hashes: string[],
): Promise<{ hash: string; key: string }[]> {
  const lists = await Promise.all(
    hashes.map(async (hash) => {
      const { objects } = await bucket.list({ prefix: `images/${hash}-` })
      return objects.map(({ key }) => ({ hash, key }))
    }),
  )
  return lists.flat()
}

async function unlock(db: Db, hashes: string[]): Promise<void> {
  if (hashes.length === 0) return
  const listed = sql`hash in ${among(hashes)}`
  await repeatable(() =>
    db.run(sql`delete from uploads where card_id = ${lockCardId} and ${listed}`),
  )
}

function cutoff(now: number): string {
  return new Date(now - unusedMs).toISOString()
}
