import { sql } from 'drizzle-orm'
import { beforeEach, expect, test, vi } from 'vitest'
import { Card, SavedCard } from '../../schema/cards/card.ts'
import { Coordinates } from '../../schema/cards/card-fields.ts'
import { rateLimits } from '../../schema/operations/tables.ts'
import { db, makeCard, request, signIn } from '../testing/app.ts'
import { advanceClock } from '../testing/clock.ts'
import { expireServices } from '../testing/fast-timers.ts'

// The geocoder is limited to one request a second; each test starts a new second.
beforeEach(newSecond)

test('GET /api/geocode requires a session and an address', async () => {
  expect((await request('GET', '/api/geocode?address=Berlin')).status).toBe(401)
  const { request: ownRequest } = await signIn(1)
  for (const query of ['', '?address=', '?address=%20', `?address=${'x'.repeat(501)}`, '?q=Berlin'])
    expect((await ownRequest('GET', `/api/geocode${query}`)).status, query).toBe(400)
})

test('GET /api/geocode geocodes an address once, regardless of spacing and case', async () => {
  const { request: ownRequest } = await signIn(1)
  const first = await ownRequest('GET', '/api/geocode?address=1%20Once%20Street,%20Berlin')
  expect(first.status).toBe(200)
  const spot = Coordinates.parse(await first.json())
  expect(spot.latitude).toBe(52.5)
  await newSecond()
  const again = await ownRequest('GET', '/api/geocode?address=1%20ONCE%20Street,%20%20Berlin%0A')
  expect(await again.json()).toEqual(spot)
  const other = await ownRequest('GET', '/api/geocode?address=2%20Once%20Street')
  expect(Coordinates.parse(await other.json()).longitude).not.toBe(spot.longitude)
})

test('GET /api/geocode reports an unknown address, and a geocoder that does not respond', async () => {
  const warnings = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const { request: ownRequest } = await signIn(1)
  const unknown = await ownRequest('GET', '/api/geocode?address=Nowhere')
  expect([unknown.status, await unknown.text()]).toEqual([
    404,
    'This address could not be found on the map.',
  ])
  await sameSecond()
  const busy = await ownRequest('GET', '/api/geocode?address=Too%20soon')
  expect([busy.status, busy.headers.get('Retry-After')]).toEqual([503, '2'])
  for (const address of ['Broken', 'Silent']) {
    if (address === 'Silent') expireServices()
    await newSecond()
    expect((await ownRequest('GET', `/api/geocode?address=${address}`)).status).toBe(503)
  }
  expect(warnings).toHaveBeenCalledTimes(2)
  warnings.mockRestore()
})

test('GET /api/geocode is limited to 30 requests per user and minute', async () => {
  const { request: ownRequest } = await signIn(1)
  const ends: number[] = []
  for (let turn = 0; turn < 31; turn += 1)
    ends.push((await ownRequest('GET', '/api/geocode?address=Thirty')).status)
  expect(ends.slice(0, 30)).toEqual(Array(30).fill(200))
  expect(ends[30]).toBe(429)
})

test('PUT /api/business-cards/:id stores a pin for the address until the address changes', async () => {
  const { save } = await ownCard()
  const pinned = await save({ address: '3 Pin Street' })
  expect(pinned.customizations.pin).toEqual({
    latitude: 52.5,
    longitude: expect.any(Number),
    of: '3 Pin Street',
  })
  const renamed = await save({ address: '3 Pin Street', name: 'Countess' })
  expect(renamed.customizations.pin).toEqual(pinned.customizations.pin)
  await newSecond()
  const moved = await save({ address: '4 Pin Street' })
  expect(moved.customizations.pin?.of).toBe('4 Pin Street')
  expect(moved.customizations.pin?.longitude).not.toBe(pinned.customizations.pin?.longitude)
  expect((await save({ address: null })).customizations.pin).toBeNull()
})

test('PUT /api/business-cards/:id accepts the pin that was returned for the address, and no other', async () => {
  const { save } = await ownCard()
  const sent = { latitude: 1, longitude: 2, of: '5 Pin Street' }
  const moved = await save({ address: '5 Pin Street', customizations: { pin: sent } })
  expect(moved.customizations.pin).toEqual(sent)
  const stale = await save({ address: '6 Pin Street', customizations: { pin: sent } })
  expect(stale.customizations.pin).toMatchObject({ latitude: 52.5, of: '6 Pin Street' })
  const cleared = await save({ customizations: { pin: sent } })
  expect(cleared.customizations.pin).toBeNull()
})

test('PUT /api/business-cards/:id saves without a pin if the address cannot be found', async () => {
  const warnings = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const { save } = await ownCard()
  for (const address of ['Nowhere 1', 'Broken 1']) {
    await newSecond()
    const saved = await save({ address })
    expect([saved.address, saved.customizations.pin]).toEqual([address, null])
  }
  warnings.mockRestore()
})

test('a save that stores no pin says why', async () => {
  const warnings = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const { user, request: ownRequest } = await signIn(1)
  const { id, slug } = await makeCard({ userId: user.id })
  const save = async (address: string | null) => {
    await newSecond()
    const response = await ownRequest('PUT', `/api/business-cards/${id}`, { slug, address })
    return SavedCard.parse(await response.json()).mapError
  }
  expect(await save('Nowhere 2')).toBe('unknown')
  expect(await save('Broken 2')).toBe('unreachable')
  expect(await save('7 Pin Street')).toBeUndefined()
  expect(await save(null)).toBeUndefined()
  warnings.mockRestore()
})

test.each([
  ['GET', '/api/geocode?address='],
  ['GET', '/embed/map/:id?address='],
  ['PUT', '/api/business-cards/:id'],
])('one user who sends %s %s leaves half of the geocoder to the others', async (method, path) => {
  const greedy = await signIn(1)
  const { id, slug } = await makeCard({ userId: greedy.user.id })
  const other = await signIn(1)
  const ask = (address: string) => {
    const target = path.replace(':id', String(id))
    return method === 'PUT'
      ? greedy.request('PUT', target, { slug, address })
      : greedy.request('GET', target + encodeURIComponent(address))
  }
  const statusOfOther = async (second: number) => {
    await ask(`${second} Greedy Street ${method} ${path}`)
    await ask(`${second} Greedier Street ${method} ${path}`)
    const address = encodeURIComponent(`${second} Other Street ${method} ${path}`)
    return (await other.request('GET', `/api/geocode?address=${address}`)).status
  }
  const statuses: number[] = []
  for (let second = 0; second < 4; second += 1) {
    advanceClock(second === 0 ? 0 : 1)
    statuses.push(await statusOfOther(second))
  }
  expect(statuses).toEqual([503, 200, 503, 200])
})

test('GET /embed/map/:id previews 30 unsaved addresses per user and minute, together with GET /api/geocode', async () => {
  const { user, request: ownRequest } = await signIn(1)
  const { id } = await makeCard({ userId: user.id, address: 'Thirty' })
  const read = async (path: string) => (await ownRequest('GET', path)).status
  for (let turn = 0; turn < 29; turn += 1) await read('/api/geocode?address=Thirty')
  const preview = `/embed/map/${id}?address=Thirty`
  expect([await read(preview), await read(preview)]).toEqual([200, 429])
  expect(await read(`/embed/map/${id}`)).toBe(200)
})

async function ownCard() {
  const { user, request: ownRequest } = await signIn(1)
  const { id, slug } = await makeCard({ userId: user.id })
  const save = async (fields: object) => {
    const response = await ownRequest('PUT', `/api/business-cards/${id}`, { slug, ...fields })
    expect(response.status).toBe(200)
    return Card.parse(await response.json())
  }
  return { save }
}

async function newSecond() {
  await db.delete(rateLimits)
}

// Independent of how long the last response took.
async function sameSecond() {
  await db.update(rateLimits).set({ since: sql`${rateLimits.since} + 60` })
}
