import { env } from 'cloudflare:workers'
import { beforeEach, expect, test } from 'vitest'
import { dayMs } from '../../platform/time.ts'
import { makeCard } from '../../testing/app.ts'
import { dateOf, emptyArchive, nightlyRunAt, today } from '../../testing/archive.ts'
import { freezeClockOfFile } from '../../testing/clock.ts'
import { makeEvent } from '../../testing/events.ts'
import { runJob } from '../../testing/run-job.ts'
import { makeSharePoint } from '../../testing/share-points.ts'
import { recordEvents } from '../../tracking/record.ts'
import { verifyRollups } from '../../tracking/verify-rollups.ts'
import { restoreDay } from './restore-archive.ts'

freezeClockOfFile(nightlyRunAt)
beforeEach(emptyArchive)

async function contents(tables: string[]) {
  const responses = await env.ANALYTICS.batch<Record<string, unknown>>(
    tables.map((table) => env.ANALYTICS.prepare(`select * from ${table} order by 1, 2, 3`)),
  )
  return responses.map(({ results }) => results)
}

const events = ['card_views', 'card_clicks', 'card_saves']
const totals = ['card_days', 'card_fortnights', 'share_point_days']

test('a pruned day is restored from the archive unchanged, and its totals are not modified', async () => {
  const cards = [await makeCard({ socialLinks: { x: '#' } }), await makeCard()].map(({ id }) => id)
  // A short retention, because the job stores a manifest for each day since the first event.
  const brief = { ...env, EVENT_RETENTION_DAYS: '10' }
  const at = today - 20 * dayMs
  const { code } = await makeSharePoint({ cardId: cards[0] ?? 0 })
  const recorded = cards.flatMap((cardId) => [
    makeEvent({ cardId, at, dwellMs: 7, visitor: 'v', source: 'a "\n😀' }),
    makeEvent({ cardId, at: at + 5, kind: 'click', linkType: 'social', linkId: 'x' }),
    makeEvent({ cardId, at: at + 6, kind: 'save', leftOut: 'bot', burst: true }),
    makeEvent({ cardId, at: at + 7, source: code }),
  ])
  await recordEvents(env, recorded)
  const before = await contents([...events, ...totals])
  await runJob(brief, 'archiveEvents', nightlyRunAt)
  await runJob(brief, 'pruneEvents', nightlyRunAt)
  expect(await contents(events)).toEqual([[], [], []])
  const restored = await restoreDay(brief, dateOf(at))
  expect(restored).toMatchObject({ events: 8, added: 8, totals: 0, errors: [] })
  expect(await contents([...events, ...totals])).toEqual(before)
  expect(await restoreDay(brief, dateOf(at))).toEqual({ ...restored, added: 0 })
})

test('in an empty database a day is restored with its totals, also after an interruption', async () => {
  const card = (await makeCard()).id
  const at = today - 3 * dayMs
  const { code } = await makeSharePoint({ cardId: card })
  const recorded = Array.from({ length: 1200 }, (_, index) =>
    makeEvent({
      cardId: card + (index % 2),
      at: at + index,
      dwellMs: index % 3,
      source: index % 4 ? 'qr' : code,
    }),
  )
  await recordEvents(env, recorded)
  const before = await contents([...events, ...totals])
  await runJob(env, 'archiveEvents', nightlyRunAt)
  for (const table of [...events, ...totals]) await env.ANALYTICS.exec(`delete from ${table}`)
  // Simulates a crash after the first rows.
  const failing = { ...env, ANALYTICS: failingAfter(1) }
  await expect(restoreDay(failing, dateOf(at))).rejects.toThrow('killed')
  expect(await restoreDay(env, dateOf(at))).toMatchObject({
    ...{ events: 1200, added: 200, totals: 2, errors: [] },
  })
  const parsed = (rows: Record<string, unknown>[][]) =>
    rows.map((table) => table.map((row) => ({ ...row, counts: JSON.parse(`${row.counts ?? 0}`) })))
  expect(parsed(await contents([...events, ...totals]))).toEqual(parsed(before))
  expect(await verifyRollups(env, nightlyRunAt)).toEqual([])
})

/** The database, whose batches fail after this many. */
function failingAfter(batches: number): D1Database {
  let left = batches
  return new Proxy(env.ANALYTICS, {
    get(target, name) {
      if (name !== 'batch') return Reflect.get(target, name).bind(target)
      return async (statements: D1PreparedStatement[]) => {
        left -= 1
        if (left < 0) throw new Error('killed')
        return target.batch(statements)
      }
    },
  })
}

test('a restore reports what differs from the archive', async () => {
  const card = (await makeCard()).id
  const at = today - 2 * dayMs
  await recordEvents(env, [makeEvent({ cardId: card, at })])
  await runJob(env, 'archiveEvents', nightlyRunAt)
  await env.ANALYTICS.exec("update card_views set source = 'elsewhere'")
  expect((await restoreDay(env, dateOf(at))).errors).toEqual([
    expect.stringMatching(/^the database has 1 events of the day .*, the archive 1 with /),
  ])
  await env.MEDIA.put(`archive/events/${dateOf(at)}/part-1.ndjson.gz`, 'something else')
  expect((await restoreDay(env, dateOf(at))).errors).toEqual([
    `archive/events/${dateOf(at)}/part-1.ndjson.gz does not match its manifest`,
  ])
})
