import { env } from 'cloudflare:workers'
import { beforeEach, expect, test } from 'vitest'
import { rateLimits } from '../../schema/operations/tables.ts'
import { db, makeCard, request, signIn } from '../testing/app.ts'
import { mapPage } from './embeds.tsx'
import { wordsIn } from './languages.ts'

beforeEach(async () => {
  await db.delete(rateLimits)
})

const customizations = {
  website: null,
  about: null,
  customCss: null,
  pronouns: null,
  department: null,
}
const pin = { latitude: 51.5268, longitude: -0.0763, of: '4 Calvert Avenue' }
const pinned = { address: pin.of, customizations: { ...customizations, pin } }

test('GET /embed/map/:id is a separate document whose policy allows only the tiles', async () => {
  const { id } = await makeCard(pinned)
  const response = await request('GET', `/embed/map/${id}`)
  expect([response.status, response.headers.get('X-Frame-Options')]).toEqual([200, 'SAMEORIGIN'])
  const policy = response.headers.get('Content-Security-Policy') ?? ''
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("script-src 'self';")
  expect(policy).toContain("frame-ancestors 'self'")
  expect(policy).toMatch(/img-src 'self' data: https:\/\/tile\.openstreetmap\.org$/)
  const html = await response.text()
  expect(html).toContain('data-latitude="51.5268" data-longitude="-0.0763"')
  expect(html).toContain('src="/assets/map.js"')
  expect(html).toContain('data-attribution="© &lt;a href=')
  expect(html).not.toMatch(/data-key|Could not find/)
})

test('GET /embed/map/:id geocodes an address without a pin', async () => {
  const { id } = await makeCard({ ...pinned, address: '7 Map Street' })
  const html = await (await request('GET', `/embed/map/${id}`)).text()
  expect(html).toContain('data-latitude="52.5"')
})

test('GET /embed/map/:id shows the address it could not find, with any text escaped', async () => {
  const { id } = await makeCard({ address: '"><script>Nowhere', name: '<b>Ada</b>' })
  const html = await (await request('GET', `/embed/map/${id}`)).text()
  expect(html).toContain('Could not find coordinates for address: &quot;&gt;&lt;script&gt;Nowhere')
  expect(html).not.toMatch(/<script>|<b>|data-latitude/)
})

test('GET /embed/map/:id is 404 for a card without an address, or one that is not public', async () => {
  const owner = await signIn(1)
  const bare = await makeCard()
  const draft = await makeCard({ ...pinned, state: 'draft', userId: owner.user.id })
  const paused = await makeCard({ ...pinned, state: 'paused' })
  for (const id of [bare.id, draft.id, paused.id, 999_999])
    expect((await request('GET', `/embed/map/${id}`)).status).toBe(404)
  expect((await owner.request('GET', `/embed/map/${draft.id}`)).status).toBe(200)
  expect((await (await signIn(3)).request('GET', `/embed/map/${draft.id}`)).status).toBe(404)
})

test('GET /embed/map/:id shows an unsaved address only to users who may edit the card', async () => {
  const owner = await signIn(1)
  const { id } = await makeCard({ ...pinned, userId: owner.user.id })
  const path = `/embed/map/${id}?address=8%20Map%20Street`
  expect(await (await owner.request('GET', path)).text()).toContain('data-address="8 Map Street"')
  for (const response of [await request('GET', path), await (await signIn(3)).request('GET', path)])
    expect(await response.text()).toContain('data-address="4 Calvert Avenue"')
})

test('with a key the map is Google’s, with the policy Google requires', () => {
  const place = { name: 'Ada', address: pin.of, coordinates: pin, words: wordsIn('en') }
  const { html, policy } = mapPage({ ...env, GOOGLE_MAPS_API_KEY: 'a-key' }, place)
  const nonce = /nonce-([\w-]+)/.exec(policy)?.[1]
  expect(policy).toContain(`script-src 'nonce-${nonce}' 'strict-dynamic'`)
  expect(html).toMatch(new RegExp(`src="/assets/google-map.js"[^>]* nonce="${nonce}"`))
  expect(html).toContain('data-key="a-key"')
})

test('tiles from several hosts are allowed by one pattern', () => {
  const place = { name: 'Ada', address: pin.of, coordinates: pin, words: wordsIn('en') }
  const MAP_TILE_URL = 'https://{s}.tiles.example/{z}/{x}/{y}.png'
  expect(mapPage({ ...env, MAP_TILE_URL }, place).policy).toMatch(/ https:\/\/\*\.tiles\.example$/)
})
