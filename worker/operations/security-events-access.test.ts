import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { securityEvents } from '../../schema/operations-tables.ts'
import { ActivityPage, SecurityPage } from '../../schema/security-event.ts'
import { users } from '../../schema/tables.ts'
import { getWithToken } from '../testing/api-tokens.ts'
import { db, makeUser, newAddress, request, signIn } from '../testing/app.ts'
import { settled } from '../testing/background-work.ts'
import { declarations } from '../testing/declarations.ts'
import { password, signInWithPassword } from '../testing/second-factor.ts'

await makeUser({ id: 1, accessLevel: 5 })

const path = '/api/security-events'

test('level 5 can read the log with a session, which is recorded; lower levels cannot', async () => {
  const admin = await signIn(5)
  expect((await admin.request('GET', path)).status).toBe(200)
  const rows = await db
    .select()
    .from(securityEvents)
    .where(eq(securityEvents.userId, admin.user.id))
    .all()
  expect(rows).toMatchObject([{ kind: 'data-exported', details: { what: 'security-events' } }])
  expect((await request('GET', path)).status).toBe(401)
  for (const to of [path, '/api/audit/security'])
    expect((await (await signIn(4)).request('GET', to)).status).toBe(403)
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
    expect([key, bySiem === 403, bySheet === 403]).toEqual([key, !own, own])
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
  const listEvents = async (question: string) =>
    SecurityPage.parse(await (await admin.request('GET', `/api/audit/security?${question}`)).json())
  const { rows } = await listEvents(`user=${target.id}`)
  expect(rows.map(({ kind, user, actor }) => [kind, user, actor])).toEqual([
    [
      'user-edited',
      { id: target.id, username: target.username },
      { id: admin.user.id, username: admin.user.username },
    ],
    [
      'level-changed',
      { id: target.id, username: target.username },
      { id: admin.user.id, username: admin.user.username },
    ],
  ])
  const ofKind = await listEvents(`user=${admin.user.id}&kind=level-changed&limit=1`)
  expect(ofKind).toEqual({ rows: [rows[1]], next: null })
  expect((await admin.request('GET', '/api/audit/security?kind=nothing')).status).toBe(400)
})
