import { eq } from 'drizzle-orm'
import { expect, inject, test } from 'vitest'
import { sessions, signInChallenges } from '../../schema/access-tables.ts'
import { PasskeyQuestion } from '../../schema/passkey.ts'
import { cookieHeader, db, newAddress, request } from '../testing/app.ts'
import {
  credentialChanges,
  makeTestAccount,
  type TestAccount,
} from '../testing/credential-changes.ts'
import { fetchSignInOptions, signChallenge } from '../testing/passkey.ts'
import { type Call, pauseRequest } from '../testing/paused-request.ts'
import { password, startStep } from '../testing/second-factor.ts'

type Way = {
  way: string
  factor?: boolean
  passkey?: true
  /** The statement that grants access. */
  at?: RegExp
  call: (victim: TestAccount) => Promise<Call> | Call
}

const cookieOf = ({ person }: TestAccount) => ({ Cookie: person.cookie })

const ways: Way[] = [
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

const isWhole = inject('isWhole')
const table = ways.flatMap((way, row) =>
  credentialChanges
    .filter(({ factor = way.factor }) => factor === way.factor || way.factor === undefined)
    // Every combination in the long run; otherwise every change with a password, and a sample of changes for the rest.
    .filter((_, column) => isWhole || row === 0 || (row + column) % 3 === 0)
    .map((change) => ({ ...change, ...way, factor: way.factor ?? change.factor ?? false })),
)

async function sessionsOf({ person }: TestAccount): Promise<string[]> {
  const rows = await db.select().from(sessions).where(eq(sessions.userId, person.user.id))
  return rows.map(({ id }) => id)
}

test.each(table)('no access with $way if meanwhile $change', async (row) => {
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
})

test.each(credentialChanges.filter(({ factor = true }, at) => factor && (isWhole || at % 3 === 0)))(
  'a sign-in waiting for its code ends when $change',
  async (row) => {
    const victim = await makeTestAccount({ ...row, factor: true })
    const token = await startStep(victim.person)
    expect((await row.make(victim)).ok).toBe(true)
    const { id } = victim.person.user
    expect(await db.$count(signInChallenges, eq(signInChallenges.userId, id))).toBe(0)
    const sent = { token, code: victim.codes[1] }
    expect((await request('POST', '/api/login/code', sent, newAddress())).status).toBe(401)
  },
)

test('the paused requests grant access if nothing changes meanwhile', async () => {
  for (const way of ways) {
    const victim = await makeTestAccount({ ...way, factor: way.factor ?? false })
    const paused = await pauseRequest(await way.call(victim), way.at ?? /insert into "sessions"/)
    const response = await paused.resume()
    expect([200, 204]).toContain(response.status)
  }
})

function isSuccess(status: number): boolean {
  return status === 200 || status === 204
}
