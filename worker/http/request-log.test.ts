import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import worker from '../index.ts'
import { makeCard, request } from '../testing/app.ts'
import { settled } from '../testing/background-work.ts'
import { advanceClock } from '../testing/clock.ts'
import { collectRequestLines } from '../testing/request-lines.ts'

test('every request logs one line with its route, status, cache and error code', async () => {
  // The isolate keeps the page for five seconds.
  advanceClock(0)
  const { slug } = await makeCard()
  const lines = collectRequestLines()
  for (let visit = 0; visit < 2; visit += 1)
    expect((await (await request('GET', `/view/${slug}`)).text()).length).toBeGreaterThan(1000)
  await request('GET', '/view/nobody-here')
  await request('GET', '/api/user')
  await request('GET', '/api/nothing/here')
  await request('POST', '/api/nothing/here', {})
  await request('POST', '/api/card-views', { cardId: 0 })
  expect(
    lines.map(({ method, route, status, cache, code }) => [method, route, status, cache, code]),
  ).toEqual([
    ['GET', '/view/:slug', 200, undefined, undefined],
    ['GET', '/view/:slug', 200, 'isolate', undefined],
    ['GET', '/view/:slug', 404, undefined, undefined],
    ['GET', '/api/user', 401, undefined, 'signed-out'],
    ['GET', '/*', 404, undefined, 'missing'],
    ['POST', '/*', 404, undefined, 'missing'],
    ['POST', '/api/card-views', 400, undefined, 'invalid'],
  ])
})

test('a redirect to https logs a line, too', async () => {
  const lines = collectRequestLines()
  const context = createExecutionContext()
  const bindings = { ...env, PUBLIC_ORIGIN: 'https://cards.test', PAGE_CACHE: 'tiered' }
  const url = 'http://cards.test/view/somebody'
  expect((await worker.fetch(new Request(url), bindings, context)).status).toBe(308)
  await waitOnExecutionContext(context)
  expect(lines).toMatchObject([{ method: 'GET', route: '/*', status: 308 }])
})

test('a view from the cache of the data center says so', async () => {
  const { slug } = await makeCard()
  const lines = collectRequestLines()
  await (await request('GET', `/view/${slug}`)).text()
  await settled()
  expect(await caches.default.match(`http://cards.test/view/${slug}`)).toBeDefined()
  // The copy of the isolate expires after 5 s.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 6000 })
  await (await request('GET', `/view/${slug}`)).text()
  vi.useRealTimers()
  expect(lines.map(({ cache }) => cache)).toEqual([undefined, 'data-center'])
})

test('lines have patterns of routes only: no slug, id, query, address or browser', async () => {
  const { slug, id } = await makeCard()
  const lines = collectRequestLines()
  const headers = { 'CF-Connecting-IP': '198.51.97.213', 'User-Agent': 'Zq7Marker' }
  const paths = [
    ...[`/view/${slug}?q=Zq7Marker`, `/api/card/${slug}`, `/api/vcard/${id}`],
    ...['/Zq7Marker', '/api/Zq7Marker', '/view/Zq7Marker/thanks', '/images/Zq7Marker'],
  ]
  // The second view comes from the isolate.
  for (const path of [...paths, ...paths]) await request('GET', path, undefined, headers)
  await request('POST', '/api/login', { username: 'Zq7Marker', password: 'x' }, headers)
  expect(lines).toHaveLength(2 * paths.length + 1)
  expect(lines.at(-1)?.route).toBe('/api/login')
  expect(JSON.stringify(lines)).not.toMatch(new RegExp(`Zq7Marker|198\\.51|${slug}|/${id}\\b`))
})
