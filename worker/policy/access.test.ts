import { beforeEach, expect, inject, test } from 'vitest'
import { rateLimits, sessions } from '../../schema/access-tables.ts'
import { mailOutbox } from '../../schema/operations-tables.ts'
import { TemplateJob } from '../../schema/template.ts'
import { app } from '../app.ts'
import { type Call, callsOf } from '../ops/api-docs/calls.ts'
import { type AccessFixtures, makeAccessFixtures } from '../testing/access-fixtures.ts'
import { requestFor } from '../testing/access-requests.ts'
import {
  accessRows,
  type Case,
  casesOf,
  consumesTarget,
  keyOf,
  lowestLevel,
  rowsOf,
} from '../testing/access-table.ts'
import { db, eventually, makeUser, request, signIn } from '../testing/app.ts'
import { invalidSessionKinds, makeInvalidCookies } from '../testing/bad-sessions.ts'
import { chunk } from '../testing/chunk.ts'
import { hashStorage } from '../testing/snapshot.ts'
import { policy } from './policy.ts'
import type { PolicyRow } from './row.ts'

const withoutData =
  `GET /api/account-analytics/export, GET /images/:key, GET /receipt/:token, POST /receipt/:token/delete,
  GET /mail/confirm/:token, POST /mail/confirm/:token, GET /mail/stop/:token, POST /mail/stop/:token, POST /mail/stop/:token/undo,
  GET /wallet/:token, GET /*`.split(/,\s+/)

/** Statuses that prove the guards were passed, where the scene lacks data for the rest of the call. */
const reached: Record<string, number[]> = {
  ...Object.fromEntries(withoutData.map((key) => [key, [404]])),
  'POST /api/login': [401],
  'POST /api/login/code': [401],
  'POST /api/login/passkey': [401],
  'POST /api/reset-password/check': [400],
  'POST /api/reset-password/confirm': [400],
  'POST /api/account/email-revert': [400],
  'POST /api/account/email-verification/confirm': [400],
  'POST /api/update-password': [400, 429],
  'DELETE /api/account': [400, 429],
  'POST /api/reauthenticate': [400],
  'POST /api/account/email-verification': [409],
  'POST /api/reauthenticate/passkey': [400],
  'POST /api/account/passkeys': [400],
  'POST /api/account/second-factor/confirm': [400],
  'POST /api/account/second-factor/recovery-codes': [409],
  'DELETE /api/account/second-factor': [409],
  'POST /receipt/:token': [415],
  'POST /wallet/apple/v1/devices/:device/registrations/:passType/:serial': [401],
  'DELETE /wallet/apple/v1/devices/:device/registrations/:passType/:serial': [401],
  'GET /wallet/apple/v1/passes/:passType/:serial': [401],
  'GET /view/:slug/': [308],
  'GET /s/:code/': [308],
  'GET /setup': [302],
  'POST /setup': [409],
  'PUT /api/templates/:id': [412],
  'POST /api/templates/:id/job': [412],
}

const isWhole = inject('isWhole')
const calls = callsOf(app.routes)
const cases = calls.flatMap(casesOf)
const signedInOnly = calls.filter((call) => rowsOf(call)[0]?.answers[0] === '401')
/** One call at a time in the long run; otherwise many between two snapshots of the storage, which are slow. */
const chunksOf = (some: Call[]) =>
  chunk(isWhole ? 1 : 16, some).map((few) => ({ few, what: namesOf(few) }))

// The long run takes longer than an authentication counts as recent.
beforeEach(async () => void (await db.update(sessions).set({ authAt: Date.now() })))

test('every route has rows in trust/access.csv, every row has a route, and no row is repeated', () => {
  const named = accessRows.map(({ key, kind, whose }) => `${key} ${kind} ${whose}`)
  expect(named.filter((name, at) => named.indexOf(name) !== at)).toEqual([])
  const routes = calls.map(keyOf)
  expect([...new Set(accessRows.map(({ key }) => key))].sort()).toEqual(routes.sort())
})

test('the policy requires the level in trust/access.csv for every route', ({ task }) => {
  expect(differences()).toEqual([])
  task.meta.proves = { what: 'policy levels compared with trust/access.csv', cases: calls.length }
})

test('changing any level of the policy makes it differ from trust/access.csv', async ({ task }) => {
  const others: PolicyRow['access'][] = ['anyone', 1, 2, 3, 4, 5]
  let found = 0
  for (const key of calls.map(keyOf))
    for (const who of others.filter((one) => one !== policy[key]?.access))
      found += (await withWho(key, who, differences)).length
  expect(found).toBe(calls.length * (others.length - 1))
  task.meta.proves = { what: 'policy levels changed and detected', cases: found }
})

test.for(chunksOf(calls))('$what responds as in trust/access.csv', async ({ few }, { task }) => {
  const tested = cases.filter(({ call }) => few.includes(call))
  expect(await wrongsOf(tested)).toEqual([])
  task.meta.proves = { what: 'routes × levels × owners', cases: tested.length }
})

test.for(chunksOf(signedInOnly))(
  '$what refuses a missing and five kinds of invalid sessions, and clears the cookie',
  async ({ few }, { task }) => {
    const scene = await cached(scenes, 1, makeAccessFixtures)
    for (const { row } of few) await cached(badCookies, Number(row.access), makeInvalidCookies)
    const before = await hashStorage()
    const combinations = few.flatMap((call) => badKindsFor(call).map((kind) => ({ call, kind })))
    for (const { call, kind } of combinations) {
      const { path, body } = requestFor(keyOf(call), scene)
      const sent = await cached(badCookies, Number(call.row.access), makeInvalidCookies)
      const response = await request(call.method, path, body, { Cookie: sent[kind] ?? '' })
      const label = `${keyOf(call)} ${kind}`
      expect([label, response.status, await response.text()]).toEqual([
        label,
        401,
        'You are not signed in.',
      ])
      expect(response.headers.get('Set-Cookie'), label).toMatch(/^sid=;.*Max-Age=0/)
    }
    expect(await hashStorage()).toBe(before)
    task.meta.proves = { what: 'routes × missing or invalid sessions', cases: combinations.length }
  },
)

// In the long run each level of the policy is removed in turn, and the responses must differ.
const guarded = isWhole ? calls.filter(({ row }) => Number(row.access) > 1) : []
// The rule on the object requires level 4 as well.
const alsoRuled = new Set([
  'PATCH /api/users/:id',
  'DELETE /api/users/:id',
  'DELETE /api/users/:id/second-factor',
  'PUT /api/templates/:id',
  'DELETE /api/templates/:id',
  'POST /api/templates/:id/job',
  'POST /api/templates/:id/job/continue',
  'POST /api/templates/:id/job/undo',
])
for (const call of guarded)
  test(`${keyOf(call)} without its level is detected`, async ({ task }) => {
    const tested = cases.filter((one) => one.call === call)
    const wrong = await withWho(keyOf(call), 1, () => wrongsOf(tested))
    expect(wrong.length > 0).toBe(!alsoRuled.has(keyOf(call)))
    if (wrong.length > 0)
      task.meta.proves = { what: 'policy levels removed and detected', cases: 1 }
    else
      task.meta.proves = {
        what: 'policy levels removed, still enforced by the object rule',
        cases: 1,
      }
  })

/** The routes whose level in the policy differs from the table. */
function differences(): string[] {
  return calls.map(keyOf).filter((key) => policy[key]?.access !== lowestLevel(key))
}

/** Runs `look` while the policy has this level for the call. */
async function withWho<Seen>(
  key: string,
  who: PolicyRow['access'],
  look: () => Promise<Seen> | Seen,
) {
  const row = policy[key]
  if (!row) throw new Error('There is no such row')
  const before = row.access
  row.access = who
  try {
    return await look()
  } finally {
    row.access = before
  }
}

/** The cases whose response differs from the table. Runs the refused ones first, which must write nothing. */
async function wrongsOf(tested: Case[]): Promise<string[]> {
  const refused = tested.filter(({ answer }) => answer !== 'ok')
  for (const one of refused) await prepare(one)
  // Waits for emails of earlier calls, which are written after their responses: none must come for a while.
  let looks = 0
  await eventually(async () => {
    looks = (await db.$count(mailOutbox)) === 0 ? looks + 1 : 0
    expect(looks).toBeGreaterThan(10)
  })
  const before = await hashStorage()
  const wrong = await wrongResponses(refused)
  if ((await hashStorage()) !== before) wrong.push('something was written by a refused call')
  return [...wrong, ...(await wrongResponses(tested.filter(({ answer }) => answer === 'ok')))]
}

async function wrongResponses(tested: Case[]): Promise<string[]> {
  const wrong: string[] = []
  for (const one of tested) {
    const { send, path, body } = await prepare(one)
    // The same user downloads more files here than the hourly limit allows.
    if (one.call.row.export) await db.delete(rateLimits)
    const { status } = await send(one.call.method, path, body)
    // Waits for the job, so that the next call finds none running.
    if (status === 202 && path.includes('/job/'))
      await expect.poll(() => stateOf(send, path)).not.toMatch(/running|undoing/)
    const passed = status < 300 || reached[one.row.key]?.includes(status)
    if (one.answer === 'ok' ? !passed : `${status}` !== one.answer)
      wrong.push(`${one.row.key} ${one.row.kind}, level ${one.level}, of ${one.of}: ${status}`)
  }
  return wrong
}

async function stateOf(send: typeof request, path: string): Promise<string> {
  const response = await send('GET', path.replace(/\/\w+$/, ''))
  return TemplateJob.parse(await response.json()).state
}

async function prepare({ row, level, of, answer }: Case) {
  const isReusable = answer !== 'ok' || !consumesTarget(row)
  const scene = await (isReusable ? cached(scenes, of, makeAccessFixtures) : makeAccessFixtures(of))
  const aim = { kind: row.kind, level }
  if (level === 0) return { send: request, ...requestFor(row.key, scene, aim) }
  const isOwn = row.whose === 'own' || row.whose === ''
  const actor = isOwn ? scene.owner : await cached(actors, level, (one) => signIn(one))
  if (row.kind !== 'no card yet') return { send: actor.request, ...requestFor(row.key, scene, aim) }
  const newcomer = await signIn(level)
  return { send: newcomer.request, ...requestFor(row.key, { ...scene, owner: newcomer }, aim) }
}

// The first user has special rules.
await makeUser({ accessLevel: 5 })

const scenes = new Map<number, Promise<AccessFixtures>>()
const actors = new Map<number, Promise<Awaited<ReturnType<typeof signIn>>>>()
const badCookies = new Map<number, Promise<Record<string, string>>>()

/** The value created before, for a call that does not change it. */
function cached<T>(
  store: Map<number, Promise<T>>,
  level: number,
  make: (level: number) => Promise<T>,
) {
  const found = store.get(level) ?? make(level)
  store.set(level, found)
  return found
}

function namesOf([first, ...more]: Call[]): string {
  const last = more.at(-1)
  return `${first && keyOf(first)}${last ? ` to ${keyOf(last)}` : ''}`
}

/** Every kind in the long run; otherwise one of them in rotation. */
function badKindsFor(call: Call): string[] {
  const inTurn = calls.indexOf(call) % invalidSessionKinds.length
  return isWhole ? invalidSessionKinds : invalidSessionKinds.filter((_, at) => at === inTurn)
}
