import { eq } from 'drizzle-orm'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { auditLog } from '../../schema/operations/tables.ts'
import { securityKinds } from '../../schema/users/audit.ts'
import { getWithToken } from '../testing/api-tokens.ts'
import { db, makeUser, newAddress, request, signIn } from '../testing/app.ts'
import { settled } from '../testing/background-work.ts'
import { advanceClock } from '../testing/clock.ts'
import { signInWithPassword } from '../testing/second-factor.ts'
import { writeAudit } from './record-audit.ts'

// The log ends before events of the current minute, such as those that another test recorded with a later clock.
beforeEach(() => db.delete(auditLog))

await makeUser({ id: 1, accessLevel: 5 })

const path = '/api/security-events'

/** The fields of ECS 8.17 that a line may have. */
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

function record(userId: number) {
  const common = { target: '', actorId: userId, actor: null, userId, details: {} }
  const call = { requestId: crypto.randomUUID(), route: 'POST /api/login', status: 200 }
  return writeAudit(db, [{ action: 'sign-in', ...common }], { ...call, origin: where })
}

async function read(get: (path: string) => Promise<Response>, question: string) {
  const response = await get(`${path}${question}`)
  expect(response.status).toBe(200)
  const lines = (await response.text()).split('\n').filter(Boolean)
  const next = /\?(after=\d+&limit=\d+)>; rel="next"$/.exec(response.headers.get('Link') ?? '')?.[1]
  return { response, lines: lines.map((line) => Line.parse(JSON.parse(line))), next: `?${next}` }
}

test('the log is NDJSON in the fields of ECS, read through a token of its own scope', async () => {
  const admin = await signInWithPassword(5)
  const target = await makeUser({ accessLevel: 2 })
  const changed = await admin.request('PATCH', `/api/users/${target.id}`, { accessLevel: 3 })
  expect(changed.status).toBe(200)
  await settled()
  await record(target.id)
  const get = await getWithToken(admin, 'security-events')
  advanceClock(125)
  const { response, lines } = await read(get, '?limit=1000')
  expect(response.headers.get('Content-Type')).toBe('application/x-ndjson; charset=utf-8')
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

test('with concurrent writes, the cursor neither skips nor repeats events', async () => {
  const admin = await signInWithPassword(5)
  const { id } = await makeUser()
  const get = await getWithToken(admin, 'security-events')
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

test('a failure is exported after its minute ends, with its count', async () => {
  const admin = await signInWithPassword(5)
  const get = await getWithToken(admin, 'security-events')
  advanceClock(1000)
  const { next } = await read(get, '')
  const { user } = await signInWithPassword()
  const body = { username: user.username, password: 'wrong' }
  const headers = newAddress()
  for (let turn = 0; turn < 3; turn += 1) await request('POST', '/api/login', body, headers)
  await settled()
  const rows = await db.select().from(auditLog).where(eq(auditLog.userId, user.id)).all()
  expect(rows.reduce((sum, { count }) => sum + count, 0)).toBe(3)
  const ownLines = (lines: z.infer<typeof Line>[]) =>
    lines.filter(({ user: of }) => of?.id === `${user.id}`)
  expect(ownLines((await read(get, next)).lines)).toEqual([])
  advanceClock(125)
  const { lines } = await read(get, next)
  expect(ownLines(lines).reduce((sum, { edgecard }) => sum + edgecard.count, 0)).toBe(3)
  expect(ownLines(lines)[0]).toMatchObject({
    event: { action: 'sign-in-failed', outcome: 'failure' },
  })
})

test('a number beyond the log and unknown queries are rejected', async () => {
  const admin = await signIn(5)
  await record(admin.user.id)
  const refused = await admin.request('GET', `${path}?after=999999999999`)
  expect([refused.status, await refused.text()]).toEqual([
    400,
    'The log has no entry with this number. If it was restored from a backup, start again at 0.',
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
