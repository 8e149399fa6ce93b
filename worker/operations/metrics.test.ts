import { env } from 'cloudflare:workers'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { Metrics } from '../../schema/metrics.ts'
import { log } from '../platform/log.ts'
import { takeCounts } from '../platform/metrics.ts'
import { dayMs } from '../platform/time.ts'
import { getWithToken } from '../testing/api-tokens.ts'
import { makeCard, makeUser, request, signIn } from '../testing/app.ts'
import { settled } from '../testing/background-work.ts'
import { advanceClock } from '../testing/clock.ts'
import { readOpenMetrics } from '../testing/open-metrics.ts'
import { flushMetrics } from './metrics/flush.ts'
import { addCounts, readTotals } from './metrics/store.ts'

await makeUser({ id: 1, accessLevel: 5 })

beforeEach(async () => {
  await flushMetrics(env)
  takeCounts()
  await env.DB.exec('delete from metrics')
})

/** The requests counted since the start of the test, without latencies. */
async function requestsCounted() {
  await flushMetrics(env)
  const sums: Record<string, number> = {}
  for (const [key, count] of Object.entries(await readTotals(env.DB))) {
    const [route, status, cache, bucket] = key.split('|')
    const name = bucket ? `${route}|${status}|${cache}` : key
    if (bucket !== 'ms') sums[name] = (sums[name] ?? 0) + count
  }
  return sums
}

async function scrape() {
  const get = await getWithToken(await signIn(5), 'metrics')
  const response = await get('/api/metrics')
  expect([response.status, response.headers.get('Content-Type')]).toEqual([
    200,
    'application/openmetrics-text; version=1.0.0; charset=utf-8',
  ])
  return readOpenMetrics(await response.text())
}

test('every response is counted by route, status and cache, and every error by its code', async () => {
  // The isolate keeps the page for five seconds.
  advanceClock(0)
  const { slug } = await makeCard()
  for (let visit = 0; visit < 3; visit += 1)
    expect((await (await request('GET', `/view/${slug}`)).text()).length).toBeGreaterThan(1000)
  await request('GET', '/view/nobody-here')
  await request('GET', '/api/user')
  await request('GET', '/api/nothing/here')
  expect(await requestsCounted()).toEqual({
    'GET /view/:slug|2|none': 1,
    'GET /view/:slug|2|isolate': 2,
    'GET /view/:slug|4|none': 1,
    'GET /api/user|4|none': 1,
    'GET /*|4|none': 1,
    'error|signed-out': 1,
    'error|missing': 1,
  })
})

test('a view from the cache of the data center is counted as one', async () => {
  const { slug } = await makeCard()
  await (await request('GET', `/view/${slug}`)).text()
  await settled()
  expect(await caches.default.match(`http://cards.test/view/${slug}`)).toBeDefined()
  // The copy of the isolate expires after 5 s.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 6000 })
  await (await request('GET', `/view/${slug}`)).text()
  vi.useRealTimers()
  expect(await requestsCounted()).toEqual({
    'GET /view/:slug|2|none': 1,
    'GET /view/:slug|2|data-center': 1,
  })
})

test('a request writes nothing; 20 s later one row is written in the background', async () => {
  const flushMs = 20_000
  const before = env.METRICS_FLUSH_SECONDS
  env.METRICS_FLUSH_SECONDS = '20'
  onTestFinished(() => {
    env.METRICS_FLUSH_SECONDS = before
  })
  // Long after the flush of an earlier request.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + dayMs })
  const { setTimeout } = globalThis
  let isOver = false
  const timer = vi.spyOn(globalThis, 'setTimeout').mockImplementation((...args: unknown[]) => {
    const [work, ms] = args
    const whenOver = () => Reflect.apply(setTimeout, globalThis, [isOver ? work : whenOver, 10])
    return ms === flushMs ? whenOver() : Reflect.apply(setTimeout, globalThis, args)
  })
  const written = () => env.DB.prepare('select count(*) as n from metrics').first<number>('n')
  for (let call = 0; call < 5; call += 1) await request('GET', '/api/user')
  expect(timer.mock.calls.filter(([, ms]) => ms === flushMs)).toHaveLength(1)
  expect(await written()).toBe(0)
  timer.mockRestore()
  isOver = true
  await settled()
  expect(await written()).toBe(1)
  vi.useRealTimers()
  expect(await readTotals(env.DB)).toMatchObject({ 'error|signed-out': 5 })
})

test('counts that the database refuses are written with the next flush', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  await request('GET', '/api/user')
  const run = () => Promise.reject(new Error('D1_ERROR: overloaded'))
  const broken = Object.assign({ ...env.DB }, { prepare: () => ({ bind: () => ({ run }) }) })
  await flushMetrics(Object.assign({ ...env }, { DB: broken }))
  warn.mockRestore()
  expect(await readTotals(env.DB)).toEqual({})
  expect(await requestsCounted()).toEqual({
    'GET /api/user|4|none': 1,
    'error|signed-out': 1,
    'log|metrics': 1,
  })
})

test('the table has patterns of routes only: no slug, id, query, address or browser', async () => {
  const { slug, id } = await makeCard()
  const headers = { 'CF-Connecting-IP': '198.51.97.213', 'User-Agent': 'Zq7Marker' }
  for (const path of [`/view/${slug}?q=Zq7Marker`, `/api/card/${slug}`, `/api/vcard/${id}`])
    await request('GET', path, undefined, headers)
  for (const path of [
    '/Zq7Marker',
    '/api/Zq7Marker',
    '/view/Zq7Marker/thanks',
    '/images/Zq7Marker',
  ])
    await request('GET', path, undefined, headers)
  await request('POST', '/api/login', { username: 'Zq7Marker', password: 'x' }, headers)
  const text = Object.keys(await requestsCounted()).join('\n')
  expect(text).toContain('POST /api/login')
  expect(text).not.toMatch(new RegExp(`Zq7Marker|198\\.51|${slug}|/${id}\\b`))
})

test('GET /api/status/metrics is for level 5, and has what was counted', async () => {
  await request('GET', '/api/user')
  await flushMetrics(env)
  const path = '/api/status/metrics?range=24h'
  expect((await request('GET', path)).status).toBe(401)
  expect((await (await signIn(4)).request('GET', path)).status).toBe(403)
  const admin = await signIn(5)
  expect((await admin.request('GET', '/api/status/metrics?range=1y')).status).toBe(400)
  const report = Metrics.parse(await (await admin.request('GET', path)).json())
  expect(report.totals).toMatchObject({ requests: 1, failed: 0 })
  expect(report.routes).toMatchObject([{ route: 'GET /api/user', requests: 1 }])
  expect(report.errors).toEqual([{ name: 'signed-out', count: 1 }])
})

test('GET /api/metrics follows the OpenMetrics format', async () => {
  advanceClock(0)
  const { slug } = await makeCard()
  for (let visit = 0; visit < 3; visit += 1) await (await request('GET', `/view/${slug}`)).text()
  log('warn', 'a test', {})
  await flushMetrics(env)
  await addCounts(env.DB, { 'GET /view/:slug|2|none|9': 4, 'GET /view/:slug|2|none|ms': 1600 })
  await addCounts(env.DB, { 'error|a "quoted" \\ name\nin two lines': 7 })
  const families = await scrape()
  const samples = (name: string) => families.get(name)?.samples ?? []
  const [durations, requests] = [
    samples('edgecard_http_request_duration_seconds'),
    samples('edgecard_http_requests').filter(({ labels }) => labels.route === 'GET /view/:slug'),
  ]
  expect(requests.map(({ labels, value }) => [labels.status, labels.cache, value]).sort()).toEqual([
    ['2xx', 'isolate', 2],
    ['2xx', 'none', 5],
  ])
  const view = durations.filter(({ labels }) => labels.route === 'GET /view/:slug')
  expect(view.find(({ name }) => name.endsWith('_count'))?.value).toBe(7)
  const upTo = (seconds: string) => view.find(({ labels }) => labels.le === seconds)?.value ?? 0
  // The four added ones; how long the three others took depends on the machine.
  expect(upTo('0.45') - upTo('0.3')).toBeGreaterThanOrEqual(4)
  expect(upTo('+Inf')).toBe(7)
  expect(view.find(({ name }) => name.endsWith('_sum'))?.value).toBeGreaterThanOrEqual(1.6)
  expect(samples('edgecard_http_errors')).toContainEqual({
    name: 'edgecard_http_errors_total',
    labels: { code: 'a "quoted" \\ name\nin two lines' },
    value: 7,
  })
  expect(samples('edgecard_log_lines')).toContainEqual({
    name: 'edgecard_log_lines_total',
    labels: { at: 'a test' },
    value: 1,
  })
  expect(samples('edgecard_database_size_bytes').map(({ labels }) => labels.database)).toEqual([
    'DB',
    'ANALYTICS',
    'ANALYTICS_2',
  ])
  expect(samples('edgecard_dead_letters')).toMatchObject([{ value: 0 }])
})

test('a token for metrics reads nothing else, other tokens do not read them, and level 5 is needed', async () => {
  const body = { name: 'Prometheus', scope: 'metrics' }
  const refused = await (await signIn(4)).request('POST', '/api/account/tokens', body)
  expect(refused.status).toBe(403)
  const admin = await signIn(5)
  const get = await getWithToken(admin, 'metrics')
  expect((await get('/api/metrics')).status).toBe(200)
  for (const path of ['/api/business-cards', '/api/security-events', '/api/status'])
    expect([path, (await get(path)).status]).toEqual([path, 403])
  for (const scope of ['read', 'security-events'])
    expect((await (await getWithToken(admin, scope))('/api/metrics')).status).toBe(403)
  expect((await admin.request('GET', '/api/metrics')).status).toBe(200)
  await env.DB.prepare('update users set access_level = 4 where id = ?').bind(admin.user.id).run()
  expect((await get('/api/metrics')).status).toBe(403)
})
