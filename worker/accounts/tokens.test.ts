import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { apiTokens, users } from '../../schema/accounts/tables.ts'
import { ApiToken } from '../../schema/analytics/analytics-export.ts'
import { app } from '../app.ts'
import { db, makeCard, request, signIn } from '../testing/app.ts'
import { declarations } from '../testing/declarations.ts'
import { changePassword } from '../users/edit.ts'
import { findSession } from './sessions.ts'

const path = '/api/account/tokens'

type Someone = Awaited<ReturnType<typeof signIn>>

async function makeToken({ request: call }: Someone, name = 'Sheet') {
  const response = await call('POST', path, { name })
  expect(response.status).toBe(201)
  const { id, token = '' } = ApiToken.parse(await response.json())
  const withToken = (method: string, to: string, body?: unknown) =>
    request(method, to, body, { Authorization: `Bearer ${token}` })
  return { id, token, request: withToken }
}

async function list({ request: call }: Someone) {
  return z.array(ApiToken).parse(await (await call('GET', path)).json())
}

test('a user can create named tokens, sees each once, and can list and revoke them', async () => {
  const owner = await signIn(1)
  for (const method of ['GET', 'POST'])
    expect(
      (await request(method, path, method === 'POST' ? { name: 'a' } : undefined)).status,
    ).toBe(401)
  for (const body of [{}, { name: ' ' }, { name: 'a'.repeat(61) }, { name: 'a', scope: 'all' }])
    expect((await owner.request('POST', path, body)).status).toBe(400)
  const { id, token } = await makeToken(owner, ' Sales spreadsheet ')
  expect(token).toMatch(/^edg_[\w-]{43}$/)
  const [listed] = await list(owner)
  expect(listed).toMatchObject({
    id,
    name: 'Sales spreadsheet',
    hint: token.slice(0, 8),
    lastUsedAt: null,
  })
  expect(listed).not.toHaveProperty('token')
  const [stored] = await db.select().from(apiTokens).where(eq(apiTokens.id, id))
  expect(JSON.stringify(stored)).not.toContain(token.slice(8))
  const stranger = await signIn(5)
  expect((await stranger.request('DELETE', `${path}/${id}`)).status).toBe(404)
  expect((await owner.request('DELETE', `${path}/${id}`)).status).toBe(204)
  expect((await owner.request('DELETE', `${path}/${id}`)).status).toBe(404)
  expect(await list(owner)).toEqual([])
})

test('a user has at most 20 tokens', async () => {
  const owner = await signIn(1)
  const made = []
  for (let count = 0; count < 20; count += 1) made.push(await makeToken(owner))
  const refused = await owner.request('POST', path, { name: 'One more' })
  expect([refused.status, await refused.text()]).toEqual([
    409,
    'You have reached the limit of 20 tokens. Revoke one you no longer use.',
  ])
  await owner.request('DELETE', `${path}/${made[0]?.id}`)
  expect((await owner.request('POST', path, { name: 'One more' })).status).toBe(201)
})

test("a token with another user's cookie reads the cards of its own user, also with HEAD", async () => {
  const owner = await signIn(1)
  const own = await makeCard({ userId: owner.user.id })
  const other = await signIn(1)
  await makeCard({ userId: other.user.id })
  const { token } = await makeToken(owner)
  const headers = { Authorization: `Bearer ${token}`, Cookie: other.cookie }
  const response = await request('GET', '/api/business-cards', undefined, headers)
  expect(await response.json()).toMatchObject([{ id: own.id }])
  expect((await request('HEAD', '/api/business-cards', undefined, headers)).status).toBe(200)
})

test('a token can read what its user can, limited to routes for tokens', async () => {
  const owner = await signIn(1)
  const own = await makeCard({ userId: owner.user.id })
  const other = await makeCard()
  const token = await makeToken(owner)
  const readable = Object.keys(declarations).filter((key) => declarations[key]?.apiToken)
  expect(readable.toSorted()).toEqual([
    'GET /api/account-analytics',
    'GET /api/account-analytics/export',
    'GET /api/analytics/:id',
    'GET /api/analytics/:id/events',
    'GET /api/analytics/:id/export',
    'GET /api/analytics/:id/history',
    'GET /api/business-cards',
    'GET /api/business-cards/:id/entries',
    'GET /api/business-cards/:id/share-points',
    'GET /api/events',
    'GET /api/events/:id',
    'GET /api/security-events',
  ])
  for (const { method, path: route } of app.routes) {
    const row = declarations[`${method} ${route}`]
    if (!row || row.access === 'anyone') continue
    const to = route.replace(/:\w+/g, `${own.id}`)
    const { status } = await token.request(method, to)
    if (method !== 'GET') expect(status, to).toBe(403)
    else if (row.apiToken !== 'read' && row.apiToken !== 'export') expect(status, to).toBe(403)
    else expect([200, 400, 404], to).toContain(status)
  }
  expect((await token.request('GET', `/api/analytics/${other.id}`)).status).toBe(403)
  expect((await token.request('GET', '/api/business-cards?all=1')).status).toBe(403)
  const written = await token.request('DELETE', `/api/business-cards/${own.id}`)
  expect(await written.text()).toBe('API tokens are read-only.')
  await db.update(users).set({ accessLevel: 4 }).where(eq(users.id, owner.user.id))
  expect((await token.request('GET', `/api/analytics/${other.id}`)).status).toBe(200)
  const [{ lastUsedAt } = { lastUsedAt: null }] = await list(owner)
  expect(Date.now() - Date.parse(lastUsedAt ?? '')).toBeLessThan(60_000)
})

test('a token takes precedence over a cookie, and an invalid one is 401', async () => {
  const owner = await signIn(1)
  const admin = await signIn(5)
  const card = await makeCard()
  const token = await makeToken(owner)
  const to = `/api/analytics/${card.id}`
  const as = (text: string) => admin.request('GET', to, undefined, { Authorization: text })
  expect((await as(`Bearer ${token.token}`)).status).toBe(403)
  expect((await as('Basic YTpi')).status).toBe(200)
  for (const text of ['', 'x', `${token.token}x`, `edg_${'A'.repeat(43)}`]) {
    const refused = await as(`Bearer ${text}`)
    expect([refused.status, refused.headers.get('WWW-Authenticate')?.slice(0, 6)]).toEqual([
      401,
      'Bearer',
    ])
    expect(refused.headers.get('Set-Cookie')).toBeNull()
  }
  await owner.request('DELETE', `${path}/${token.id}`)
  const revoked = await token.request('GET', '/api/business-cards')
  expect([revoked.status, await revoked.text()]).toEqual([
    401,
    'This API token is invalid or has been revoked.',
  ])
})

test('a token is revoked with the sessions: by a new password or a deleted user', async () => {
  const owner = await signIn(1)
  const token = await makeToken(owner)
  const me = (await findSession(db, owner.session)) ?? expect.fail('no session')
  const change = { to: 'after', device: 'Unknown' }
  await changePassword(db, { ...me, authVersion: me.authVersion - 1 }, change)
  expect((await token.request('GET', '/api/business-cards')).status).toBe(200)
  await changePassword(db, me, change)
  expect((await token.request('GET', '/api/business-cards')).status).toBe(401)
  const leaver = await signIn(1)
  const last = await makeToken(leaver)
  expect((await (await signIn(5)).request('DELETE', `/api/users/${leaver.user.id}`)).status).toBe(
    204,
  )
  expect((await last.request('GET', '/api/business-cards')).status).toBe(401)
})

test('reads and exports are limited over all tokens of a user, with Retry-After', async () => {
  const owner = await signIn(1)
  const card = await makeCard({ userId: owner.user.id })
  const token = await makeToken(owner)
  const most = Number(env.TOKEN_EXPORTS_PER_HOUR)
  for (let count = 0; count < most; count += 1)
    expect((await token.request('GET', `/api/analytics/${card.id}/export`)).status).toBe(404)
  const refused = await token.request('GET', `/api/analytics/${card.id}/export`)
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(3000)
  const another = await makeToken(owner)
  expect((await another.request('GET', `/api/analytics/${card.id}/export`)).status).toBe(429)
  const foreign = await makeToken(await signIn(1))
  expect((await foreign.request('GET', `/api/analytics/${card.id}/export`)).status).not.toBe(429)
  expect((await token.request('GET', `/api/analytics/${card.id}/events`)).status).toBe(200)
  expect((await owner.request('GET', `/api/analytics/${card.id}/export`)).status).toBe(404)
})
