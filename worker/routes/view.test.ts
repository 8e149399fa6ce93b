import { expect, test } from 'vitest'
import { makeCard, request } from '../testing/app.ts'

test('GET /view/:slug shows the card', async () => {
  const card = await makeCard({ name: 'Ada Lovelace' })
  const answer = await request('GET', `/view/${card.slug}`)
  expect(answer.status).toBe(200)
  expect(await answer.text()).toContain('Ada Lovelace</h1>')
})
