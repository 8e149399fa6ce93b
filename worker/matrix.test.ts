import { expect, inject, test } from 'vitest'
import { type Call, callsOf } from './api/calls.ts'
import { app } from './app.ts'
import { policy } from './policy.ts'
import { request, signIn } from './testing/app.ts'
import { badKinds, makeBadCookies } from './testing/bad-sessions.ts'
import { inGroupsOf } from './testing/groups.ts'
import { aimed, makeScene, type Scene } from './testing/scene.ts'
import { storedHash } from './testing/stored.ts'

/** Whose the things are that a call aims at: the caller's own, a level 1 user's or a level 5 user's. */
const whose = ['own', 'low', 'high'] as const
type Whose = (typeof whose)[number]
type Outcome = 'done' | 403 | 404
type Case = { level: number; of: Whose; outcome: Outcome }
type Asked = Case & { call: Call }
type Rule = (level: number, of: Whose) => Outcome

// In our own words and by themselves: what a slip in the code's rules would say is not what these say.
const above: Rule = (level, of) => (of === 'high' && level < 5 ? 403 : 'done')
const ownOr4: Rule = (level, of) =>
  of === 'own' || level === 5 || (level === 4 && of === 'low') ? 'done' : 403
const ownOr5: Rule = (level, of) => (of === 'own' || level === 5 ? 'done' : 403)
const owner: Rule = (_, of) => (of === 'own' ? 'done' : 403)
const hidden =
  (rule: Rule): Rule =>
  (level, of) =>
    rule(level, of) === 'done' ? 'done' : 404

const rules: [RegExp, Rule][] = [
  // Everybody in the scene has a card already.
  [/^POST \/api\/business-cards$/, (level, of) => (level < 4 ? 403 : hidden(above)(level, of))],
  [/business-cards\/:id\/submissions/, ownOr5],
  [/\/api\/submissions\/:id/, hidden(ownOr5)],
  [/^(DELETE|POST) \/api\/business-cards\/:id/, () => 'done'],
  [/business-cards\/:id$|\/analytics\/:id|POST \/api\/upload/, ownOr4],
  // There are none for level 4 to see.
  [/cards\/user\/:userId/, (level, of) => (level === 4 ? 'done' : ownOr4(level, of))],
  [/POST \/api\/templates$/, ownOr4],
  [/^(PUT|DELETE|POST) \/api\/templates\/:id/, above],
  [/POST \/api\/analytics-shares/, owner],
  [/:share|:token|:session|:passkey/, hidden(owner)],
  [/^PUT \/api\/users\/:id/, ownOr4],
  [/users\/:id\/second-factor/, (level, of) => (of === 'own' ? 403 : above(level, of))],
  [/^(PATCH|DELETE) \/api\/users\/:id/, above],
  [/\/api\/users\/:id/, hidden(above)],
]

/** What says that the guards were passed, where the scene has nothing for the rest of the call. */
const reached: Record<string, number[]> = {
  'POST /api/update-password': [400, 429],
  'DELETE /api/account': [400, 429],
  'POST /api/reauthenticate': [400],
  'POST /api/reauthenticate/passkey': [400],
  'POST /api/account/passkeys': [400],
  'POST /api/account/second-factor/confirm': [400],
  'POST /api/account/second-factor/recovery-codes': [409],
  'DELETE /api/account/second-factor': [409],
  'DELETE /api/users/:id/second-factor': [409],
  'GET /api/account-analytics/export': [404],
  'DELETE /api/users/:id': [204, 409],
  'PUT /api/templates/:id': [412],
  'POST /api/templates/:id/job': [412],
  'POST /api/templates/:id/job/continue': [409],
  'POST /api/templates/:id/job/undo': [409],
}

const calls = callsOf(app.routes).filter(({ row }) => row.who !== 'anyone')
const isWhole = inject('isWhole')
/** Call by call in the long run; else many between two looks at what is stored, which is the slow part. */
const parts = inGroupsOf(isWhole ? 1 : 12, calls).map((some) => ({ some, what: namesOf(some) }))

/** All levels and owners in the long run; else those at which an answer changes. */
function casesOf(call: Call): Case[] {
  const who = Number(call.row.who)
  const asked = isWhole
    ? [1, 2, 3, 4, 5].flatMap((level) => whose.map((of) => ({ level, of })))
    : telling(who, ruleOf(call) !== undefined)
  const cases = asked.map(({ level, of }) => ({ level, of, outcome: expected(call, level, of) }))
  const first = cases.find(({ outcome }) => outcome === 'done')
  // Each case of these needs things of its own, which take longest.
  const isCheap = isWhole || !usesUp.test(keyOf(call))
  return isCheap ? cases : cases.filter((one) => one === first || one.outcome !== 'done')
}

/** Whom the answers differ for. */
function telling(who: number, hasRule: boolean): Omit<Case, 'outcome'>[] {
  const levels = who === 1 && hasRule ? [1, 4] : [who]
  const below = who > 1 ? [{ level: who - 1, of: 'own' as const }] : []
  const owners = hasRule ? whose : whose.slice(0, 1)
  return [...below, ...levels.flatMap((level) => owners.map((of) => ({ level, of })))]
}

test.for(parts)('$what answers each level and owner by the rules', async ({ some }, { task }) => {
  expect(await wrongsOf(some)).toEqual([])
  const cases = some.flatMap(casesOf).length
  task.meta.proves = { what: 'routes x levels x owners', cases }
})

test.for(parts)(
  '$what refuses no session and five kinds of bad ones, and ends them',
  async ({ some }, { task }) => {
    const scene = await kept(scenes, 1, makeScene)
    for (const { row } of some) await kept(badCookies, Number(row.who), makeBadCookies)
    const before = await storedHash()
    const asked = some.flatMap((call) => badKindsFor(call).map((kind) => ({ call, kind })))
    for (const { call, kind } of asked) {
      const { path, body } = aimed(keyOf(call), scene)
      const cookies = await kept(badCookies, Number(call.row.who), makeBadCookies)
      const answer = await request(call.method, path, body, { Cookie: cookies[kind] ?? '' })
      const said = `${keyOf(call)} ${kind}`
      expect([said, answer.status, await answer.text()]).toEqual([
        said,
        401,
        'You are not signed in.',
      ])
      expect(answer.headers.get('Set-Cookie'), said).toMatch(/^sid=;.*Max-Age=0/)
    }
    expect(await storedHash()).toBe(before)
    task.meta.proves = { what: 'routes x no session, or a bad one', cases: asked.length }
  },
)

// In the long run each level of the policy is taken away in turn, which the cases must find out.
const guarded = isWhole ? calls.filter(({ row }) => row.who !== 1) : []
// The rule on the object asks for level 4 by itself.
const secondWall = new Set([
  'PATCH /api/users/:id',
  'DELETE /api/users/:id',
  'DELETE /api/users/:id/second-factor',
  'PUT /api/templates/:id',
])
for (const call of guarded)
  test(`${keyOf(call)} without its level is found out`, async ({ task }) => {
    const row = policy[keyOf(call)]
    if (!row) throw new Error('There is no such row')
    const { who } = row
    row.who = 1
    const wrong = await wrongsOf([{ ...call, row: { ...row, who } }])
    row.who = who
    expect(wrong.length > 0).toBe(!secondWall.has(keyOf(call)))
    if (wrong.length > 0) task.meta.proves = { what: 'levels taken away, found out', cases: 1 }
    else task.meta.proves = { what: 'levels taken away, held by the rule on the object', cases: 1 }
  })

/** The cases in which these calls do not answer as the rules say; the refused ones go first and change nothing. */
async function wrongsOf(some: Call[]): Promise<string[]> {
  const cases = some.flatMap((call) => casesOf(call).map((one) => ({ call, ...one })))
  const refused = cases.filter(({ outcome }) => outcome !== 'done')
  for (const one of refused) await given(one)
  const before = await storedHash()
  const wrong = await answersTo(refused)
  if ((await storedHash()) !== before) wrong.push('something was written by a refused call')
  return [...wrong, ...(await answersTo(cases.filter(({ outcome }) => outcome === 'done')))]
}

async function answersTo(cases: Asked[]): Promise<string[]> {
  const wrong: string[] = []
  for (const one of cases) {
    const { actor, path, body } = await given(one)
    const { status } = await actor.request(one.call.method, path, body)
    const passed = status < 300 || reached[keyOf(one.call)]?.includes(status)
    if (one.outcome === 'done' ? !passed : status !== one.outcome)
      wrong.push(`${keyOf(one.call)}, level ${one.level}, ${one.of}: ${status}, not ${one.outcome}`)
  }
  return wrong
}

function expected(call: Call, level: number, of: Whose): Outcome {
  if (level < Number(call.row.who)) return 403
  return ruleOf(call)?.(level, of) ?? 'done'
}

function ruleOf(call: Call): Rule | undefined {
  return rules.find(([pattern]) => pattern.test(keyOf(call)))?.[1]
}

async function given({ call, level, of, outcome }: Asked) {
  const isKept = outcome !== 'done' || !usesUp.test(keyOf(call))
  const ownerLevel = of === 'own' ? level : of === 'low' ? 1 : 5
  const scene = await (isKept ? kept(scenes, ownerLevel, makeScene) : makeScene(ownerLevel))
  const actor = of === 'own' ? scene.owner : await kept(actors, level, (one) => signIn(one))
  return { actor, ...aimed(keyOf(call), scene) }
}

/** Calls after which the next has nothing left to aim at. */
const usesUp = /^DELETE|restore|handover|^POST .api.business-cards$/

const scenes = new Map<number, Promise<Scene>>()
const actors = new Map<number, Promise<Awaited<ReturnType<typeof signIn>>>>()

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

function keyOf({ method, path }: Pick<Call, 'method' | 'path'>): string {
  return `${method} ${path}`
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

const badCookies = new Map<number, Promise<Record<string, string>>>()
