/** Ways to gain access to an account, which a change of its credentials must end. Only tests import this. */
import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { PasskeyQuestion } from '../../schema/accounts/passkey.ts'
import { sessions, signInChallenges } from '../../schema/accounts/tables.ts'
import { cookieHeader, db, request } from './app.ts'
import { type credentialChanges, makeTestAccount, type TestAccount } from './credential-changes.ts'
import { fetchSignInOptions, signChallenge } from './passkey.ts'
import { type Call, pauseRequest } from './paused-request.ts'
import { password, startStep } from './second-factor.ts'

type Way = {
  way: string
  factor?: boolean
  passkey?: true
  /** The statement that grants access. */
  at?: RegExp
  call: (victim: TestAccount) => Promise<Call> | Call
}

const cookieOf = ({ person }: TestAccount) => ({ Cookie: person.cookie })

export const ways: Way[] = [
  {
    way: 'a password',
    factor: false,
    call: ({ person }) => ({
      path: '/api/login',
      body: { username: person.user.username, password },
    }),
  },
  {
    way: 'the password before a code',
    factor: true,
    at: /insert into "sign_in_steps"/,
    call: ({ person }) => ({
      path: '/api/login',
      body: { username: person.user.username, password },
    }),
  },
  {
    way: 'a code',
    factor: true,
    call: async ({ person, codes }) => ({
      path: '/api/login/code',
      body: { token: await startStep(person), code: codes[1] },
    }),
  },
  {
    way: 'a passkey',
    passkey: true,
    call: async ({ key }) => ({
      path: '/api/login/passkey',
      body: key && signChallenge(key, await fetchSignInOptions()),
    }),
  },
  {
    way: 'the password again',
    call: (victim) => ({
      path: '/api/reauthenticate',
      body: { password, code: victim.codes[2] },
      headers: cookieOf(victim),
    }),
  },
  {
    way: 'a passkey again',
    passkey: true,
    call: async (victim) => {
      const optionsResponse = await victim.person.request(
        'POST',
        '/api/reauthenticate/passkey/options',
      )
      return {
        path: '/api/reauthenticate/passkey',
        body:
          victim.key &&
          signChallenge(victim.key, PasskeyQuestion.parse(await optionsResponse.json())),
        headers: cookieOf(victim),
      }
    },
  },
  {
    way: 'a new password of their own',
    call: (victim) => ({
      path: '/api/update-password',
      body: { currentPassword: password, newPassword: 'parked horse' },
      headers: cookieOf(victim),
    }),
  },
]

type Change = (typeof credentialChanges)[number]

/** A way and a change that the same account can have. */
export function combine(way: Way, change: Change) {
  return { ...change, ...way, factor: way.factor ?? change.factor ?? false }
}

/** Whether an account can have both. */
export function isCombinable({ factor: wayFactor }: Way, { factor = wayFactor }: Change): boolean {
  return factor === wayFactor || wayFactor === undefined
}

/** Makes the change while the access is being granted, and expects that it is refused. */
export async function expectNoAccess(row: ReturnType<typeof combine>): Promise<void> {
  const victim = await makeTestAccount(row)
  const paused = await pauseRequest(await row.call(victim), row.at ?? /insert into "sessions"/)
  const made = await row.make(victim)
  expect([made.status, await made.text()]).toEqual([expect.toSatisfy(isSuccess), expect.anything()])
  const left = await sessionsOf(victim)
  const response = await paused.resume()
  expect([401, 409]).toContain(response.status)
  expect(await response.clone().text()).toMatch(/Sign in again\.$|^Invalid username or password$/)
  expect(left).toEqual(expect.arrayContaining(await sessionsOf(victim)))
  expect(
    await db.$count(signInChallenges, eq(signInChallenges.userId, victim.person.user.id)),
  ).toBe(0)
  const Cookie = cookieHeader(response)
  expect((await request('GET', '/api/user', undefined, { Cookie })).status).toBe(401)
}

async function sessionsOf({ person }: TestAccount): Promise<string[]> {
  const rows = await db.select().from(sessions).where(eq(sessions.userId, person.user.id))
  return rows.map(({ id }) => id)
}

function isSuccess(status: number): boolean {
  return status === 200 || status === 204
}
