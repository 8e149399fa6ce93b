import { env } from 'cloudflare:workers'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import document from '../../../docs/api.md?raw'
import type { CardEvent } from '../../../schema/tracking/event.ts'
import { dayMs } from '../../platform/time.ts'
import { makeCard } from '../../testing/app.ts'
import {
  dateOf,
  emptyArchive,
  nightlyRunAt,
  readArchivedDay,
  today,
} from '../../testing/archive.ts'
import { freezeClockOfFile } from '../../testing/clock.ts'
import { manyViews, viewsSql } from '../../testing/cron-data.ts'
import { makeEvent } from '../../testing/events.ts'
import { runJob } from '../../testing/run-job.ts'
import { deleteCardEvents } from '../../tracking/prune.ts'
import { recordEvents } from '../../tracking/record.ts'
import { archiveEvents } from './archive.ts'

freezeClockOfFile(nightlyRunAt)
const yearEnd = Date.parse('2027-01-01T03:00:00Z')
beforeEach(emptyArchive)

async function everything() {
  const { objects } = await env.MEDIA.list({ prefix: 'archive/' })
  return Promise.all(
    objects.map(async ({ key }) => [
      key,
      Buffer.from((await (await env.MEDIA.get(key))?.arrayBuffer()) ?? []).toString('hex'),
    ]),
  )
}

/** The bucket with other methods. */
function mediaWith(methods: Partial<R2Bucket>): R2Bucket {
  return new Proxy(env.MEDIA, {
    get: (bucket, name) => Reflect.get(methods, name) ?? Reflect.get(bucket, name).bind(bucket),
  })
}

/** The bucket; `after` runs once after an upload is completed. */
function mediaAfterCompletion(after: (key: string) => Promise<unknown>): R2Bucket {
  let isDone = false
  return mediaWith({
    resumeMultipartUpload: (key, uploadId) => {
      const upload = env.MEDIA.resumeMultipartUpload(key, uploadId)
      const complete = async (parts: R2UploadedPart[]) => {
        const object = await upload.complete(parts)
        if (!isDone) await after(key)
        isDone = true
        return object
      }
      return Object.assign(Object.create(null), {
        ...{ key, uploadId, complete, uploadPart: upload.uploadPart.bind(upload) },
      })
    },
  })
}

function asArchived({ kind, cardId, id, at, source, leftOut, place, device, ...event }: CardEvent) {
  const [country, region, city] = place.split('|').map((part) => part || null)
  const [type, system, browser] = device.split('|').map((part) => part || null)
  return {
    ...{ kind, card_id: cardId, id, timestamp: new Date(at), source, left_out: leftOut, burst: 0 },
    ...{ country, region, city, device: type, system, browser },
    dwell_ms: kind === 'view' ? event.dwellMs : null,
    link_type: kind === 'click' ? event.linkType : null,
    link_id: kind === 'click' ? event.linkId : null,
  }
}

test('the archive contains every event of each past day without addresses, and is reproducible', async () => {
  const cards = [(await makeCard({ socialLinks: { x: '#' } })).id, 1_999_999_998]
  const click = { kind: 'click', linkType: 'social', linkId: 'x' } as const
  const events = cards.flatMap((cardId) =>
    [1, dayMs - 1, dayMs, 3 * dayMs].flatMap((ago) => [
      makeEvent({ cardId, at: today - ago, dwellMs: 5 }),
      makeEvent({ cardId, at: today - ago, ...click }),
      makeEvent({ cardId, at: today - ago, kind: 'save', leftOut: 'bot', source: 'a "\n😀' }),
    ]),
  )
  await recordEvents(env, [...events, makeEvent({ cardId: cards[0] ?? 0, at: today + 1 })])
  await runJob(env, 'archiveEvents', nightlyRunAt)
  const { objects } = await env.MEDIA.list({ prefix: 'archive/' })
  expect(objects.map(({ key }) => key)).toEqual(
    [3, 2, 1].map((ago) => `archive/ANALYTICS/${dateOf(today - ago * dayMs)}.parquet`),
  )
  const { results } = await env.ANALYTICS.prepare('select day, stale from archive_days').all()
  expect(results).toEqual([3, 2, 1].map((ago) => ({ day: today / dayMs - ago, stale: 0 })))
  for (const ago of [3, 2, 1]) {
    const date = dateOf(today - ago * dayMs)
    const archived = (await readArchivedDay(today - ago * dayMs)) ?? []
    const own = events.filter(({ at }) => dateOf(at) === date)
    const byId = (a: { kind: string; id: string }, b: typeof a) =>
      a.kind + a.id < b.kind + b.id ? -1 : 1
    const reasoned = own.map((event) =>
      event.cardId === cards[1] && !event.leftOut
        ? { ...event, leftOut: 'unknown card' as const }
        : event,
    )
    expect(archived.toSorted(byId)).toEqual(reasoned.map(asArchived).toSorted(byId))
  }
  const before = await everything()
  await env.ANALYTICS.exec('update archive_days set stale = 1')
  await runJob(env, 'archiveEvents', nightlyRunAt)
  expect(await everything()).toEqual(before)
})

test('a day changed by late events, longer visits or an erased card is archived again', async () => {
  const card = (await makeCard()).id
  const deletedCard = (await makeCard()).id
  const at = today - dayMs + 5
  const view = makeEvent({ cardId: card, at })
  await recordEvents(env, [view, makeEvent({ cardId: deletedCard, at })])
  await runJob(env, 'archiveEvents', nightlyRunAt)
  const late = makeEvent({ cardId: card, at: at + 1 })
  await recordEvents(env, [late, { ...view, dwellMs: 900 }])
  await runJob(env, 'archiveEvents', nightlyRunAt)
  const events = await readArchivedDay(at)
  expect(events).toHaveLength(3)
  expect(events?.find(({ id }) => id === view.id)).toMatchObject({ dwell_ms: 900 })
  await deleteCardEvents(env, deletedCard)
  await runJob(env, 'archiveEvents', nightlyRunAt)
  expect((await readArchivedDay(at))?.map(({ card_id }) => card_id)).toEqual([card, card])
})

test('a day that fails to archive is retried the next night, and a concurrent event is not lost', async () => {
  const card = (await makeCard()).id
  const at = today - dayMs + 5
  await recordEvents(env, [makeEvent({ cardId: card, at })])
  const createMultipartUpload = () => Promise.reject(new Error('R2 is down'))
  const failing = { ...env, MEDIA: mediaWith({ createMultipartUpload }) }
  await expect(runJob(failing, 'archiveEvents', nightlyRunAt)).rejects.toThrow('R2 is down')
  const late = makeEvent({ cardId: card, at: at + 1 })
  const during = { ...env, MEDIA: mediaAfterCompletion(() => recordEvents(env, [late])) }
  await runJob(during, 'archiveEvents', nightlyRunAt)
  expect(await readArchivedDay(at)).toHaveLength(1)
  await runJob(env, 'archiveEvents', nightlyRunAt)
  expect(await readArchivedDay(at)).toHaveLength(2)
})

test('a file that is not as it was written is written again, as is one whose upload was deleted', async () => {
  const errors = vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(() => errors.mockRestore())
  const at = today - dayMs
  const event = makeEvent({ cardId: (await makeCard()).id, at })
  await recordEvents(env, [event])
  let damaged = 0
  const damage = async (key: string) => {
    damaged += 1
    const bytes = Buffer.from((await (await env.MEDIA.get(key))?.arrayBuffer()) ?? [])
    bytes.write('another', bytes.indexOf(event.id))
    await env.MEDIA.put(key, bytes)
  }
  await runJob({ ...env, MEDIA: mediaAfterCompletion(damage) }, 'archiveEvents', nightlyRunAt)
  expect(damaged).toBe(1)
  expect(errors).toHaveBeenCalledOnce()
  expect(await readArchivedDay(at)).toHaveLength(1)
  await env.ANALYTICS.exec('update archive_days set stale = 1')
  let isDeleted = false
  const createMultipartUpload: R2Bucket['createMultipartUpload'] = async (key, options) => {
    const upload = await env.MEDIA.createMultipartUpload(key, options)
    if (!isDeleted) await upload.abort()
    isDeleted = true
    return upload
  }
  await runJob(
    { ...env, MEDIA: mediaWith({ createMultipartUpload }) },
    'archiveEvents',
    nightlyRunAt,
  )
  expect(await readArchivedDay(at)).toHaveLength(1)
  expect(await env.ANALYTICS.prepare('select sum(stale) as n from archive_days').first('n')).toBe(0)
})

test('a day that was begun with other shards is begun again', async () => {
  await recordEvents(env, [makeEvent({ cardId: (await makeCard()).id, at: today - dayMs })])
  const from = { shards: [1], after: today / dayMs, section: null }
  const context = { database: 'ANALYTICS', now: nightlyRunAt }
  expect(await archiveEvents(env, { ...context, from })).toMatchObject({
    section: { day: today / dayMs - 1 },
  })
})

test('events are not pruned before they are archived', async () => {
  const card = (await makeCard()).id
  // A short retention, because the job writes a file for each day since the first event.
  const brief = { ...env, EVENT_RETENTION_DAYS: '10' }
  await recordEvents(env, [makeEvent({ cardId: card, at: today - 20 * dayMs })])
  const left = () => env.ANALYTICS.prepare('select count(*) as n from card_views').first('n')
  await runJob(brief, 'pruneEvents', nightlyRunAt)
  expect(await left()).toBe(1)
  await runJob(brief, 'archiveEvents', nightlyRunAt)
  await runJob(brief, 'pruneEvents', nightlyRunAt)
  expect(await left()).toBe(0)
  expect(await readArchivedDay(today - 20 * dayMs)).toHaveLength(1)
})

test('a day with more events than a part of the upload is one file with each event once', async () => {
  const cardId = (await makeCard()).id
  await env.ANALYTICS.batch(
    [
      viewsSql(cardId, today - dayMs, 'new', manyViews),
      `insert into card_days (card_id, day, views, clicks, saves, visitors, counts)
       values (${cardId}, ${today / dayMs - 1}, 1, 0, 0, 0, '{}')`,
    ].map((sql) => env.ANALYTICS.prepare(sql)),
  )
  let parts = 0
  const resumeMultipartUpload: R2Bucket['resumeMultipartUpload'] = (key, uploadId) => {
    parts += 1
    return env.MEDIA.resumeMultipartUpload(key, uploadId)
  }
  await runJob(
    { ...env, MEDIA: mediaWith({ resumeMultipartUpload }) },
    'archiveEvents',
    nightlyRunAt,
  )
  // Two parts, and the completion.
  expect(parts).toBe(3)
  const ids = (await readArchivedDay(today - dayMs))?.map(({ id }) => id) ?? []
  expect([ids.length, new Set(ids).size]).toEqual([manyViews, manyViews])
})

test("DuckDB runs the query of docs/api.md over a year's files", async () => {
  const [, sql = ''] = /```sql\n(select[^`]*read_parquet[^`]*)```/.exec(document) ?? []
  const cards = [(await makeCard()).id, (await makeCard()).id]
  vi.setSystemTime(yearEnd)
  onTestFinished(() => void vi.setSystemTime(nightlyRunAt))
  const months = Array.from({ length: 12 }, (_, month) => Date.UTC(2026, month, 1 + month))
  const events = months.flatMap((at, month) => [
    makeEvent({ cardId: cards[0] ?? 0, at, place: 'DE|Bavaria|Munich' }),
    makeEvent({ cardId: cards[month % 2] ?? 0, at: at + 5, place: 'CH||' }),
    makeEvent({ cardId: cards[0] ?? 0, at: at + 7, kind: 'save', place: 'CH||' }),
    makeEvent({ cardId: cards[0] ?? 0, at: at + 9, leftOut: 'bot' }),
  ])
  await recordEvents(env, events)
  await runJob(env, 'archiveEvents', yearEnd)
  const { objects } = await env.MEDIA.list({ prefix: 'archive/' })
  expect(objects).toHaveLength(365)
  const files = await Promise.all(
    objects.map(async ({ key }) => {
      const bytes = await (await env.MEDIA.get(key))?.arrayBuffer()
      return [key, Buffer.from(bytes ?? []).toString('base64')]
    }),
  )
  const body = JSON.stringify({ sql, files: Object.fromEntries(files) })
  const response = await fetch('http://duckdb.test/query', { method: 'POST', body })
  expect(await response.json()).toEqual(
    months.flatMap((at) => [
      { month: dateOf(at).slice(0, 7), country: 'CH', views: '1', saves: '1' },
      { month: dateOf(at).slice(0, 7), country: 'DE', views: '1', saves: '0' },
    ]),
  )
})
