import { expect } from '@playwright/test'
import { Metrics } from '../schema/metrics.ts'
import { test } from './app.ts'
import { origin, pageCache } from './server.ts'
import { makeCard, saveCard } from './testing.ts'

test('visitors get cards from the cache of production, and an edit within its bound', async ({
  request,
  playwright,
  admin,
}) => {
  test.slow()
  const card = await makeCard(request, { name: 'Before' })
  const visitor = await playwright.request.newContext({ baseURL: origin })
  const name = async () => {
    const html = await (await visitor.get(`/view/${card.slug}`)).text()
    return />([^<>]+)<\/h1>/.exec(html)?.[1]
  }
  const isServed = async () => {
    expect(await name()).toBe('Before')
    const metrics = await admin.get('/api/status/metrics')
    const layer = pageCache === 'tiered' ? 'tiered' : 'data-center'
    return Metrics.parse(await metrics.json()).caches.some((each) => each.name === layer)
  }
  // A copy of the isolate lives 5 s, and the counts are written every 20 s.
  await expect.poll(isServed, { intervals: [6000], timeout: 60_000 }).toBe(true)
  await saveCard(request, card, { name: 'After' })
  // An edit reaches every data center within 32 s.
  await expect.poll(name, { intervals: [1000], timeout: 32_000 }).toBe('After')
  await visitor.dispose()
})
