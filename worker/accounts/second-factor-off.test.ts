import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { recoveryCodes, secondFactors } from '../../schema/accounts/tables.ts'
import { db, newAddress, request, signIn } from '../testing/app.ts'
import { codeOf } from '../testing/authenticator-app.ts'
import { settled } from '../testing/background-work.ts'
import { freezeClockMidStep } from '../testing/clock.ts'
import { openOutbox } from '../testing/mail-outbox.ts'
import {
  password,
  path,
  type SignedInUser,
  setUpFactor,
  signInWithPassword,
  startStep,
  startStepByPassword,
  submitCode,
  submitPassword,
  wrongCode,
} from '../testing/second-factor.ts'
import { issueResetTokens } from './password-reset.ts'

let clock = 0
beforeEach(() => {
  clock = freezeClockMidStep()
})

test('turning it off requires the password and a code', async () => {
  const person = await signInWithPassword()
  const { codes } = await setUpFactor(person)
  const turnOff = (body: object) => person.request('DELETE', path, body)
  const [code = ''] = codes
  expect((await turnOff({ password })).status).toBe(400)
  const refusals = [
    await turnOff({ password: 'no', code }),
    await turnOff({ password, code: wrongCode }),
  ]
  expect(
    refusals.map((response) => [response.status, response.headers.get('X-Error-Code')]),
  ).toEqual([
    [400, 'wrong-password'],
    [400, 'wrong-code'],
  ])
  expect((await turnOff({ password, code })).status).toBe(204)
  expect((await turnOff({ password, code })).status).toBe(409)
  expect((await submitPassword(person.user.username)).headers.getSetCookie()).toHaveLength(3)
  const ownCodes = eq(recoveryCodes.userId, person.user.id)
  expect(await db.$count(recoveryCodes, ownCodes)).toBe(0)
})

test('a used code does not turn it off; the next one does', async () => {
  const person = await signInWithPassword()
  const { secret, codes } = await setUpFactor(person)
  const [recovery = ''] = codes
  for (const code of [codeOf(secret), recovery]) {
    expect((await submitCode(await startStep(person), code)).status).toBe(200)
    const response = await person.request('DELETE', path, { password, code })
    expect([response.status, response.headers.get('X-Error-Code')]).toEqual([400, 'wrong-code'])
  }
  const ownFactor = eq(secondFactors.userId, person.user.id)
  expect(await db.$count(secondFactors, ownFactor)).toBe(1)
  const next = { password, code: codeOf(secret, clock + 30_000) }
  expect((await person.request('DELETE', path, next)).status).toBe(204)
  expect(await db.$count(secondFactors, ownFactor)).toBe(0)
})

test('a password reset does not turn it off', async () => {
  const person = await signInWithPassword()
  await setUpFactor(person)
  const [issued] = await issueResetTokens(db, person.user.email)
  const sent = { token: issued?.token, password }
  const reset = await request('POST', '/api/reset-password/confirm', sent, newAddress())
  expect(reset.status).toBe(200)
  await startStepByPassword(person)
})

test('an admin of a higher level can remove a second factor, and its owner is notified', async () => {
  const person = await signInWithPassword(4)
  await setUpFactor(person)
  const { mails } = openOutbox()
  const of = (id: number) => `/api/users/${id}/second-factor`
  const [equal, admin] = [await signIn(4), await signIn(5)]
  expect((await request('DELETE', of(person.user.id))).status).toBe(401)
  expect((await (await signIn(3)).request('DELETE', of(person.user.id))).status).toBe(403)
  expect((await equal.request('DELETE', of(person.user.id))).status).toBe(403)
  expect((await person.request('DELETE', of(person.user.id))).status).toBe(403)
  expect((await admin.request('DELETE', of(999_999))).status).toBe(404)
  const { secondFactor } = await row(admin, person.user.id)
  expect(secondFactor).toBe(true)
  expect((await admin.request('DELETE', of(person.user.id))).status).toBe(204)
  expect((await admin.request('DELETE', of(person.user.id))).status).toBe(409)
  expect(await row(admin, person.user.id)).toMatchObject({ secondFactor: false })
  const removed = 'Two-step verification for your Edgecard account was turned off by an admin'
  const expectedMail = [person.user.email, removed]
  await settled()
  expect(mails.map(({ to, subject }) => [to, subject])).toContainEqual(expectedMail)
  expect(mails.filter(({ subject }) => subject === removed)).toHaveLength(1)
  const log = await (await admin.request('GET', '/api/audit')).text()
  expect(log).toContain('second-factor-removed')
})

async function row({ request: call }: Pick<SignedInUser, 'request'>, id: number) {
  const rows = await (await call('GET', '/api/users?sort=id&order=desc')).json<
    { id: number; secondFactor: boolean }[]
  >()
  return rows.find((one) => one.id === id) ?? expect.fail('no row')
}
