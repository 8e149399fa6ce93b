import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { longestChain, type RemoteCall, remoteBindings } from '../../bench/intercepted-bindings.ts'
import { app } from '../app.ts'
import { makeAccessFixtures } from '../testing/access-fixtures.ts'
import { requestFor } from '../testing/access-requests.ts'
import { newAddress, origin, signIn } from '../testing/app.ts'
import { declarations } from '../testing/declarations.ts'
import { password, signInWithPassword } from '../testing/second-factor.ts'

const fixtures = await makeAccessFixtures(3)
const operator = await signIn(5)

/** The calls that follow one another until the response begins; those at the same time are one trip. */
async function tripsTo(method: string, path: string, Cookie: string, body?: object) {
  const calls: RemoteCall[] = []
  const context = createExecutionContext()
  const headers = { Cookie, 'Content-Type': 'application/json', ...newAddress() }
  const init = { method, headers, body: body && JSON.stringify(body) }
  const bindings = remoteBindings(env, { milliseconds: 2, calls })
  const response = await app.request(origin + path, init, bindings, context)
  const before = calls.filter(({ until }) => Number.isFinite(until))
  expect([response.status, await response.text()]).toEqual([200, expect.anything()])
  await waitOnExecutionContext(context)
  return longestChain(before).map(({ name }) => name)
}

// Those of administrators and operators, those that ask another service, and downloads, which are counted and logged.
const longer = [
  'GET /api/account/export',
  'GET /api/geocode',
  'GET /api/security-events',
  'GET /api/status',
  'GET /api/submissions/:id/contact',
  'GET /api/templates/:id/job',
  'GET /api/templates/:id/trial',
]

const reads = Object.entries(declarations)
  .filter(([key, row]) => key.startsWith('GET ') && row.access !== 'anyone' && !row.export)
  .map(([key]) => key)
  .filter((key) => !longer.includes(key))

test.each(reads)('%s takes at most two trips, the session included', async (key) => {
  const access = declarations[key]?.access
  const { cookie } = access === 4 || access === 5 ? operator : fixtures.owner
  const trips = await tripsTo('GET', requestFor(key, fixtures).path, cookie)
  expect(trips).toEqual(expect.toSatisfy(({ length }) => length === 1 || length === 2))
})

test('the list of cards and the reports of a card take two trips', async () => {
  const owner = fixtures.owner
  for (const path of [
    '/api/business-cards',
    `/api/analytics/${fixtures.card.id}?range=monthly`,
    `/api/account-analytics?card=${fixtures.card.id}&timeframe=month`,
  ])
    expect(await tripsTo('GET', path, owner.cookie)).toHaveLength(2)
})

test('a save takes two trips: the session and the card, then the write, the card and the audit row', async () => {
  const { card, owner } = fixtures
  const body = { slug: card.slug, name: 'Changed' }
  expect(await tripsTo('PUT', `/api/business-cards/${card.id}`, owner.cookie, body)).toHaveLength(2)
})

test('signing in takes three trips: the user and the limit of the address, the limits of the account, the session', async () => {
  const { user } = await signInWithPassword()
  const body = { username: user.username, password }
  expect(await tripsTo('POST', '/api/login', '', body)).toHaveLength(3)
})
