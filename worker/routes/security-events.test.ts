import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { ApiToken } from '../../schema/export.ts'
import { securityEvents } from '../../schema/operations-tables.ts'
import { ActivityPage, SecurityPage, securityKinds } from '../../schema/security-event.ts'
import { users } from '../../schema/tables.ts'
import { recordEvents } from '../ops/security-events/log.ts'
import { policy } from '../policy/policy.ts'
import { db, makeUser, newAddress, request, signIn } from '../testing/app.ts'
import { advanceClock } from '../testing/clock.ts'
import { password, signInWithPassword } from '../testing/second-factor.ts'

await makeUser({ id: 1, accessLevel: 5 })

const path = '/api/security-events'

/** The fields of ECS 8.17 that a line has, and no others. */
const Id = z.string().check(z.regex(/^\d+$/))
const Line = z.strictObject({
  '@timestamp': z.iso.datetime(),
  message: z.string(),
  ecs: z.strictObject({ version: z.literal('8.17.0') }),
  event: z.strictObject({
    kind: z.literal('event'),
    category: z.tuple([z.enum(['authentication', 'iam', 'session', 'api', 'configuration'])]),
    type: z.tuple([
      z.enum(['start', 'end', 'info', 'change', 'creation', 'deletion', 'access', 'denied']),
    ]),
    action: z.string(),
    outcome: z.enum(['success', 'failure']),
    id: z.string(),
    sequence: z.number(),
    module: z.literal('edgecard'),
    dataset: z.literal('edgecard.security'),
  }),
  user: z.optional(
    z.strictObject({
      id: Id,
      name: z.optional(z.string()),
      target: z.optional(z.strictObject({ id: Id, name: z.optional(z.string()) })),
    }),
  ),
  source: z.optional(
    z.strictObject({
      geo: z.optional(z.strictObject({ country_iso_code: z.string().check(z.length(2)) })),
      as: z.optional(
        z.strictObject({
          number: z.number(),
          organization: z.strictObject({ name: z.optional(z.string()) }),
        }),
      ),
    }),
  ),
  user_agent: z.optional(
    z.strictObject({ name: z.string(), os: z.optional(z.strictObject({ name: z.string() })) }),
  ),
  http: z.strictObject({
    request: z.strictObject({ id: z.string(), method: z.optional(z.string()) }),
    response: z.strictObject({ status_code: z.number() }),
  }),
  edgecard: z.strictObject({
    count: z.number(),
    network: z.optional(z.string()),
    route: z.optional(z.string()),
    details: z.looseObject({}),
  }),
})

const where = {
  country: 'DE',
  asn: 64_500,
  asOrganization: 'Example',
  network: 'n',
  device: 'Unknown',
}

function record(
  userId: number,
  { outcome = 'success' as const, requestId = crypto.randomUUID() } = {},
) {
  const event = { kind: 'sign-in', outcome, userId, actorId: userId, details: {} } as const
  const call = { requestId, route: 'POST /api/login', status: 200, origin: where }
  return recordEvents(env, [event], call)
}

type Someone = Awaited<ReturnType<typeof signIn>>

async function tokenOf({ request: call }: Someone, scope: string) {
  const made = await call('POST', '/api/account/tokens', { name: 'SIEM', scope })
  expect(made.status).toBe(201)
  const { token } = ApiToken.parse(await made.json())
  return (to: string) => request('GET', to, undefined, { Authorization: `Bearer ${token}` })
}

async function read(get: (path: string) => Promise<Response>, question: string) {
  const answer = await get(`${path}${question}`)
  expect(answer.status).toBe(200)
  const lines = (await answer.text()).split('\n').filter(Boolean)
  const next = /\?(after=\d+&limit=\d+)>; rel="next"$/.exec(answer.headers.get('Link') ?? '')?.[1]
  return { answer, lines: lines.map((line) => Line.parse(JSON.parse(line))), next: `?${next}` }
}

test('the log is NDJSON in the fields of ECS, read through a token of its own scope', async () => {
  const admin = await signInWithPassword(5)
  const target = await makeUser({ accessLevel: 2 })
  const changed = await admin.request('PATCH', `/api/users/${target.id}`, { accessLevel: 3 })
  expect(changed.status).toBe(200)
  await record(target.id)
  const get = await tokenOf(admin, 'security-events')
  advanceClock(125)
  const { answer, lines } = await read(get, '?limit=1000')
  expect(answer.headers.get('Content-Type')).toBe('application/x-ndjson; charset=utf-8')
  expect(lines.find(({ event }) => event.action === 'level-changed')).toMatchObject({
    message: 'Access level changed',
    event: { category: ['iam'], type: ['change'], outcome: 'success' },
    user: {
      id: `${admin.user.id}`,
      name: admin.user.username,
      target: { id: `${target.id}`, name: target.username },
    },
    edgecard: { count: 1, details: { level: { from: 2, to: 3 } } },
  })
  expect(lines.find(({ event }) => event.action === 'sign-in')).toMatchObject({
    user: { id: `${target.id}` },
    source: { geo: { country_iso_code: 'DE' }, as: { number: 64_500 } },
  })
})

test('every kind of event has a category and type that ECS allows together', () => {
  const allowed: Record<string, string[]> = {
    api: ['access', 'change', 'creation', 'deletion', 'denied', 'info'],
    authentication: ['start', 'end', 'info'],
    configuration: ['access', 'change', 'creation', 'deletion', 'info'],
    iam: ['admin', 'change', 'creation', 'deletion', 'group', 'info', 'user'],
    session: ['start', 'end', 'info'],
  }
  for (const [kind, { ecs }] of Object.entries(securityKinds))
    expect(allowed[ecs[0]], kind).toContain(ecs[1])
})

test('whatever is written while it is read, the cursor misses nothing and repeats nothing', async () => {
  const admin = await signInWithPassword(5)
  const { id } = await makeUser()
  const get = await tokenOf(admin, 'security-events')
  const from = await read(get, '?after=0')
  let cursor = from.next
  const seen: number[] = []
  let written = 0
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const start = Date.now()
  const pull = async (limit: number) => {
    const page = await read(get, cursor.replace(/limit=\d+/, `limit=${limit}`))
    seen.push(
      ...page.lines.filter(({ user }) => user?.id === `${id}`).map(({ event }) => event.sequence),
    )
    cursor = page.next
    return page.lines.length
  }
  for (let turn = 0; turn < 12; turn += 1) {
    vi.setSystemTime(start + turn * 35_000)
    const writes = Array.from({ length: turn % 4 }, () => record(id))
    written += writes.length
    await Promise.all([...writes, pull(2)])
  }
  expect(seen.length).toBeLessThan(written)
  vi.setSystemTime(start + 3_600_000)
  while ((await pull(3)) > 0);
  expect(seen).toEqual(seen.toSorted((one, other) => one - other))
  expect(new Set(seen).size).toBe(seen.length)
  expect(seen.length).toBe(written)
})

test('a refusal is exported once its minute is over, with all that it counted', async () => {
  const admin = await signInWithPassword(5)
  const get = await tokenOf(admin, 'security-events')
  advanceClock(1000)
  const { next } = await read(get, '')
  const { user } = await signInWithPassword()
  const body = { username: user.username, password: 'wrong' }
  const headers = newAddress()
  for (let turn = 0; turn < 3; turn += 1) await request('POST', '/api/login', body, headers)
  await vi.waitFor(async () => {
    const rows = await db
      .select()
      .from(securityEvents)
      .where(eq(securityEvents.userId, user.id))
      .all()
    expect(rows.reduce((sum, { count }) => sum + count, 0)).toBe(3)
  })
  const mine = (lines: z.infer<typeof Line>[]) =>
    lines.filter(({ user: of }) => of?.id === `${user.id}`)
  expect(mine((await read(get, next)).lines)).toEqual([])
  advanceClock(125)
  const { lines } = await read(get, next)
  expect(mine(lines).reduce((sum, { edgecard }) => sum + edgecard.count, 0)).toBe(3)
  expect(mine(lines)[0]).toMatchObject({ event: { action: 'sign-in-failed', outcome: 'failure' } })
})

test('a number beyond the log is refused, and so is any other question', async () => {
  const admin = await signIn(5)
  await record(admin.user.id)
  const refused = await admin.request('GET', `${path}?after=999999999999`)
  expect([refused.status, await refused.text()]).toEqual([
    400,
    'The log ends before this number because it was restored from a backup. Start again at 0.',
  ])
  for (const question of [
    'after=-1',
    'after=x',
    'limit=0',
    'limit=1001',
    'who=1',
    'after=1&after=2',
  ])
    expect((await admin.request('GET', `${path}?${question}`)).status, question).toBe(400)
})

test('a session of level 5 reads it, which is an event; below level 5 nobody does', async () => {
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

test('only level 5 makes a token for it, each scope reads its own, and none outlives the level', async () => {
  const body = { name: 'SIEM', scope: 'security-events' }
  for (const level of [1, 2, 3, 4]) {
    const { request: call } = await signIn(level)
    const refused = await call('POST', '/api/account/tokens', body)
    expect([refused.status, await refused.text()]).toEqual([
      403,
      'Only a System Admin can create a token that reads security events.',
    ])
  }
  const admin = await signIn(5)
  await env.DB.prepare('update sessions set auth_at = 0 where user_id = ?')
    .bind(admin.user.id)
    .run()
  const stale = await admin.request('POST', '/api/account/tokens', body)
  expect(stale.headers.get('X-Error-Code')).toBe('reauthenticate')
  const other = await signIn(5)
  const [siem, sheet] = [await tokenOf(other, 'security-events'), await tokenOf(other, 'read')]
  const readable = Object.keys(policy).filter((key) => policy[key]?.byToken)
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

test('one sees what happened to the own account and nothing of others, newest first, a page at a time', async () => {
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
  const ask = async (question: string) =>
    ActivityPage.parse(
      await (
        await request('GET', `/api/account/activity${question}`, undefined, { Cookie, ...headers })
      ).json(),
    )
  const { rows, next } = await vi.waitFor(async () => {
    const page = await ask('')
    expect(page.rows.length).toBe(4)
    return page
  })
  expect(next).toBe(null)
  expect(rows.map(({ kind, byYou, fromHere }) => [kind, byYou, fromHere]).toSorted()).toEqual([
    ['level-changed', false, null],
    ['sign-in', true, true],
    ['sign-in', true, true],
    ['sign-in-failed', null, true],
  ])
  expect(rows[0]?.title).toBe('Signed in')
  const first = await ask('?limit=3')
  const rest = await ask(`?limit=3&before=${first.next}`)
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

test('level 5 sees who and what by name, of one person or one kind', async () => {
  const admin = await signIn(5)
  const target = await makeUser({ accessLevel: 2 })
  await admin.request('PATCH', `/api/users/${target.id}`, { accessLevel: 3, fullName: 'Grace' })
  const ask = async (question: string) =>
    SecurityPage.parse(await (await admin.request('GET', `/api/audit/security?${question}`)).json())
  const { rows } = await ask(`user=${target.id}`)
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
  const ofKind = await ask(`user=${admin.user.id}&kind=level-changed&limit=1`)
  expect(ofKind).toEqual({ rows: [rows[1]], next: null })
  expect((await admin.request('GET', '/api/audit/security?kind=nothing')).status).toBe(400)
})
