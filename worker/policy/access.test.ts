import { expect, inject, test } from 'vitest'
import { throttle } from '../../schema/access-tables.ts'
import { mailOutbox } from '../../schema/operations-tables.ts'
import { TemplateJob } from '../../schema/template.ts'
import { app } from '../app.ts'
import { type Call, callsOf } from '../ops/api-docs/calls.ts'
import { aimed, makeScene, type Scene } from '../testing/access-fixtures.ts'
import {
  accessRows,
  type Case,
  casesOf,
  keyOf,
  lowestLevel,
  rowsOf,
  usesUp,
} from '../testing/access-table.ts'
import { db, eventually, makeUser, request, signIn } from '../testing/app.ts'
import { badKinds, makeBadCookies } from '../testing/bad-sessions.ts'
import { inGroupsOf } from '../testing/chunk.ts'
import { storedHash } from '../testing/snapshot.ts'
import { policy } from './policy.ts'
import type { Row } from './row.ts'

/** What says that the guards were passed, where the scene has nothing for the rest of the call. */
const reached: Record<string, number[]> = {
  'POST /api/login': [401],
  'POST /api/login/code': [401],
  'POST /api/login/passkey': [401],
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
  'GET /api/account-analytics/export': [404],
  'GET /images/:key': [404],
  'GET /*': [404],
  'GET /view/:slug/': [308],
  'PUT /api/templates/:id': [412],
  'POST /api/templates/:id/job': [412],
}

const isWhole = inject('isWhole')
const calls = callsOf(app.routes)
const cases = calls.flatMap(casesOf)
const signedInOnly = calls.filter((call) => rowsOf(call)[0]?.answers[0] === '401')
/** Call by call in the long run; else many between two looks at what is stored, which is the slow part. */
const parts = (some: Call[]) =>
  inGroupsOf(isWhole ? 1 : 16, some).map((few) => ({ few, what: namesOf(few) }))

test('every route has rows in trust/access.csv, every row a route, and no row stands twice', () => {
  const named = accessRows.map(({ key, kind, whose }) => `${key} ${kind} ${whose}`)
  expect(named.filter((name, at) => named.indexOf(name) !== at)).toEqual([])
  const routes = calls.map(keyOf)
  expect([...new Set(accessRows.map(({ key }) => key))].sort()).toEqual(routes.sort())
})

test('the policy asks of every route the level that trust/access.csv does', ({ task }) => {
  expect(differences()).toEqual([])
  task.meta.proves = { what: 'policy levels compared with trust/access.csv', cases: calls.length }
})

test('a level of the policy that is changed differs from trust/access.csv', async ({ task }) => {
  const others: Row['who'][] = ['anyone', 1, 2, 3, 4, 5]
  let found = 0
  for (const key of calls.map(keyOf))
    for (const who of others.filter((one) => one !== policy[key]?.who))
      found += (await withWho(key, who, differences)).length
  expect(found).toBe(calls.length * (others.length - 1))
  task.meta.proves = { what: 'policy levels changed and detected', cases: found }
})

test.for(parts(calls))('$what answers as trust/access.csv says', async ({ few }, { task }) => {
  const asked = cases.filter(({ call }) => few.includes(call))
  expect(await wrongsOf(asked)).toEqual([])
  task.meta.proves = { what: 'routes × levels × owners', cases: asked.length }
})

test.for(parts(signedInOnly))(
  '$what refuses no session and five kinds of bad ones, and ends them',
  async ({ few }, { task }) => {
    const scene = await kept(scenes, 1, makeScene)
    for (const { row } of few) await kept(badCookies, Number(row.who), makeBadCookies)
    const before = await storedHash()
    const asked = few.flatMap((call) => badKindsFor(call).map((kind) => ({ call, kind })))
    for (const { call, kind } of asked) {
      const { path, body } = aimed(keyOf(call), scene)
      const sent = await kept(badCookies, Number(call.row.who), makeBadCookies)
      const answer = await request(call.method, path, body, { Cookie: sent[kind] ?? '' })
      const said = `${keyOf(call)} ${kind}`
      expect([said, answer.status, await answer.text()]).toEqual([
        said,
        401,
        'You are not signed in.',
      ])
      expect(answer.headers.get('Set-Cookie'), said).toMatch(/^sid=;.*Max-Age=0/)
    }
    expect(await storedHash()).toBe(before)
    task.meta.proves = { what: 'routes × missing or invalid sessions', cases: asked.length }
  },
)

// In the long run each level of the policy is taken away in turn, which the answers must tell too.
const guarded = isWhole ? calls.filter(({ row }) => Number(row.who) > 1) : []
// The rule on the object asks for level 4 by itself.
const secondWall = new Set([
  'PATCH /api/users/:id',
  'DELETE /api/users/:id',
  'DELETE /api/users/:id/second-factor',
  'PUT /api/templates/:id',
])
for (const call of guarded)
  test(`${keyOf(call)} without its level is found out`, async ({ task }) => {
    const asked = cases.filter((one) => one.call === call)
    const wrong = await withWho(keyOf(call), 1, () => wrongsOf(asked))
    expect(wrong.length > 0).toBe(!secondWall.has(keyOf(call)))
    if (wrong.length > 0)
      task.meta.proves = { what: 'policy levels removed and detected', cases: 1 }
    else
      task.meta.proves = {
        what: 'policy levels removed, still enforced by the object rule',
        cases: 1,
      }
  })

/** The routes of which the policy asks another level than the table. */
function differences(): string[] {
  return calls.map(keyOf).filter((key) => policy[key]?.who !== lowestLevel(key))
}

/** What `look` sees while the policy asks this of the call. */
async function withWho<Seen>(key: string, who: Row['who'], look: () => Promise<Seen> | Seen) {
  const row = policy[key]
  if (!row) throw new Error('There is no such row')
  const before = row.who
  row.who = who
  try {
    return await look()
  } finally {
    row.who = before
  }
}

/** The cases that do not answer as the table says; the refused ones go first and change nothing. */
async function wrongsOf(asked: Case[]): Promise<string[]> {
  const refused = asked.filter(({ answer }) => answer !== 'ok')
  for (const one of refused) await given(one)
  // Letters of calls before these are still on their way.
  await eventually(async () => expect(await db.$count(mailOutbox)).toBe(0))
  const before = await storedHash()
  const wrong = await answersTo(refused)
  if ((await storedHash()) !== before) wrong.push('something was written by a refused call')
  return [...wrong, ...(await answersTo(asked.filter(({ answer }) => answer === 'ok')))]
}

async function answersTo(asked: Case[]): Promise<string[]> {
  const wrong: string[] = []
  for (const one of asked) {
    const { send, path, body } = await given(one)
    // One person asks for more files than anybody has in an hour.
    if (one.call.row.export) await db.delete(throttle)
    const { status } = await send(one.call.method, path, body)
    // Whoever is asked next finds nobody at work on what is stored.
    if (status === 202 && path.includes('/job/'))
      await expect.poll(() => stateOf(send, path)).not.toMatch(/running|undoing/)
    const passed = status < 300 || reached[one.row.key]?.includes(status)
    if (one.answer === 'ok' ? !passed : `${status}` !== one.answer)
      wrong.push(`${one.row.key} ${one.row.kind}, level ${one.level}, of ${one.of}: ${status}`)
  }
  return wrong
}

async function stateOf(send: typeof request, path: string): Promise<string> {
  const answer = await send('GET', path.replace(/\/\w+$/, ''))
  return TemplateJob.parse(await answer.json()).state
}

async function given({ row, level, of, answer }: Case) {
  const isKept = answer !== 'ok' || !usesUp(row)
  const scene = await (isKept ? kept(scenes, of, makeScene) : makeScene(of))
  const isOwn = row.whose === 'own' || row.whose === ''
  const actor = isOwn ? scene.owner : await kept(actors, level, (one) => signIn(one))
  const aim = { kind: row.kind, level }
  if (level === 0) return { send: request, ...aimed(row.key, scene, aim) }
  if (row.kind !== 'no card yet') return { send: actor.request, ...aimed(row.key, scene, aim) }
  const newcomer = await signIn(level)
  return { send: newcomer.request, ...aimed(row.key, { ...scene, owner: newcomer }, aim) }
}

// The first user of all has rules of their own.
await makeUser({ accessLevel: 5 })

const scenes = new Map<number, Promise<Scene>>()
const actors = new Map<number, Promise<Awaited<ReturnType<typeof signIn>>>>()
const badCookies = new Map<number, Promise<Record<string, string>>>()

/** The one made before, for a call that leaves it as it was. */
function kept<T>(
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

/** Every kind in the long run; else one in turn. */
function badKindsFor(call: Call): string[] {
  const inTurn = calls.indexOf(call) % badKinds.length
  return isWhole ? badKinds : badKinds.filter((_, at) => at === inTurn)
}
