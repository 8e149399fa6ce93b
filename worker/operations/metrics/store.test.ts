import { env } from 'cloudflare:workers'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { dayMs, hourMs, minuteMs } from '../../platform/time.ts'
import { metricsOf } from './report.ts'
import { addCounts, readTotals, setGauges, sumMetrics } from './store.ts'

const { DB } = env
const start = Date.parse('2026-11-23T10:00:00Z')
const series = 'GET /view/:slug|2|none'

beforeEach(async () => void (await DB.exec('delete from metrics')))

async function rows() {
  const { results } = await DB.prepare('select * from metrics order by span, start').all<{
    span: number
    start: number
    flushes: number
    counts: string
    gauges: string | null
  }>()
  return results.map((row) => ({ ...row, counts: JSON.parse(row.counts) }))
}

test('the writes of a minute share one row, and the first eight are exact', async () => {
  await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      addCounts(DB, { a: 1, [`b${index % 2}`]: 2 }, start + 1000 * index),
    ),
  )
  expect(await rows()).toMatchObject([
    { span: minuteMs, start, flushes: 8, counts: { a: 8, b0: 8, b1: 8 } },
  ])
})

test('600 writes in a minute write 60 rows or fewer, and estimate the sum', async () => {
  let state = 7
  const random = vi.spyOn(Math, 'random').mockImplementation(() => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  })
  onTestFinished(() => random.mockRestore())
  const sums: number[] = []
  for (const round of [1, 2, 3, 4]) {
    const at = start + round * minuteMs
    for (let write = 0; write < 600; write += 1) await addCounts(DB, { a: 5 }, at)
    const row = (await rows()).at(-1)
    expect(row?.flushes).toBeLessThanOrEqual(60)
    sums.push(row?.counts.a)
  }
  const mean = sums.reduce((sum, n) => sum + n, 0) / sums.length
  expect(mean).toBeGreaterThan(3000 * 0.7)
  expect(mean).toBeLessThan(3000 * 1.3)
})

test('an hour is summed once, whoever repeats it, and the totals never fall', async () => {
  for (const minute of [0, 1, 59, 60, 61])
    await addCounts(DB, { a: 1, b: minute }, start + minute * minuteMs)
  await setGauges(DB, { queueMs: 5 }, start)
  await setGauges(DB, { queueMs: 3 }, start + minuteMs)
  const before = await readTotals(DB)
  expect(before).toEqual({ a: 5, b: 181 })
  const now = start + hourMs + 2 * minuteMs
  await sumMetrics(env, start + hourMs + minuteMs)
  expect(await rows()).toHaveLength(5)
  await Promise.all([1, 2, 3].map(() => sumMetrics(env, now)))
  expect(await readTotals(DB)).toEqual(before)
  const [totals, , , , , , hour] = await rows()
  expect([totals, hour]).toMatchObject([
    { span: 0, start, counts: { a: 3, b: 60 } },
    { span: hourMs, start, counts: { a: 3, b: 60 }, gauges: '{"queueMs":5}' },
  ])
  await addCounts(DB, { a: 1 }, start + 3 * hourMs)
  await sumMetrics(env, start + 5 * hourMs)
  expect(await readTotals(DB)).toEqual({ a: 6, b: 181 })
  expect((await rows()).filter(({ span }) => span === 0)).toMatchObject([
    { start: start + 3 * hourMs, counts: { a: 6, b: 181 } },
  ])
})

test('minutes are deleted after 48 hours and hours after 30 days, and the totals stay', async () => {
  await addCounts(DB, { a: 1 }, start)
  await sumMetrics(env, start + 2 * hourMs)
  const spans = async () => (await rows()).map(({ span }) => span)
  await sumMetrics(env, start + 48 * hourMs)
  expect(await spans()).toEqual([0, minuteMs, hourMs])
  await sumMetrics(env, start + 48 * hourMs + minuteMs)
  expect(await spans()).toEqual([0, hourMs])
  await sumMetrics(env, start + 30 * dayMs)
  expect(await spans()).toEqual([0, hourMs])
  await sumMetrics(env, start + 30 * dayMs + minuteMs)
  expect(await spans()).toEqual([0])
  expect(await readTotals(DB)).toEqual({ a: 1 })
})

test('the cron catches up after three days, without losing an hour', async () => {
  for (let hour = 0; hour < 72; hour += 1) await addCounts(DB, { a: 1 }, start + hour * hourMs)
  const now = start + 80 * hourMs
  expect(await sumMetrics(env, now)).toBe('more')
  expect(await sumMetrics(env, now)).toBeUndefined()
  expect((await rows()).filter(({ span }) => span === hourMs)).toHaveLength(72)
  expect(await readTotals(DB)).toEqual({ a: 72 })
})

test('the report has every period of 24 hours and 30 days, and the percentiles of the buckets', async () => {
  const now = start + 20 * minuteMs
  // 90 requests of 5 to 10 ms, 9 of 300 to 450 ms, one above 10 s.
  const counts = { [`${series}|1`]: 90, [`${series}|9`]: 9, [`${series}|16`]: 1 }
  await addCounts(DB, counts, now)
  await addCounts(DB, { 'GET /api/user|5|none|6': 4, 'error|failed': 4, 'log|cron': 1 }, start)
  await addCounts(DB, { 'GET /view/:slug|3|isolate|0': 50 }, start - 40 * hourMs)
  await setGauges(DB, { queueMs: 9000, deadLetters: 2, failingJobs: 1 }, start)
  const day = await metricsOf(env, '24h', now)
  expect([day.points.length, day.points.at(-1)?.at]).toEqual([96, '2026-11-23T10:15:00.000Z'])
  expect(day.points.slice(-2)).toMatchObject([
    { requests: 4, failed: 4, views: 0, queueMs: 9000, deadLetters: 2, failingJobs: 1 },
    { requests: 100, failed: 0, views: 100, view: { p95: 300 + (150 * 5) / 9 }, queueMs: 0 },
  ])
  expect(day.totals).toMatchObject({ requests: 104, failed: 4, views: 100, cached: 0 })
  expect(day.totals.view).toEqual({ p50: 5 + (5 * 50) / 90, p95: 300 + (150 * 5) / 9, p99: 450 })
  expect(day.totals.api.p50).toBe(125)
  expect(day.routes.map(({ route, failed }) => [route, failed])).toEqual([
    ['GET /view/:slug', 0],
    ['GET /api/user', 4],
  ])
  expect([day.errors, day.logLines]).toEqual([
    [{ name: 'failed', count: 4 }],
    [{ name: 'cron', count: 1 }],
  ])
  const month = await metricsOf(env, '30d', now)
  expect(month.totals).toMatchObject({ requests: 154, cached: 50 })
  expect(month.points.length).toBe(120)
  await sumMetrics(env, now + 3 * hourMs)
  expect((await metricsOf(env, '30d', now)).totals).toEqual(month.totals)
  await sumMetrics(env, now + 50 * hourMs)
  const later = await metricsOf(env, '30d', now)
  expect([later.totals, later.points]).toEqual([month.totals, month.points])
})

test('a report without data has periods and no percentiles', async () => {
  const { points, totals, routes } = await metricsOf(env, '24h', start)
  expect([points.length, totals.requests, totals.view.p95, routes]).toEqual([96, 0, null, []])
})
