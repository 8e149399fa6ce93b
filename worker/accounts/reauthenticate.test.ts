import { createExecutionContext, env } from 'cloudflare:test'
import { eq } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { sessions } from '../../schema/accounts/tables.ts'
import { app } from '../app.ts'
import { db, makeCard, makeUser, origin, request, signIn } from '../testing/app.ts'
import { codeOf } from '../testing/authenticator-app.ts'
import { declarations } from '../testing/declarations.ts'
import { failNineReauthentications } from '../testing/login-failures.ts'
import {
  password,
  type SignedInUser,
  setUpFactor,
  signInWithPassword,
} from '../testing/second-factor.ts'
import { startSession } from '../testing/sessions.ts'
import { recentAuthMs } from './credentials.ts'

const dangerous = Object.entries(declarations).flatMap(([call, { requiresRecentAuth }]) =>
  requiresRecentAuth ? [call] : [],
)
const always = dangerous.filter((call) => declarations[call]?.requiresRecentAuth === true)

async function age({ user }: Pick<SignedInUser, 'user'>) {
  const authAt = Date.now() - recentAuthMs - 1000
  await db.update(sessions).set({ authAt }).where(eq(sessions.userId, user.id))
}

function codeFrom(response: Response) {
  return response.headers.get('X-Error-Code')
}

test('these calls require recent authentication', () => {
  expect(dangerous.toSorted()).toEqual([
    'DELETE /api/account/passkeys/:passkey',
    'DELETE /api/users/:id',
    'DELETE /api/users/:id/second-factor',
    'DELETE /api/visitor-data',
    'PATCH /api/users/:id',
    'POST /api/account/feeds',
    'POST /api/account/handover',
    'POST /api/account/passkeys',
    'POST /api/account/passkeys/options',
    'POST /api/account/second-factor',
    'POST /api/account/second-factor/confirm',
    'POST /api/account/second-factor/recovery-codes',
    'POST /api/account/tokens',
    'POST /api/pwa-settings',
    'POST /api/users',
    'POST /api/users/:id/handover',
    'POST /api/users/bulk',
    'PUT /api/users/:id',
  ])
})

test.each(always)('%s is refused ten minutes after the last authentication', async (call) => {
  const actor = await signIn(5)
  const [method = '', path = ''] = call.replace(/:\w+/, '999999').split(' ')
  expect(codeFrom(await actor.request(method, path, declarations[call]?.example))).not.toBe(
    'reauthenticate',
  )
  await age(actor)
  const response = await actor.request(method, path, declarations[call]?.example)
  expect([response.status, codeFrom(response)]).toEqual([403, 'reauthenticate'])
  expect(await response.text()).toBe('Confirm your password to continue.')
})

const person = { email: 'ada@cards.test', fullName: 'Ada Lovelace', phone: null }
const account = { username: 'somebody-new', fullName: 'Some Body', password: 'long enough' }
const made = { ...account, email: 'some@cards.test' }
type Case = [string, string, (own: number, other: number) => string, object, object]

test.each<Case>([
  ['the email', 'PUT', (own) => `/api/users/${own}`, { ...person, email: 'b@cards.test' }, person],
  ['their email', 'PATCH', (_, other) => `/api/users/${other}`, { email: 'b@cards.test' }, {}],
  ['their password', 'PATCH', (_, other) => `/api/users/${other}`, { password: 'other horse' }, {}],
  ['level 4', 'PATCH', (_, other) => `/api/users/${other}`, { accessLevel: 4 }, { accessLevel: 3 }],
  ['a new level 5', 'POST', () => '/api/users', { ...made, accessLevel: 5 }, made],
  [
    'a row of level 4',
    'POST',
    () => '/api/users/bulk',
    { users: [made, { ...made, accessLevel: 4 }] },
    { users: [] },
  ],
])(
  'setting %s requires recent authentication, and less does not',
  async (_, method, at, much, less) => {
    const actor = await signIn(5, { email: person.email })
    const path = at(actor.user.id, (await makeUser()).id)
    await age(actor)
    const refused = await actor.request(method, path, much)
    expect([refused.status, codeFrom(refused)]).toEqual([403, 'reauthenticate'])
    expect(codeFrom(await actor.request(method, path, less))).not.toBe('reauthenticate')
  },
)

test('the password, and a code if a factor is on, reauthenticate the user', async () => {
  const prove = ({ request: call }: Pick<SignedInUser, 'request'>, body: object) =>
    call('POST', '/api/reauthenticate', body)
  expect((await prove({ request }, { password })).status).toBe(401)
  const plain = await signInWithPassword()
  await age(plain)
  expect((await prove(plain, {})).status).toBe(400)
  expect(codeFrom(await prove(plain, { password: 'no' }))).toBe('wrong-password')
  const response = await prove(plain, { password })
  expect(response.status).toBe(204)
  const Cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const make = (headers?: object) =>
    plain.request('POST', '/api/account/tokens', { name: 'Sheet' }, { ...headers })
  expect((await make({ Cookie })).status).toBe(201)
  // A stolen session stays stale, and ends.
  expect((await make()).status).toBe(403)
  const listed = await (await request('GET', '/api/sessions', undefined, { Cookie })).json()
  expect(listed).toHaveLength(1)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31_000 })
  const later = [await plain.request('GET', '/api/user'), await make({ Cookie })]
  vi.useRealTimers()
  expect(later.map(({ status }) => status)).toEqual([401, 201])
})

test('with a factor the password alone is not enough, and guessing limits only the session', async () => {
  const owner = await signInWithPassword()
  const { secret, codes } = await setUpFactor(owner)
  const cookie = { Cookie: `sid=${await startSession(db, owner.user.id, 'Unknown')}` }
  const prove = (code?: string, headers = {}) =>
    owner.request('POST', '/api/reauthenticate', { password, code }, headers)
  expect(codeFrom(await prove())).toBe('code-needed')
  expect(codeFrom(await prove('000000'))).toBe('wrong-code')
  await failNineReauthentications(owner.session)
  const wrong = await owner.request('POST', '/api/reauthenticate', { password: 'no' })
  expect(codeFrom(wrong)).toBe('wrong-password')
  expect((await prove(codeOf(secret))).status).toBe(429)
  expect((await prove(codes[0], cookie)).status).toBe(204)
})

const required = { ...env, SECOND_FACTOR: 'required-for-admins' }

async function callAs(token: string, call: string) {
  const [method = '', path = ''] = call.replace(/:\w+/g, '999999').split(' ')
  const headers = { Cookie: `sid=${token}`, 'Content-Type': 'application/json' }
  const body = declarations[call]?.example && JSON.stringify(declarations[call]?.example)
  const init = { method, headers, body }
  return app.request(origin + path, init, required, createExecutionContext())
}

test('if admins need a factor, one without it can only set it up', async () => {
  const closed: string[] = []
  const calls = Object.entries(declarations).flatMap(([call, { access }]) =>
    access === 'anyone' ? [] : [call],
  )
  const { user } = await signIn(5)
  for (const call of calls) {
    const response = await callAs(await startSession(db, user.id, 'Unknown'), call)
    if (codeFrom(response) === 'second-factor') closed.push(call)
  }
  const open = calls.filter((call) => declarations[call]?.allowedBeforeSecondFactor)
  expect(calls.filter((call) => !closed.includes(call))).toEqual(open)
  // The routes to set up a factor, and to review and end access to the account.
  expect(open.toSorted()).toEqual([
    'DELETE /api/account/feeds/:feed',
    'DELETE /api/account/passkeys/:passkey',
    'DELETE /api/account/tokens/:token',
    'DELETE /api/sessions',
    'DELETE /api/sessions/:session',
    'GET /api/account/activity',
    'GET /api/account/feeds',
    'GET /api/account/passkeys',
    'GET /api/account/second-factor',
    'GET /api/account/tokens',
    'GET /api/sessions',
    'GET /api/user',
    'POST /api/account/second-factor',
    'POST /api/account/second-factor/confirm',
    'POST /api/reauthenticate',
    'POST /api/reauthenticate/passkey',
    'POST /api/reauthenticate/passkey/options',
    'POST /api/update-password',
  ])
})

test('if admins need a factor, one without it sees no more of a card than a visitor', async () => {
  const card = await makeCard({
    state: 'draft',
    phone: '+44 20 7946 0155',
    address: '7 Map Street',
  })
  const live = await makeCard({ address: '7 Map Street' })
  const admin = await signIn(4)
  const views = async () => {
    const token = await startSession(db, admin.user.id, 'Unknown')
    const drafts = [`GET /view/${card.slug}`, `GET /embed/map/${card.id}`]
    const responses = await Promise.all(drafts.map((call) => callAs(token, call)))
    const typed = await callAs(token, `GET /embed/map/${live.id}?address=8%20Map%20Street`)
    const own = await (await callAs(token, `GET /view/${live.slug}`)).text()
    return {
      statuses: responses.map(({ status }) => status),
      typed: (await typed.text()).includes('8 Map Street'),
      own: own.includes('data-own'),
    }
  }
  expect(await views()).toEqual({ statuses: [404, 404], typed: false, own: false })
  await setUpFactor(admin)
  expect(await views()).toEqual({ statuses: [200, 200], typed: true, own: true })
})

test('the user response says that a factor is due, until it is on', async () => {
  const admin = await signIn(4)
  const me = async (id: number) =>
    (await callAs(await startSession(db, id, 'Unknown'), 'GET /api/user')).json<{
      factorDue?: true
    }>()
  expect((await me(admin.user.id)).factorDue).toBe(true)
  expect((await me((await signIn(3)).user.id)).factorDue).toBeUndefined()
  await setUpFactor(admin)
  expect((await me(admin.user.id)).factorDue).toBeUndefined()
  const users = await callAs(await startSession(db, admin.user.id, 'Unknown'), 'GET /api/users')
  expect(users.status).toBe(200)
})
