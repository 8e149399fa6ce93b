import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { userKey } from '../platform/rate-limiter.ts'
import { db, makeCard, request, signIn, signInWithCard } from '../testing/app.ts'
import { declarations } from '../testing/declarations.ts'
import { startSession } from '../testing/sessions.ts'
import { sendWithBody, slowBody } from '../testing/slow-body.ts'

type Send = Awaited<ReturnType<typeof signIn>>['request']

/** The first refusal, after as many calls as the limit; fewer than twice as many if a new minute starts in between. */
async function firstRefusal(call: () => Promise<Response>, most: number): Promise<Response> {
  for (let count = 0; count < 2 * most; count += 1) {
    const response = await call()
    if (response.status === 429) {
      expect(count).toBeGreaterThanOrEqual(most)
      return response
    }
    expect(response.status).toBeLessThan(300)
    await response.body?.cancel()
  }
  throw new Error(`${2 * most} calls and no refusal`)
}

async function expectTooMany(response: Response) {
  expect([response.status, response.headers.get('X-Error-Code'), await response.text()]).toEqual([
    429,
    'too-many',
    'Too many attempts. Try again in a minute.',
  ])
  expect(response.headers.get('Retry-After')).toBe('60')
}

const write = (send: Send) => () => send('PUT', '/api/account/mail', { entries: true })
const read = (send: Send) => () => send('GET', '/api/account/mail')

test('a user can write 120 times a minute over all sessions, and can still read afterwards', async () => {
  const me = await signIn(1)
  const elsewhere = { Cookie: `sid=${await startSession(db, me.user.id, 'Another')}` }
  const calls = [
    write(me.request),
    () => request('PUT', '/api/account/mail', { entries: true }, elsewhere),
  ]
  const inTurn = () => {
    const [next = write(me.request), ...others] = calls
    calls.splice(0, calls.length, ...others, next)
    return next()
  }
  await expectTooMany(await firstRefusal(inTurn, 120))
  expect((await read(me.request)()).status).toBe(200)
  expect((await write((await signIn(1)).request)()).status).toBe(200)
})

test('a user can read 600 times a minute', async () => {
  const me = await signIn(1)
  const key = `${me.user.id} ${me.user.createdAt}`
  let taken = 0
  const readOverLimit = async () => {
    while ((await env.READS.limit({ key })).success) taken += 1
    return read(me.request)()
  }
  const response = await readOverLimit()
  // A new minute may start between the last counted read and the checked one.
  await expectTooMany(response.status === 429 ? response : await readOverLimit())
  expect(taken).toBeGreaterThanOrEqual(600)
  expect(taken).toBeLessThan(1200)
  expect((await write(me.request)()).status).toBe(200)
})

test('a user above the reads of a minute gets the page of a card that everyone gets', async () => {
  const me = await signInWithCard(1)
  const key = userKey(me.user)
  const caching = async () => {
    const response = await me.request('GET', `/view/${me.card.slug}`)
    return [response.status, response.headers.get('Cache-Control')]
  }
  const overLimit = async () => {
    while ((await env.READS.limit({ key })).success);
    return caching()
  }
  expect(await caching()).toEqual([200, 'private, no-store'])
  // A new minute may start between the last counted read and the checked one.
  expect([await overLimit(), await overLimit()]).toContainEqual([200, 'no-cache'])
})

test('a write over the limit is refused before its body is read', async () => {
  const me = await signIn(1)
  const body = slowBody()
  const response = await sendWithBody(
    body.stream,
    'PUT /api/account/mail',
    { Cookie: me.cookie },
    { WRITES: { limit: async () => ({ success: false }) } },
  )
  expect([response.status, body.pulls()]).toEqual([429, 0])
})

test('these are the exports', () => {
  const exports = Object.entries(declarations).flatMap(([call, row]) => (row.export ? [call] : []))
  expect(exports.toSorted()).toEqual([
    'GET /api/account-analytics/export',
    'GET /api/account/export',
    'GET /api/analytics/:id/events',
    'GET /api/analytics/:id/export',
    'GET /api/business-cards/:id/archive',
    'GET /api/business-cards/:id/contacts.csv',
    'GET /api/business-cards/:id/entries',
    'GET /api/business-cards/:id/submissions.csv',
    'GET /api/business-cards/:id/submissions.vcf',
    'GET /api/security-events',
  ])
})

test('a user can export 10 times an hour over all exports', async () => {
  const me = await signIn(5)
  const card = await makeCard({ userId: me.user.id })
  const paths = [
    '/api/account/export',
    `/api/analytics/${card.id}/export?section=summary`,
    '/api/account-analytics/export?section=summary',
    `/api/business-cards/${card.id}/archive`,
    `/api/business-cards/${card.id}/submissions.csv`,
    `/api/business-cards/${card.id}/submissions.vcf`,
    `/api/analytics/${card.id}/events`,
    '/api/security-events',
  ]
  for (const path of [...paths, ...paths].slice(0, 10)) {
    const response = await me.request('GET', path)
    expect(response.status, path).not.toBe(429)
    await response.body?.cancel()
  }
  for (const path of paths) {
    const response = await me.request('GET', path)
    expect([path, response.status, await response.text()]).toEqual([
      path,
      429,
      'Too many attempts. Try again in 60 minutes.',
    ])
    expect(Number(response.headers.get('Retry-After'))).toBeGreaterThan(3000)
  }
  expect((await (await signIn(1)).request('GET', '/api/account/export')).status).toBe(200)
})

test('a token can pull events more often than a user can export', async () => {
  const me = await signIn(5)
  const card = await makeCard({ userId: me.user.id })
  const paths = {
    read: `/api/analytics/${card.id}/events`,
    'security-events': '/api/security-events',
  }
  for (const [scope, path] of Object.entries(paths)) {
    const made = await me.request('POST', '/api/account/tokens', { name: 'SIEM', scope })
    const { token } = await made.json<{ token: string }>()
    const pull = () => request('GET', path, undefined, { Authorization: `Bearer ${token}` })
    for (let pulls = 0; pulls < 12; pulls += 1) expect((await pull()).status).toBe(200)
  }
})

test('an unavailable limiter refuses no request', async () => {
  const me = await signIn(1)
  const limit = () => Promise.reject(new Error('We encountered an internal error.'))
  const body = new Response('{"entries":true}').body ?? new ReadableStream()
  const headers = { Cookie: me.cookie, 'Content-Type': 'application/json' }
  const response = await sendWithBody(body, 'PUT /api/account/mail', headers, { WRITES: { limit } })
  expect(response.status).toBe(200)
})
