/**
 * The nightly archive of events: every past UTC day, and again after late events changed it. Each analytics database has
 * one Parquet object for a day, which counts as archived once it has been read back.
 */
import * as z from 'zod/mini'
import type { Bindings } from '../../env.ts'
import { repeatable } from '../../platform/failures.ts'
import type { StepContext } from '../../platform/jobs.ts'
import { log } from '../../platform/log.ts'
import { dayMs } from '../../platform/time.ts'
import { findUnarchived } from '../../tracking/late-events.ts'
import { configuredDatabases, databaseNamed, isMovingShards } from '../../tracking/shards.ts'
import {
  type ArchivedEvent,
  Cursor,
  completeFile,
  DayFile,
  firstCursor,
  isUploadGone,
  nextPart,
  pagesOfDay,
  rowsPerGroup,
  startFile,
  verifyGroups,
} from './day-file.ts'

/** A day that is being archived. */
const Section = z.object({
  day: z.int(),
  /** Where the next part begins; null once all parts are uploaded. */
  next: z.nullable(Cursor),
  file: DayFile,
  /** How many row groups have been read back. */
  verified: z.int(),
})
type Section = z.infer<typeof Section>

/** `after` is the last day that this run has archived, `shards` are the shards of the database. */
const Checkpoint = z.object({
  shards: z.array(z.int()),
  after: z.int(),
  section: z.nullable(Section),
})
type Checkpoint = z.infer<typeof Checkpoint>

const groupsPerStep = 10
const pagesPerStep = 100

/**
 * Step of a cron job: uploads the next part of a day, or reads back row groups and completes the day; oldest days first.
 * Nothing is archived, and so nothing pruned, while cards are moved to or from the database.
 */
export async function archiveEvents(
  env: Bindings,
  { from, database, now }: StepContext,
): Promise<Checkpoint | undefined> {
  if (await isMovingShards(env, database)) return undefined
  const checkpoint = checkpointOf(env, database, from)
  const section = checkpoint.section ?? (await beginDay(env, { ...checkpoint, database, now }))
  if (!section) return undefined
  if (section.next) return { ...checkpoint, section: await addPart(env, database, section) }
  const verified = await verify(env, section)
  if (verified === undefined) return { ...checkpoint, section: null }
  if (verified < section.file.sums.length)
    return { ...checkpoint, section: { ...section, verified } }
  await finishDay(databaseNamed(env, database), section.day)
  return { ...checkpoint, after: section.day, section: null }
}

// Starts over if cards were moved since the last step, because a part may lack their events.
function checkpointOf(env: Bindings, database: string, from: unknown): Checkpoint {
  const shards = configuredDatabases(env).flatMap((name, shard) => (name === database ? shard : []))
  const checkpoint = Checkpoint.safeParse(from).data
  if (checkpoint && String(checkpoint.shards) === String(shards)) return checkpoint
  return { shards, after: -1, section: null }
}

type Beginning = Pick<Checkpoint, 'shards' | 'after'> & { database: string; now: number }

// A day is marked 2 while it is written; a concurrent event sets it to 1, and the day is written again the next night.
async function beginDay(
  env: Bindings,
  { database, shards, after, now }: Beginning,
): Promise<Section | undefined> {
  const db = databaseNamed(env, database)
  const today = Math.floor(now / dayMs)
  const { stale, next } = await findUnarchived(db, today)
  // A database without shards gets no further days.
  const unseen = shards.length > 0 ? [Math.max(next, after + 1)] : []
  const day = Math.min(...stale.filter((each) => each > after), ...unseen)
  if (day >= today) return undefined
  await repeatable(() =>
    db
      .prepare(
        'insert into archive_days (day, stale) values (?, 2) on conflict (day) do update set stale = 2',
      )
      .bind(day)
      .run(),
  )
  const date = new Date(day * dayMs).toISOString().slice(0, 10)
  const file = await startFile(env.MEDIA, `archive/${database}/${date}.parquet`)
  return { day, next: firstCursor, file, verified: 0 }
}

/** Uploads the next part. Returns null if R2 deleted the upload: then the day starts over. */
async function addPart(env: Bindings, database: string, section: Section): Promise<Section | null> {
  const part = await nextPart(section.file)
  let { next } = section
  let group: ArchivedEvent[] = []
  let pages = 0
  for await (const page of pagesOfDay(env, { database, day: section.day }, next ?? undefined)) {
    group.push(...page.events)
    pages += 1
    const isEnd = !page.next || pages >= pagesPerStep
    if (group.length < rowsPerGroup && !isEnd) continue
    if (group.length > 0 && !part.add(group)) break
    next = page.next
    group = []
    if (isEnd) break
  }
  try {
    return { ...section, next, file: await part.upload(env.MEDIA, { isLast: !next }) }
  } catch (error) {
    if (isUploadGone(error)) return null
    throw error
  }
}

/** Reads back the next row groups. Returns how many are verified; undefined if the file differs from what was written. */
async function verify(
  { MEDIA }: Bindings,
  { file, verified }: Section,
): Promise<number | undefined> {
  if (verified === 0) await completeFile(MEDIA, file)
  const to = Math.min(verified + groupsPerStep, file.sums.length)
  const isIntact = await verifyGroups(MEDIA, file, { from: verified, to }).catch(() => false)
  if (isIntact) return to
  log('error', 'archive', { damaged: file.key })
  return undefined
}

async function finishDay(db: D1Database, day: number): Promise<void> {
  await repeatable(() =>
    db.prepare('update archive_days set stale = 0 where day = ? and stale = 2').bind(day).run(),
  )
}
