import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { PasskeyRequest } from '../../schema/accounts/passkey.ts'
import { SecondFactorSetup } from '../../schema/accounts/second-factor.ts'
import { resetTokens, sessions, users } from '../../schema/accounts/tables.ts'
import { db, newAddress, origin, request } from '../testing/app.ts'
import { codeOf } from '../testing/authenticator-app.ts'
import {
  credentialChanges,
  makeTestAccount,
  type TestAccount,
} from '../testing/credential-changes.ts'
import { openOutbox } from '../testing/mail-outbox.ts'
import { makeKey, path as passkeyPath } from '../testing/passkey.ts'
import { type Call, pauseRequest } from '../testing/paused-request.ts'
import { path as factorPath, password, submitPassword } from '../testing/second-factor.ts'
import { newEmailRevert, storeEmailRevert } from './email-change.ts'
import { issueResetTokens } from './password-reset.ts'
import { hashPasswordForBulk } from './passwords.ts'

type Issue = {
  what: string
  table: string
  at: RegExp
  factor?: true
  call: (victim: TestAccount) => Promise<Call> | Call
}

const issues: Issue[] = [
  {
    what: 'an API token',
    table: 'api_tokens',
    at: /insert into "api_tokens"/,
    call: () => ({ path: '/api/account/tokens', body: { name: 'Sheet' } }),
  },
  {
    what: 'a feed',
    table: 'feeds',
    at: /insert into "feeds"/,
    call: () => ({
      path: '/api/account/feeds',
      body: { name: 'Sheet', kind: 'days', card: null, days: 30 },
    }),
  },
  {
    what: 'a link to analytics',
    table: 'analytics_shares',
    at: /insert into "analytics_shares"/,
    call: () => ({
      path: '/api/analytics-shares',
      body: { timeframe: 'month', card: null, days: 7 },
    }),
  },
  {
    what: 'a passkey',
    table: 'passkeys',
    at: /insert into "passkeys"/,
    call: async ({ person }) => {
      const optionsResponse = await person.request('POST', `${passkeyPath}/options`)
      const { sent } = makeKey(PasskeyRequest.parse(await optionsResponse.json()))
      return { path: passkeyPath, body: sent }
    },
  },
  {
    what: 'the secret of a second factor',
    table: 'second_factors',
    at: /insert into "second_factors"/,
    call: () => ({ path: factorPath }),
  },
  {
    what: 'a second factor',
    table: 'second_factors',
    at: /update "second_factors"/,
    call: async ({ person }) => {
      const begun = await person.request('POST', factorPath)
      const { secret } = SecondFactorSetup.parse(await begun.json())
      return { path: `${factorPath}/confirm`, body: { code: codeOf(secret) } }
    },
  },
  {
    what: 'recovery codes',
    table: 'recovery_codes',
    at: /insert into "recovery_codes"/,
    factor: true,
    call: () => ({ path: `${factorPath}/recovery-codes` }),
  },
  {
    what: 'an account without its second factor',
    table: 'second_factors',
    at: /delete from "second_factors"/,
    factor: true,
    call: ({ codes }) => ({
      method: 'DELETE',
      path: factorPath,
      body: { password, code: codes[0] },
    }),
  },
]

const ends = new Set([
  'the password is changed',
  'the user is deactivated and restored',
  'every other device is signed out',
])

const table = issues.flatMap((issue) =>
  credentialChanges
    .filter(({ change }) => ends.has(change))
    .map((change) => ({ ...change, ...issue })),
)

test.each(table)('$what is not issued if meanwhile $change', async (row) => {
  const victim = await makeTestAccount({ factor: row.factor ?? false })
  const { user, cookie } = victim.person
  const rows = async () =>
    (await env.DB.prepare(`select * from ${row.table} where user_id = ?`).bind(user.id).all())
      .results
  const call = await row.call(victim)
  const paused = await pauseRequest({ ...call, headers: { Cookie: cookie } }, row.at)
  const before = await rows()
  expect((await row.make(victim)).ok).toBe(true)
  const answered = await paused.resume()
  const text = await answered.text()
  expect([answered.status, text]).toEqual([
    expect.toSatisfy((status) => status === 400 || status === 409),
    expect.stringMatching(/(Sign in|Start) again\.$|^This code is incorrect/),
  ])
  expect(await rows()).toEqual(before)
})

test.each(credentialChanges)('a reset link ends when $change', async (row) => {
  const victim = await makeTestAccount({ factor: row.factor ?? false, passkey: row.passkey })
  const { user } = victim.person
  const [issued] = await issueResetTokens(db, user.email)
  expect((await row.make(victim)).ok).toBe(true)
  const sent = { token: issued?.token, password: 'taken horse' }
  const used = await request('POST', '/api/reset-password/confirm', sent, newAddress())
  expect(used.status).toBe(400)
  expect(await db.$count(resetTokens, eq(resetTokens.userId, user.id))).toBe(0)
})

test('a reset link is not sent to the account’s previous address', async () => {
  const { mails } = openOutbox()
  const victim = await makeTestAccount({ factor: false })
  const { user } = victim.person
  const paused = await pauseRequest(
    { path: '/api/reset-password', body: { email: user.email } },
    /insert into "reset_tokens"/,
  )
  const email = `new-${user.email}`
  await victim.admin('PATCH', `/api/users/${user.id}`, { email })
  expect((await paused.resume()).status).toBe(200)
  const userMails = mails.filter(({ to }) => to.endsWith(user.email))
  expect(userMails.filter(({ subject }) => /password/i.test(subject))).toEqual([])
  expect(await db.$count(resetTokens, eq(resetTokens.userId, user.id))).toBe(0)
})

test.each(
  credentialChanges.filter(
    ({ change }) => !/taken back|deactivate|an admin sets the (password|email)/.test(change),
  ),
)('the link that reverts an email change stays valid when $change', async (row) => {
  const victim = await makeTestAccount({ factor: row.factor ?? false, passkey: row.passkey })
  const { user } = victim.person
  const { token, ...revert } = await newEmailRevert(env, { former: user, origin })
  await db.batch(
    storeEmailRevert(db, { id: user.id, email: 'x@cards.test', revert, may: undefined }),
  )
  expect((await row.make(victim)).ok).toBe(true)
  const back = await request('POST', '/api/account/email-revert', { token }, newAddress())
  expect(back.status).toBe(200)
  expect(await db.$count(sessions, eq(sessions.userId, user.id))).toBe(0)
})

test('a rehash during one sign-in does not refuse a concurrent one', async () => {
  const { person } = await makeTestAccount({ factor: false })
  const { id, username } = person.user
  const bulk = await hashPasswordForBulk(password, env.PEPPER)
  await db.update(users).set({ password: bulk }).where(eq(users.id, id))
  const paused = await pauseRequest(
    { path: '/api/login', body: { username, password } },
    /insert into "sessions"/,
  )
  await db.update(users).set({ password: bulk }).where(eq(users.id, id))
  expect((await submitPassword(username)).status).toBe(200)
  expect((await paused.resume()).status).toBe(200)
})
