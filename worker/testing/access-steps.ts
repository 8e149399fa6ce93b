/** The requests of the access tests, as steps of a walk. Only tests import this. */
import { app } from '../app.ts'
import { type Call, callsOf } from '../operations/api-docs/openapi.ts'
import { type AccessFixtures, makeAccessFixtures, withNewTargets } from './access-fixtures.ts'
import { requestFor } from './access-requests.ts'
import { type Case, consumesTarget, keyOf, lowestLevel, rowsOf } from './access-table.ts'
import { signIn } from './app.ts'
import { makeInvalidCookies } from './bad-sessions.ts'
import type { Answer, HttpsRequest } from './https-request.ts'
import type { Step } from './walk.ts'

export const calls = callsOf(app.routes)
export const signedInCalls = calls.filter((call) => rowsOf(call)[0]?.answers[0] === '401')

const withoutData =
  `GET /api/account-analytics/export, GET /images/:key, GET /receipt/:token, POST /receipt/:token/delete,
  GET /mail/confirm/:token, POST /mail/confirm/:token, GET /mail/stop/:token, POST /mail/stop/:token, POST /mail/stop/:token/undo,
  GET /wallet/:token, GET /*`.split(/,\s+/)

/** Statuses that prove the guards were passed, where the scene lacks data for the rest of the call. */
const reached: Record<string, number[]> = {
  ...Object.fromEntries(withoutData.map((key) => [key, [404]])),
  // On a busy machine a store may take longer than the two seconds of the check.
  'GET /healthz': [503],
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
  'POST /setup': [409],
  'PUT /api/templates/:id': [412],
  'POST /api/templates/:id/job': [412],
}

type Actor = Awaited<ReturnType<typeof signIn>>
export type Scenes = ReturnType<typeof makeScenes>

/** Makes one fixture per level when it is first needed, for calls that do not change it. */
export function makeScenes() {
  return {
    /** An owner of this level with one of each record. */
    sceneOf: perLevel(makeAccessFixtures),
    /** A user of this level who owns nothing. */
    actorOf: perLevel((level) => signIn(level)),
    /** Cookies of each kind of invalid session of users of this level. */
    invalidCookiesOf: perLevel(makeInvalidCookies),
  }
}

function perLevel<T>(make: (level: number) => Promise<T>): (level: number) => Promise<T> {
  const made = new Map<number, Promise<T>>()
  return (level) => {
    const found = made.get(level) ?? make(level)
    made.set(level, found)
    return found
  }
}

/** The session cookie of a user as it is over https. */
export function cookieOf({ cookie }: { cookie: string }): { Cookie: string } {
  return { Cookie: cookie.replace('sid=', '__Host-sid=') }
}

/** A request for the call with the fixtures as targets. */
export function targetedRequest(
  call: Call,
  scene: AccessFixtures,
  aim?: { kind: string; level: number },
): HttpsRequest {
  return { method: call.method, ...requestFor(keyOf(call), scene, aim) }
}

/** The request of a case, with targets of its own if it consumes them. */
async function requestOf(
  { sceneOf, actorOf }: Scenes,
  { row, call, level, of, answer }: Case,
): Promise<HttpsRequest> {
  const aim = { kind: row.kind, level }
  const kept = await sceneOf(of)
  const isReusable = answer !== 'ok' || !consumesTarget(row)
  const scene = isReusable ? kept : await withNewTargets(kept, of, namesIn(call, kept, aim))
  if (level === 0) return targetedRequest(call, scene, aim)
  const isOwn = row.whose === 'own' || row.whose === ''
  const isNew = row.kind === 'no card yet'
  const known: Actor = isOwn ? scene.owner : await actorOf(level)
  const actor = isNew ? await signIn(level) : known
  const targets = isNew ? { ...scene, owner: actor } : scene
  return { ...targetedRequest(call, targets, aim), headers: cookieOf(actor) }
}

/** The names of the fixtures that the request for a call has in its path, query or body. */
function namesIn(call: Call, scene: AccessFixtures, aim: { kind: string; level: number }) {
  const names = new Set<keyof AccessFixtures>()
  const isName = (name: PropertyKey): name is keyof AccessFixtures => name in scene
  const recorded = new Proxy(scene, {
    get: (target, name) => {
      if (isName(name)) names.add(name)
      return Reflect.get(target, name)
    },
  })
  targetedRequest(call, recorded, aim)
  return names
}

/** The steps of refused cases, whose targets exist before the first is taken, and of the others. */
export async function accessSteps(scenes: Scenes, cases: Case[]) {
  const refused: Step[] = []
  for (const one of cases.filter(({ answer }) => answer !== 'ok')) {
    const request = await requestOf(scenes, one)
    refused.push(stepOf(one, () => request))
  }
  const accepted = cases.filter(({ answer }) => answer === 'ok')
  return { refused, accepted: accepted.map((one) => stepOf(one, () => requestOf(scenes, one))) }
}

function stepOf(one: Case, request: Step['request']): Step {
  const { row, level, of } = one
  const what = `${row.kind}, level ${level}, of ${of}`
  return { key: row.key, what, request, errorOf: (answer) => answerError(one, answer) }
}

const levelMessage = "You don't have the required access level to do this."
const sessionMessage = 'You are not signed in.'

/** How the answer differs from the table; below the level of the route, also from the message for it. */
function answerError({ row, level, answer }: Case, { status, text }: Answer): string | undefined {
  const answered = `${status} ${text.slice(0, 120)}`
  if (answer === 'ok')
    return status < 300 || reached[row.key]?.includes(status) ? undefined : answered
  if (`${status}` !== answer) return answered
  const isBelow = level < Number(lowestLevel(row.key))
  return isBelow && answer === '403' && text !== levelMessage ? answered : undefined
}

/** Calls that demand a session, without one and with each kind of invalid one. */
export async function sessionSteps(scenes: Scenes, call: Call): Promise<Step[]> {
  const cookies = await scenes.invalidCookiesOf(Number(call.declaration.access))
  const request = targetedRequest(call, await scenes.sceneOf(1))
  return Object.entries(cookies).map(([what, cookie]) => ({
    key: keyOf(call),
    what: `session ${what}`,
    request: () => ({ ...request, headers: cookieOf({ cookie }) }),
    errorOf: sessionError,
  }))
}

/** How the answer differs from the refusal of a missing session, which also deletes the cookie. */
export function sessionError({ status, text, headers }: Answer): string | undefined {
  const isRefusal = status === 401 && text === sessionMessage
  const isDeleted = /^__Host-sid=;.*Max-Age=0/.test(headers.get('Set-Cookie') ?? '')
  return isRefusal && isDeleted ? undefined : `${status} ${text.slice(0, 120)}`
}
