import { expect } from '@playwright/test'
import { test } from './app.ts'
import { origin } from './server.ts'
import { makeCard, saveCard } from './testing.ts'

test('visitors get an edit within the bound of the cache of production', async ({
  request,
  playwright,
}) => {
  const card = await makeCard(request, { name: 'Before' })
  const visitor = await playwright.request.newContext({ baseURL: origin })
  const name = async () => {
    const html = await (await visitor.get(`/view/${card.slug}`)).text()
    return />([^<>]+)<\/h1>/.exec(html)?.[1]
  }
  expect(await name()).toBe('Before')
  await saveCard(request, card, { name: 'After' })
  // An edit reaches every data center within 32 s.
  await expect.poll(name, { intervals: [1000], timeout: 32_000 }).toBe('After')
  await visitor.dispose()
})
