import { createScheduledController } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { ArchivedEvent, Manifest } from '../../../schema/archive.ts'
import type { CardEvent } from '../../../schema/event.ts'
import { dayMs } from '../../platform/time.ts'
import { makeCard } from '../../testing/app.ts'
import { dateOf, emptyArchive, nightlyRunAt, today } from '../../testing/archive.ts'
import { freezeClockOfFile } from '../../testing/clock.ts'
import { makeEvent } from '../../testing/events.ts'
import { runJob } from '../../testing/run-job.ts'
import { deleteCardEvents } from '../../tracking/prune.ts'
import { recordEvents } from '../../tracking/record.ts'
import { runJobs } from '../cron.ts'
import { archiveEvents } from './archive.ts'
import { listDays, verifyDay } from './restore-archive.ts'

freezeClockOfFile(nightlyRunAt)
beforeEach(emptyArchive)

async function readDay(at: number) {
  const stored = await env.MEDIA.get(`archive/events/${dateOf(at)}/manifest.json`)
  const manifest = Manifest.parse(await stored?.json())
  const events = []
  for (const { key } of manifest.parts) {
    const part = await env.MEDIA.get(key)
    const text = await new Response(part?.body.pipeThrough(new DecompressionStream('gzip'))).text()
    events.push(
      ...text
        .trimEnd()
        .split('\n')
        .map((line) => z.strictObject(ArchivedEvent.shape).parse(JSON.parse(line))),
    )
  }
  return { manifest, events }
}

async function everything() {
  const { objects } = await env.MEDIA.list({ prefix: 'archive/' })
  return Promise.all(
    objects.map(async ({ key }) => [
      key,
      Buffer.from((await (await env.MEDIA.get(key))?.arrayBuffer()) ?? []).toString('hex'),
    ]),
  )
}

type Put = (key: string, value: string, options?: R2PutOptions) => Promise<void>

/** The bucket with another `put`. */
function mediaWith(put: Put): R2Bucket {
  const { list, get } = env.MEDIA
  const own = { put, list: list.bind(env.MEDIA), get: get.bind(env.MEDIA) }
  return Object.create(
    env.MEDIA,
    Object.fromEntries(Object.entries(own).map(([name, value]) => [name, { value }])),
  )
}

function asArchived({ kind, cardId, id, at, source, leftOut, place, device, ...event }: CardEvent) {
  return {
    ...{ kind, cardId, id, timestamp: at, source, leftOut, burst: 0, place, device },
    ...(kind === 'view' ? { dwellMs: event.dwellMs } : {}),
    ...(kind === 'click' ? { linkType: event.linkType, linkId: event.linkId } : {}),
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
  expect(await listDays(env)).toEqual([3, 2, 1].map((ago) => dateOf(today - ago * dayMs)))
  const { results } = await env.ANALYTICS.prepare('select day, stale from archive_days').all()
  expect(results).toEqual([3, 2, 1].map((ago) => ({ day: today / dayMs - ago, stale: 0 })))
  for (const ago of [3, 2, 1]) {
    const { manifest, events: archived } = await readDay(today - ago * dayMs)
    const own = events.filter(({ at }) => dateOf(at) === manifest.day)
    const byId = (a: { kind: string; id: string }, b: typeof a) =>
      a.kind + a.id < b.kind + b.id ? -1 : 1
    const reasoned = own.map((event) =>
      event.cardId === cards[1] && !event.leftOut
        ? { ...event, leftOut: 'unknown card' as const }
        : event,
    )
    expect(archived.toSorted(byId)).toEqual(reasoned.map(asArchived).toSorted(byId))
    const count = own.length / 3
    expect(manifest.counts).toEqual({ view: count, click: count, save: count })
    const times = own.map(({ at }) => at)
    expect([manifest.first, manifest.last]).toEqual(
      own.length > 0
        ? [Math.min(...times), Math.max(...times)].map((at) => new Date(at).toISOString())
        : [null, null],
    )
    expect(await verifyDay(env, manifest.day)).toEqual([])
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
  const { events, manifest } = await readDay(at)
  expect(manifest.counts.view).toBe(3)
  expect(events.find(({ id }) => id === view.id)).toMatchObject({ dwellMs: 900 })
  await deleteCardEvents(env, deletedCard)
  await runJob(env, 'archiveEvents', nightlyRunAt)
  expect((await readDay(at)).events.map(({ cardId }) => cardId)).toEqual([card, card])
})

test('a day that fails to archive is retried the next night, and a concurrent event is not lost', async () => {
  const card = (await makeCard()).id
  const at = today - dayMs + 5
  await recordEvents(env, [makeEvent({ cardId: card, at })])
  const failing = {
    ...env,
    MEDIA: mediaWith(() => Promise.reject(new Error('R2 is down'))),
  }
  await expect(runJob(failing, 'archiveEvents', nightlyRunAt)).rejects.toThrow('R2 is down')
  const late = makeEvent({ cardId: card, at: at + 1 })
  const during = {
    ...env,
    MEDIA: mediaWith(async (key, value) => {
      if (key.endsWith('manifest.json')) await recordEvents(env, [late])
      await env.MEDIA.put(key, value)
    }),
  }
  await runJob(during, 'archiveEvents', nightlyRunAt)
  expect((await readDay(at)).events).toHaveLength(1)
  await runJob(env, 'archiveEvents', nightlyRunAt)
  expect((await readDay(at)).events).toHaveLength(2)
})

test('a part that is not as it was stored is stored again', async () => {
  const errors = vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(() => errors.mockRestore())
  await recordEvents(env, [makeEvent({ cardId: (await makeCard()).id, at: today - dayMs })])
  let damaged = 0
  const put = async (key: string, value: string, options?: R2PutOptions) => {
    await env.MEDIA.put(key, value, options)
    if (damaged === 0) await env.MEDIA.put(key, 'damaged')
    damaged += 1
  }
  await runJob({ ...env, MEDIA: mediaWith(put) }, 'archiveEvents', nightlyRunAt)
  expect(damaged).toBeGreaterThan(1)
  expect(await verifyDay(env, dateOf(today - dayMs))).toEqual([])
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
  // A short retention, because the job stores a manifest for each day since the first event.
  const brief = { ...env, EVENT_RETENTION_DAYS: '10' }
  await recordEvents(env, [makeEvent({ cardId: card, at: today - 20 * dayMs })])
  const left = () => env.ANALYTICS.prepare('select count(*) as n from card_views').first('n')
  await runJob(brief, 'pruneEvents', nightlyRunAt)
  expect(await left()).toBe(1)
  await runJob(brief, 'archiveEvents', nightlyRunAt)
  await runJob(brief, 'pruneEvents', nightlyRunAt)
  expect(await left()).toBe(0)
  expect((await readDay(today - 20 * dayMs)).events).toHaveLength(1)
})

test('the nightly job archives, and verification finds errors', async () => {
  const card = (await makeCard()).id
  const at = today - dayMs
  await recordEvents(env, [makeEvent({ cardId: card, at })])
  const { scheduledTime } = createScheduledController({ scheduledTime: new Date(nightlyRunAt) })
  await runJobs(env, scheduledTime)
  const day = dateOf(at)
  expect(await verifyDay(env, day)).toEqual([])
  const key = `archive/events/${day}/part-1.ndjson.gz`
  await env.MEDIA.put(key, 'something else')
  expect(await verifyDay(env, day)).toEqual([`${key} does not match its manifest`])
  await env.MEDIA.delete(key)
  expect(await verifyDay(env, day)).toEqual([`${key} is missing`])
  expect(await verifyDay(env, '2000-01-01')).toEqual(['the manifest is missing or unreadable'])
})
