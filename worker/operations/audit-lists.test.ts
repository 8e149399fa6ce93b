import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '../../schema/accounts/tables.ts'
import { auditLog } from '../../schema/operations/tables.ts'
import { ActivityPage, AuditPage } from '../../schema/users/audit.ts'
import { getWithToken } from '../testing/api-tokens.ts'
import {
  db,
  makeCard,
  makeUser,
  newAddress,
  request,
  signIn,
  signInWithCard,
} from '../testing/app.ts'
import { settled } from '../testing/background-work.ts'
import { declarations } from '../testing/declarations.ts'
import { pauseRequest } from '../testing/paused-request.ts'
import { password, signInWithPassword } from '../testing/second-factor.ts'

await makeUser({ id: 1, accessLevel: 5 })

const path = '/api/security-events'

test('level 5 can read the log with a session, which is recorded; lower levels cannot', async () => {
  const admin = await signIn(5)
  expect((await admin.request('GET', path)).status).toBe(200)
  const rows = await db.select().from(auditLog).where(eq(auditLog.userId, admin.user.id)).all()
  expect(rows).toMatchObject([{ action: 'data-exported', details: { what: 'security-events' } }])
  expect((await request('GET', path)).status).toBe(401)
  expect((await (await signIn(4)).request('GET', path)).status).toBe(403)
})

test('only level 5 can create a token for the log, each scope has its own routes, and a token ends with the level', async () => {
  const body = { name: 'SIEM', scope: 'security-events' }
  for (const level of [1, 2, 3, 4]) {
    const { request: call } = await signIn(level)
    const refused = await call('POST', '/api/account/tokens', body)
    expect([refused.status, await refused.text()]).toEqual([
      403,
      'Only a System Admin can create a token with this access.',
    ])
  }
  const admin = await signIn(5)
  await env.DB.prepare('update sessions set auth_at = 0 where user_id = ?')
    .bind(admin.user.id)
    .run()
  const stale = await admin.request('POST', '/api/account/tokens', body)
  expect(stale.headers.get('X-Error-Code')).toBe('reauthenticate')
  const other = await signIn(5)
  const [siem, sheet] = [
    await getWithToken(other, 'security-events'),
    await getWithToken(other, 'read'),
  ]
  const readable = Object.keys(declarations).filter((key) => declarations[key]?.apiToken)
  for (const key of readable) {
    const to = key.replace('GET ', '').replace(':id', '1')
    const own = to === path
    const [bySiem, bySheet] = [(await siem(to)).status, (await sheet(to)).status]
    expect([key, bySiem === 403, bySheet === 403]).toEqual([
      key,
      !own,
      own || to === '/api/metrics',
    ])
  }
  await db.update(users).set({ accessLevel: 4 }).where(eq(users.id, other.user.id))
  expect((await siem(path)).status).toBe(403)
  await db
    .update(users)
    .set({ accessLevel: 5, deletedAt: new Date().toISOString() })
    .where(eq(users.id, other.user.id))
  expect((await siem(path)).status).toBe(401)
})

test('a user sees only the events of their own account, newest first, in pages', async () => {
  const person = await signInWithPassword(1)
  const admin = await signIn(5)
  const headers = newAddress()
  const elsewhere = { 'CF-Connecting-IP': '198.51.100.7' }
  const { username, id } = person.user
  await request('POST', '/api/login', { username, password: 'wrong' }, headers)
  await request('POST', '/api/login', { username, password }, headers)
  await admin.request('PATCH', `/api/users/${id}`, { accessLevel: 2 }, elsewhere)
  const again = await request('POST', '/api/login', { username, password }, headers)
  const Cookie = `sid=${again.headers.getSetCookie()[0]?.split(';')[0]?.slice(4)}`
  const listEvents = async (question: string) =>
    ActivityPage.parse(
      await (
        await request('GET', `/api/account/activity${question}`, undefined, { Cookie, ...headers })
      ).json(),
    )
  await settled()
  const { rows, next } = await listEvents('')
  expect(next).toBe(null)
  expect(rows.map(({ kind, byYou, fromHere }) => [kind, byYou, fromHere]).toSorted()).toEqual([
    ['level-changed', false, null],
    ['sign-in', true, true],
    ['sign-in', true, true],
    ['sign-in-failed', null, true],
  ])
  expect(rows[0]?.title).toBe('Signed in')
  const first = await listEvents('?limit=3')
  const rest = await listEvents(`?limit=3&before=${first.next}`)
  expect([...first.rows, ...rest.rows]).toEqual(rows)
  expect(rest.next).toBe(null)
  const stranger = await signIn(5)
  expect(await (await stranger.request('GET', '/api/account/activity')).json()).toEqual({
    rows: [],
    next: null,
  })
  for (const question of ['?user=1', '?limit=101', '?before=0'])
    expect(
      (await person.request('GET', `/api/account/activity${question}`)).status,
    ).toBeGreaterThan(399)
})

test('level 5 sees all events with usernames, filtered by user or kind', async () => {
  const admin = await signIn(5)
  const target = await makeUser({ accessLevel: 2 })
  await admin.request('PATCH', `/api/users/${target.id}`, { accessLevel: 3, fullName: 'Grace' })
  const headers = newAddress()
  await request('POST', '/api/login', { username: target.username, password: 'wrong' }, headers)
  await settled()
  const listed = await rows(`?user=${target.id}`)
  expect(
    listed.rows.map(({ action, outcome, user, actor }) => [action, outcome, user, actor]),
  ).toEqual([
    ['sign-in-failed', 'failure', target.username, null],
    ['user-edited', 'success', target.username, admin.user.username],
    ['level-changed', 'success', target.username, admin.user.username],
  ])
  expect(await rows(`?actor=${admin.user.id}&kind=level-changed`)).toEqual({
    rows: [listed.rows[2]],
    next: null,
  })
})

async function rows(question = '') {
  const { request: asAdmin } = await signIn(5)
  return AuditPage.parse(await (await asAdmin('GET', `/api/audit${question}`)).json())
}

test('GET /api/audit requires level 5, and rejects unknown queries', async () => {
  expect((await request('GET', '/api/audit')).status).toBe(401)
  const { request: asLevel4 } = await signIn(4)
  expect((await asLevel4('GET', '/api/audit')).status).toBe(403)
  const { request: asLevel5 } = await signIn(5)
  for (const question of ['before=x', 'limit=201', 'who=1', 'kind=nothing'])
    expect((await asLevel5('GET', `/api/audit?${question}`)).status).toBe(400)
})

test('a change is logged with its actor and outcome, and without secrets', async () => {
  const admin = await signIn(5)
  const target = await makeUser({ accessLevel: 2 })
  const change = { accessLevel: 3, password: 'a new password' }
  const path = `/api/users/${target.id}`
  expect((await admin.request('PATCH', path, change)).status).toBe(200)
  expect((await admin.request('PATCH', path, { accessLevel: 9 })).status).toBe(400)
  const { rows: found } = await rows(`?user=${target.id}`)
  const common = {
    ...{ at: expect.stringMatching(/^\d{4}-.*Z$/), outcome: 'success', count: 1 },
    ...{ actorId: admin.user.id, actor: admin.user.username },
    ...{ target: `user ${target.id}`, targetName: target.username, userId: target.id },
    ...{ route: 'PATCH /api/users/:id', status: 200, country: null, device: 'Unknown' },
  }
  expect(found).toMatchObject([
    { ...common, action: 'level-changed', details: { accessLevel: { from: 2, to: 3 } } },
    { ...common, action: 'password-changed', details: { password: 'set' } },
  ])
})

test('a new record is logged with its id, and a saved card with the changed fields', async () => {
  const owner = await signIn(1)
  const made = await owner.request('POST', '/api/business-cards', { userId: owner.user.id })
  const card = Object(await made.json())
  const path = `/api/business-cards/${card.id}`
  const address = '1 Pier Road, Brighton'
  const customizations = {
    ...card.customizations,
    pin: { latitude: 50.8, longitude: -0.1, of: address },
  }
  const first = await owner.request('PUT', path, { ...card, address, customizations })
  const put = { ...Object(await first.json()), title: 'Engineer', theme: 'tech' }
  expect((await owner.request('PUT', path, put)).status).toBe(200)
  expect((await owner.request('GET', path)).status).toBe(200)
  const { rows: found } = await rows(`?card=${card.id}`)
  expect(found.map(({ action, details }) => [action, details])).toEqual([
    ['card-changed', { fields: ['theme', 'title'] }],
    ['card-changed', { fields: ['address'] }],
    ['card-created', { id: card.id, slug: card.slug, owner: owner.user.username }],
  ])
})

test('a save is logged exactly when it is written', async () => {
  const { request: send, card, put, cookie } = await signInWithCard(1)
  const one = { ...card, title: 'One' }
  const headers = { Cookie: cookie }
  const call = { method: 'PUT', path: put, body: { ...card, title: 'Two' }, headers }
  const paused = await pauseRequest(call, /update "business_cards"/)
  expect((await send('PUT', put, one)).status).toBe(200)
  // The same save again, as after a lost response.
  expect((await send('PUT', put, one)).status).toBe(200)
  expect((await paused.resume()).status).toBe(412)
  const { rows: found } = await rows(`?card=${card.id}`)
  expect(found.map(({ details }) => details)).toEqual([{ fields: ['title'] }])
})

test('the log is paged, newest first, and filtered by actor', async () => {
  const admin = await signIn(5)
  const cards = [
    await makeCard({ name: 'Ada' }),
    await makeCard({ name: null }),
    await makeCard({ name: 'Grace' }),
  ]
  for (const { id } of cards) await admin.request('DELETE', `/api/business-cards/${id}`)
  const first = await rows(`?actor=${admin.user.id}&limit=2`)
  expect(first.rows.map(({ target }) => target)).toEqual([
    `card ${cards[2]?.id}`,
    `card ${cards[1]?.id}`,
  ])
  expect(first.rows.map(({ targetName }) => targetName)).toEqual(['Grace', cards[1]?.slug])
  const rest = await rows(`?actor=${admin.user.id}&limit=2&before=${first.next}`)
  expect(rest).toMatchObject({ rows: [{ target: `card ${cards[0]?.id}` }], next: null })
})
