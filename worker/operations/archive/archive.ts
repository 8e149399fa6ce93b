/**
 * The nightly archive of events: every past UTC day, and again after late events changed it. Each analytics database is
 * archived by itself, part by part, and a day counts as archived once its parts have been read back.
 */
import * as z from 'zod/mini'
import { type Manifest, Part } from '../../../schema/archive.ts'
import { eventKinds } from '../../../schema/event.ts'
import type { Bindings } from '../../env.ts'
import type { StepContext } from '../../platform/job-step.ts'
import { log } from '../../platform/log.ts'
import { repeatable } from '../../platform/repeatable.ts'
import { dayMs } from '../../platform/time.ts'
import { findUnarchived } from '../../tracking/archived-days.ts'
import { configuredDatabases, databaseNamed, isMovingShards } from '../../tracking/shards.ts'
import { maxPartBytes, newPart, storePart } from '../backup/part.ts'
import { Cursor, firstCursor, type Line, pagesOfDay } from './lines.ts'
import { dateOf, folderOf, removeMovedCards, storeManifest } from './manifests.ts'

/** A day that is being archived: the parts so far, and where the next begins, null after the last. */
const Section = z.object({
  day: z.int(),
  next: z.nullable(Cursor),
  parts: z.array(Part),
  /** How many of the parts have been read back. */
  verified: z.int(),
  counts: z.record(z.enum(eventKinds), z.int()),
  first: z.nullable(z.int()),
  last: z.nullable(z.int()),
})
type Section = z.infer<typeof Section>

/** `after` is the last day of this run that is archived; `shards` are those of the database. */
const Checkpoint = z.object({
  shards: z.array(z.int()),
  after: z.int(),
  section: z.nullable(Section),
})
type Checkpoint = z.infer<typeof Checkpoint>

const verifiedPerStep = 10
const pagesPerStep = 100

/**
 * Step of a cron job: stores the next part of a day, oldest days first, or completes the day. Nothing is archived, and
 * so nothing pruned, while cards are moved to or from the database.
 */
export async function archiveEvents(
  env: Bindings,
  { from, database, now }: StepContext,
): Promise<Checkpoint | undefined> {
  const shards = configuredDatabases(env).flatMap((name, shard) => (name === database ? shard : []))
  if (shards.length === 0 || (await isMovingShards(env, database))) return undefined
  const checkpoint = checkpointOf(from, shards)
  const section =
    checkpoint.section ?? (await beginDay(env, { database, after: checkpoint.after, now }))
  if (!section) return undefined
  if (section.next) return { ...checkpoint, section: await addPart(env, database, section) }
  const verified = await verifyParts(env, section)
  if (verified === 'damaged') return { ...checkpoint, section: null }
  if (verified < section.parts.length) return { ...checkpoint, section: { ...section, verified } }
  await finishDay(env, { database, section, shards })
  return { ...checkpoint, after: section.day, section: null }
}

// Begins again when cards were moved since, because a part may lack theirs.
function checkpointOf(from: unknown, shards: number[]): Checkpoint {
  const checkpoint = Checkpoint.safeParse(from).data
  if (checkpoint && String(checkpoint.shards) === String(shards)) return checkpoint
  return { shards, after: -1, section: null }
}

type Beginning = { database: string; after: number; now: number }

// A day is marked 2 while it is written; a concurrent event sets it to 1, and the day is written again the next night.
async function beginDay(
  env: Bindings,
  { database, after, now }: Beginning,
): Promise<Section | undefined> {
  const db = databaseNamed(env, database)
  const today = Math.floor(now / dayMs)
  const { stale, next } = await findUnarchived(db, today)
  const day = Math.min(...stale.filter((each) => each > after), Math.max(next, after + 1))
  if (day >= today) return undefined
  await repeatable(() =>
    db
      .prepare(
        'insert into archive_days (day, stale) values (?, 2) on conflict (day) do update set stale = 2',
      )
      .bind(day)
      .run(),
  )
  const counts = { view: 0, click: 0, save: 0 }
  return { day, next: firstCursor, parts: [], verified: 0, counts, first: null, last: null }
}

async function addPart(env: Bindings, database: string, section: Section): Promise<Section> {
  const part = newPart()
  const added = { ...section, counts: { ...section.counts } }
  let next: Section['next'] = null
  let pages = 0
  const from = section.next ?? undefined
  for await (const page of pagesOfDay(env, { database, day: section.day }, from)) {
    if (page.lines.length > 0) await part.add(page.lines.map(({ line }) => line))
    for (const line of page.lines) addLine(added, line)
    pages += 1
    if (part.size() <= maxPartBytes && pages < pagesPerStep) continue
    next = page.next
    break
  }
  const key = `${folderOf(section.day, database)}part-${section.parts.length + 1}.ndjson.gz`
  if (part.size() === 0) {
    await part.end()
    return { ...added, next }
  }
  const { lines: events, bytes, sha256 } = await storePart(env.MEDIA, key, part)
  return { ...added, next, parts: [...section.parts, { key, events, bytes, sha256 }] }
}

function addLine(section: Section, { kind, at }: Line): void {
  section.counts[kind] += 1
  section.first = Math.min(section.first ?? at, at)
  section.last = Math.max(section.last ?? at, at)
}

/** Reads the next parts back; returns how many are verified, or `damaged` if one is not as it was stored. */
async function verifyParts(
  { MEDIA }: Bindings,
  { parts, verified }: Section,
): Promise<number | 'damaged'> {
  const next = parts.slice(verified, verified + verifiedPerStep)
  for (const { key, sha256 } of next) {
    const stored = await MEDIA.get(key)
    const digest = new crypto.DigestStream('SHA-256')
    await stored?.body.pipeTo(digest)
    const found = stored && Buffer.from(await digest.digest).toString('hex')
    if (found === sha256) continue
    log('error', 'archive', { damaged: key })
    return 'damaged'
  }
  return verified + next.length
}

type Finished = { database: string; section: Section; shards: number[] }

async function finishDay(env: Bindings, { database, section, shards }: Finished): Promise<void> {
  const { day, counts, parts } = section
  const manifest: Manifest = {
    version: 1,
    day: dateOf(day),
    shards,
    counts,
    first: timeText(section.first),
    last: timeText(section.last),
    parts,
  }
  await storeManifest(env, folderOf(day, database), manifest)
  await removeMovedCards(env, { day, database, shards })
  await repeatable(() =>
    databaseNamed(env, database)
      .prepare('update archive_days set stale = 0 where day = ? and stale = 2')
      .bind(day)
      .run(),
  )
}

function timeText(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString()
}
