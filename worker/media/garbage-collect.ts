/** Removing pictures that neither a card nor the installed app has shown for 30 days: an owner chose another, or never saved the one uploaded. */
import { type SQL, sql } from 'drizzle-orm'
import { imageUrlFields } from '../../schema/image.ts'
import { businessCards } from '../../schema/tables.ts'
import type { Bindings } from '../env.ts'
import { type Db, database } from '../platform/database.ts'
import { retentionDays } from '../platform/retention.ts'
import { dayMs } from '../platform/time.ts'
import { ofTheApp } from './uploads.ts'

/** Time Travel may bring the databases of so long ago back: what they show then must be there. */
const restorable = retentionDays.deleted * dayMs
const atOnce = 50
const mostRounds = 200

type Sweep = { now: number; after: string }

/** For the cron: at most 10,000 pictures a night. Safe to stop anywhere, and to run at any time and any number of times. */
export async function sweepPictures(env: Bindings, now = Date.now()): Promise<void> {
  const db = database(env.DB)
  await noteUnshown(db, now)
  let after = ''
  for (let round = 0; round < mostRounds; round++) {
    const hashes = await listForgotten(db, { now, after })
    if (hashes.length === 0) return
    // The rows go last: what stops in between is found again by them.
    await removePictures(env.MEDIA, hashes)
    await forgetUploads(db, hashes)
    after = hashes.at(-1) ?? after
  }
}

async function noteUnshown(db: Db, now: number): Promise<void> {
  const isShown = shown(now)
  await db.run(
    sql`update uploads set unshown_at = null where unshown_at is not null and ${isShown}`,
  )
  await db.run(sql`
    update uploads set unshown_at = ${new Date(now).toISOString()}
    where unshown_at is null and not ${isShown}`)
}

/** The next hashes in order that nothing has shown for so long, of whatever they were uploaded for; a card that is erased counts no more. */
async function listForgotten(db: Db, { now, after }: Sweep): Promise<string[]> {
  const rows = await db.all<{ hash: string }>(sql`
    select distinct hash from uploads where hash > ${after} and not ${shown(now)} and not exists (
      select 1 from uploads as other left join business_cards as card on card.id = other.card_id
      where other.hash = uploads.hash
        and (other.card_id = ${ofTheApp} or card.deleted_at is null and card.id is not null or card.deleted_at > ${before(now)})
        and coalesce(other.unshown_at > ${before(now)}, true))
    order by hash limit ${atOnce}`)
  return rows.map(({ hash }) => hash)
}

/** Whether a card, also one that can be restored, or the app shows the picture of this row. */
function shown(now: number): SQL {
  const pictures = [...imageUrlFields, 'gallery' as const].map(
    (field) => sql`instr(card.${sql.identifier(businessCards[field].name)}, one.hash)`,
  )
  return sql`(exists (
      select 1 from uploads as one join business_cards as card on card.id = one.card_id
      where one.hash = uploads.hash and (card.deleted_at is null or card.deleted_at > ${before(now)})
        and (${sql.join(pictures, sql` or `)}))
    or exists (select 1 from pwa_settings where instr(settings, uploads.hash)))`
}

/** In every width there is. */
async function removePictures(bucket: R2Bucket, hashes: string[]): Promise<void> {
  const lists = await Promise.all(hashes.map((hash) => bucket.list({ prefix: `images/${hash}-` })))
  const keys = lists.flatMap(({ objects }) => objects.map(({ key }) => key))
  if (keys.length > 0) await bucket.delete(keys)
}

async function forgetUploads(db: Db, hashes: string[]): Promise<void> {
  await db.run(sql`
    delete from uploads where hash in (select value from json_each(${JSON.stringify(hashes)}))`)
}

function before(now: number): string {
  return new Date(now - restorable).toISOString()
}
