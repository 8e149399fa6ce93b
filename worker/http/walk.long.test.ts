/** Every request to every route that the tests can generate, except the ones at the limits of access: `access.test.ts`. */
import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Call } from '../operations/api-docs/openapi.ts'
import {
  accessSteps,
  calls,
  cookieOf,
  makeScenes,
  type Scenes,
  sessionSteps,
  signedInCalls,
  targetedRequest,
} from '../testing/access-steps.ts'
import { furtherCasesOf, keyOf } from '../testing/access-table.ts'
import { makeUser, signInWithCard } from '../testing/app.ts'
import { declarations } from '../testing/declarations.ts'
import { deliverMessages } from '../testing/fault-scenarios-jobs.ts'
import { dumpEverything, findAddressTraces, findTraces } from '../testing/find-leaks.ts'
import { brokenDatabase } from '../testing/https-request.ts'
import {
  largeBodies,
  wrongBodies,
  wrongCookies,
  wrongPaths,
  wrongQueries,
  wrongTypes,
} from '../testing/malformed-requests.ts'
import { agentMark, type Step, startWalk, walkAddresses } from '../testing/walk.ts'

vi.setConfig({ testTimeout: 900_000 })
// Registration is closed without the first user.
await makeUser({ id: 1, accessLevel: 5 })
const { walk, walkWithoutWrites, messages, seen } = startWalk()

const logged: unknown[][] = []
beforeEach(() => {
  for (const level of ['log', 'info', 'warn', 'error', 'debug'] as const)
    vi.spyOn(console, level).mockImplementation((...line) => void logged.push(line))
})
afterEach(() => void vi.restoreAllMocks())

type StepsOf = (call: Call, cookie: string) => Step[]
test.for<[string, StepsOf]>([
  ['a body that does not match its contract', wrongBodies],
  ['a valid body of another content type', wrongTypes],
  ['a body over its limit, with or without Content-Length', largeBodies],
  ['an invalid id or name', wrongPaths],
  ['an unknown query', wrongQueries],
  ['invalid session cookies', wrongCookies],
])('every route rejects %s, and writes nothing', async ([, stepsOf], { task }) => {
  // Others would be refused by their level before the input is parsed.
  const { Cookie } = cookieOf(await signInWithCard(5))
  const steps = calls.flatMap((call) => stepsOf(call, Cookie))
  expect(steps.length).toBeGreaterThan(40)
  expect(await walkWithoutWrites(steps)).toEqual([])
  task.meta.proves = { what: 'malformed bodies, URLs, queries and cookies', cases: steps.length }
})

type ScenedStepsOf = (scenes: Scenes, call: Call) => Promise<Step[]>
test.for<[string, string, Call[], ScenedStepsOf]>([
  ['a cross-site call is refused', 'cross-site calls', calls, crossSiteSteps],
  ['an unsupported method is refused', 'unsupported methods', calls, methodSteps],
  [
    'a missing session and five kinds of invalid ones are refused, with the cookie deleted',
    'routes × missing or invalid sessions',
    signedInCalls,
    sessionSteps,
  ],
])('%s, and writes nothing', async ([, what, some, stepsOf], { task }) => {
  const scenes = makeScenes()
  const steps: Step[] = []
  for (const call of some) steps.push(...(await stepsOf(scenes, call)))
  expect(await walkWithoutWrites(steps)).toEqual([])
  task.meta.proves = { what, cases: steps.length }
})

test('every route refuses the levels and owners that trust/access.csv refuses, and writes nothing', async ({
  task,
}) => {
  const cases = calls.flatMap(furtherCasesOf).filter(({ answer }) => answer !== 'ok')
  const { refused } = await accessSteps(makeScenes(), cases)
  expect(await walkWithoutWrites(refused)).toEqual([])
  task.meta.proves = { what: 'routes × levels × owners', cases: cases.length }
})

test("every route accepts the levels and owners in trust/access.csv, and no call stores or logs the caller's address", async ({
  task,
}) => {
  const cases = calls.flatMap(furtherCasesOf).filter(({ answer }) => answer === 'ok')
  const { accepted } = await accessSteps(makeScenes(), cases)
  expect(await walk(accepted)).toEqual([])
  expect(statusesSeen()).toEqual(expect.arrayContaining([200, 201, 202, 204, 304, 308]))
  await expectNoAddress()
  const note = 'no IP address is stored afterwards'
  task.meta.proves = { what: 'routes × levels × owners', cases: cases.length, note }
})

test('every route responds with all headers when the database is down, a limit is reached or the target is missing', async ({
  task,
}) => {
  const scene = await makeScenes().sceneOf(5)
  const order = ({ method }: Call) => ['GET', 'PUT', 'PATCH', 'POST', 'DELETE'].indexOf(method)
  const sorted = calls.toSorted((one, other) => order(one) - order(other))
  expect(await walk(sorted.flatMap((call) => failureSteps(call, scene)))).toEqual([])
  expect(statusesSeen()).toEqual(expect.arrayContaining([404, 405, 429, 500, 503]))
  task.meta.proves = { what: 'routes × statuses with every header', cases: seen.size }
})

function statusesSeen(): number[] {
  return [...new Set([...seen].map((one) => Number(one.split(' ').at(-1))))]
}

const noAttempts = {
  REGISTER_PER_HOUR: '0',
  LOGIN_FAILURES_PER_ADDRESS: '0',
  FORMS_PER_10_MINUTES: '0',
  LEAD_CALLS_PER_10_MINUTES: '0',
  UPLOADS_PER_10_MINUTES: '0',
  TOKEN_READS_PER_10_MINUTES: '0',
  TOKEN_EXPORTS_PER_HOUR: '0',
  FEED_READS_PER_HOUR: '0',
}

type Scene = Awaited<ReturnType<ReturnType<typeof makeScenes>['sceneOf']>>

function failureSteps(call: Call, scene: Scene): Step[] {
  const { method, path, declaration: row } = call
  // Signing out would end the session for all later calls.
  const headers: Record<string, string> = path === '/api/logout' ? {} : cookieOf(scene.owner)
  const request = { ...targetedRequest(call, scene), headers }
  const byToken = { ...request, headers: { Authorization: `Bearer ${scene.token.token}` } }
  const key = keyOf(call)
  const missing = path.replace(/:\w+/, '999999')
  const statusOf =
    (pattern: RegExp): Step['errorOf'] =>
    ({ status, text }) =>
      pattern.test(`${status}`) ? undefined : `${status} ${text.slice(0, 120)}`
  const anyStatus = statusOf(/./)
  return [
    {
      ...{ key, what: 'database down', request: () => request, errorOf: anyStatus },
      bindings: { DB: brokenDatabase },
    },
    {
      ...{ key, what: 'limit reached', errorOf: anyStatus, bindings: noAttempts },
      request: () => (row.apiToken ? byToken : request),
    },
    {
      ...{ key: `PURGE ${path}`, what: 'method', errorOf: statusOf(/^40[45]$/) },
      request: () => ({ ...request, method: 'PURGE' }),
    },
    ...(missing === path
      ? []
      : [
          {
            ...{ key, what: 'missing target', errorOf: anyStatus },
            request: () => ({ method, path: missing, headers }),
          },
        ]),
  ]
}

/** The headers that browsers send with a cross-site request. */
const foreign: Record<string, string>[] = [
  { Origin: 'https://evil.example' },
  { Origin: 'https://cards.test.evil.example' },
  // Same host, different origin.
  { Origin: 'http://cards.test' },
  { Origin: 'null' },
  { 'Sec-Fetch-Site': 'cross-site' },
  { 'Sec-Fetch-Site': 'same-site', Origin: 'https://other.cards.test' },
]

/** Calls that another site makes with the cookie of a signed-in user. */
async function crossSiteSteps({ sceneOf }: Scenes, call: Call): Promise<Step[]> {
  if (call.method === 'GET') return []
  const scene = await sceneOf(5)
  const request = targetedRequest(call, scene)
  return foreign.map((headers) => ({
    key: keyOf(call),
    what: `from ${Object.values(headers)}`,
    request: () => ({ ...request, headers: { ...cookieOf(scene.owner), ...headers } }),
    errorOf: ({ status, text }) =>
      status === 403 && text === 'Cross-site requests are not allowed.'
        ? undefined
        : `${status} ${text.slice(0, 120)}`,
  }))
}

/** Methods that the path does not support. */
async function methodSteps({ sceneOf, actorOf }: Scenes, call: Call): Promise<Step[]> {
  if (!call.path.startsWith('/api/')) return []
  const { path } = targetedRequest(call, await sceneOf(5))
  const headers = cookieOf(await actorOf(5))
  return ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
    .filter((method) => !declarations[`${method} ${call.path}`])
    .map((method) => ({
      key: `${method} ${call.path}`,
      what: 'method',
      request: () => ({ method, path, headers }),
      errorOf: ({ status, headers: received }) =>
        status === 405 && received.get('Allow')?.split(', ').includes(call.method)
          ? undefined
          : `${status} ${received.get('Allow')}`,
    }))
}

/** Scans all that is stored and logged for the addresses and the browser that the walk was made with. */
async function expectNoAddress() {
  await deliverMessages(env, 'edgecard-events', messages.splice(0))
  const lines = logged.splice(0).map((line) => ({ where: 'log', text: line.join(' ') }))
  const pieces = [...(await dumpEverything()), ...lines]
  for (const { address, prefix } of walkAddresses) {
    expect(findAddressTraces(address, pieces)).toEqual([])
    const found = pieces.filter(({ text }) => text.includes(prefix)).map(({ where }) => where)
    // That it is found proves that the scan works.
    expect([...new Set(found)]).toEqual(['DB.form_submissions.submitter_ip'])
  }
  expect(findTraces(agentMark, pieces)).toEqual([])
}
