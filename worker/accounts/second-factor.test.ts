import { beforeEach, expect, test, vi } from 'vitest'
import { RecoveryCodes, signInExpiredMessage } from '../../schema/accounts/second-factor.ts'
import { recoveryCodes, secondFactors, signInChallenges } from '../../schema/accounts/tables.ts'
import { db, newAddress, request, signIn } from '../testing/app.ts'
import { codeOf } from '../testing/authenticator-app.ts'
import { settled } from '../testing/background-work.ts'
import { freezeClockMidStep } from '../testing/clock.ts'
import { openOutbox } from '../testing/mail-outbox.ts'
import {
  password,
  path,
  setUpFactor,
  signInWithPassword,
  startStep,
  startStepByPassword,
  submitCode,
  wrongCode,
} from '../testing/second-factor.ts'

let clock = 0
beforeEach(() => {
  clock = freezeClockMidStep()
})

const wait = (seconds: number) => {
  clock += seconds * 1000
  vi.setSystemTime(clock)
}

async function statusAndMessage(response: Response) {
  return [response.status, await response.text()]
}

test('the second factor is set up with a code from the app, and sign-in requires the next one', async () => {
  const { mails } = openOutbox()
  const person = await signInWithPassword()
  const { user, request: call } = person
  expect((await request('GET', path)).status).toBe(401)
  const off = { on: false, since: null, recoveryCodes: 0, required: false }
  expect(await (await call('GET', path)).json()).toEqual(off)
  expect(
    await statusAndMessage(await call('POST', `${path}/confirm`, { code: wrongCode })),
  ).toEqual([409, 'This setup has expired. Start again.'])
  const { secret, uri, codes } = await setUpFactor(person)
  expect(uri).toContain(secret)
  expect(new Set(codes).size).toBe(10)
  for (const code of codes) expect(code).toMatch(/^[a-z2-7]{4}(-[a-z2-7]{4}){3}$/)
  const stands = { on: true, since: new Date(clock).toISOString(), recoveryCodes: 10 }
  expect(await (await call('GET', path)).json()).toEqual({ ...stands, required: false })
  expect((await call('POST', path)).status).toBe(409)
  await settled()
  expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
    [user.email, 'Two-step verification for your Edgecard account was turned on'],
  ])

  const token = await startStepByPassword(person)
  expect((await request('GET', '/api/user')).status).toBe(401)
  const response = await submitCode(token, codeOf(secret))
  expect(response.status).toBe(200)
  expect(await response.json()).toMatchObject({ id: user.id, username: user.username })
  expect(response.headers.getSetCookie().map((cookie) => cookie.split('=')[0])).toEqual([
    'sid',
    'signed-in',
    'dev',
  ])
  expect(await statusAndMessage(await submitCode(token, codes[0] ?? ''))).toEqual([
    401,
    signInExpiredMessage,
  ])
})

test('the secret and the recovery codes are nowhere stored in plain text', async () => {
  const person = await signInWithPassword()
  const { secret, codes } = await setUpFactor(person)
  const token = await startStep(person)
  const rows = JSON.stringify([
    await db.select().from(secondFactors),
    await db.select().from(recoveryCodes),
    await db.select().from(signInChallenges),
  ])
  for (const part of [secret, token, ...codes, ...codes.map((code) => code.replaceAll('-', ''))])
    expect(rows).not.toContain(part)
})

test('a code is valid once, and only near its time', async () => {
  const person = await signInWithPassword()
  const { secret } = await setUpFactor(person)
  const enter = async (code: string) => (await submitCode(await startStep(person), code)).status
  expect(await enter(codeOf(secret, clock - 30_000))).toBe(400)
  expect(await enter(codeOf(secret, clock + 60_000))).toBe(400)
  const [one, two] = [await startStep(person), await startStep(person)]
  const both = await Promise.all([one, two].map((token) => submitCode(token, codeOf(secret))))
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400])
  expect(await enter(codeOf(secret))).toBe(400)
  expect(await enter(` ${codeOf(secret, clock + 30_000).replace(/^.../, '$& ')}`)).toBe(200)
  // A used code stays invalid after the clock is set back.
  expect(await enter(codeOf(secret))).toBe(400)
  wait(60)
  expect(await enter(codeOf(secret))).toBe(200)
})

test('a recovery code works once, in any spelling, and sends an email', async () => {
  const person = await signInWithPassword()
  const { codes } = await setUpFactor(person)
  const { mails } = openOutbox()
  const [first = '', second = ''] = codes
  const enter = async (code: string) => (await submitCode(await startStep(person), code)).status
  expect(await enter(first.toUpperCase().replaceAll('-', ' '))).toBe(200)
  expect(await enter(first)).toBe(400)
  expect(await enter('abcd-efgh-ijkl-mnop')).toBe(400)
  const passed =
    'Two-step verification for your Edgecard account was completed with a recovery code'
  const notices = () => mails.filter(({ subject }) => subject === passed)
  await settled()
  expect(notices()).toHaveLength(1)
  expect(await (await person.request('GET', path)).json()).toMatchObject({ recoveryCodes: 9 })
  const stranger = await signInWithPassword()
  await setUpFactor(stranger)
  expect((await submitCode(await startStep(stranger), second)).status).toBe(400)

  const renewed = await person.request('POST', `${path}/recovery-codes`)
  expect(renewed.status).toBe(201)
  const fresh = RecoveryCodes.parse(await renewed.json()).codes
  expect(await enter(second)).toBe(400)
  expect(await enter(fresh[0] ?? '')).toBe(200)
  expect((await (await signIn(1)).request('POST', `${path}/recovery-codes`)).status).toBe(409)
})

test('a sign-in step expires after ten minutes, and with a change of password', async () => {
  const person = await signInWithPassword()
  const { codes } = await setUpFactor(person)
  const [late, good] = [await startStep(person), 'a'.repeat(43)]
  for (const body of [
    {},
    { token: late },
    { token: late, code: 'abc' },
    { token: 'x', code: wrongCode },
  ])
    expect((await request('POST', '/api/login/code', body, newAddress())).status).toBe(400)
  expect((await submitCode(good, wrongCode)).status).toBe(401)
  wait(601)
  expect((await submitCode(late, codes[0] ?? '')).status).toBe(401)
  const changed = await startStep(person)
  const change = { currentPassword: password, newPassword: 'other horse' }
  expect((await person.request('POST', '/api/update-password', change)).status).toBe(200)
  expect((await submitCode(changed, codes[0] ?? '')).status).toBe(401)
  expect((await submitCode(await startStep(person), codes[0] ?? '')).status).toBe(200)
})

test('wrong codes delay unknown devices, but neither known devices nor recovery codes', async () => {
  const person = await signInWithPassword()
  const { secret, codes } = await setUpFactor(person)
  const signedIn = await submitCode(await startStep(person), codes[0] ?? '')
  const device = /dev=[^;]+/.exec(signedIn.headers.getSetCookie().join())?.[0] ?? ''
  const stranger = await startStep(person)
  for (let turn = 0; turn < 10; turn += 1)
    expect((await submitCode(stranger, wrongCode)).status).toBe(400)
  const refused = await submitCode(stranger, codeOf(secret))
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('Retry-After'))).toBeLessThanOrEqual(60)
  // A correct password does not reset the count of wrong codes.
  expect((await submitCode(await startStepByPassword(person), codeOf(secret))).status).toBe(429)
  const known = await startStep(person)
  expect(
    (await submitCode(known, codeOf(secret), { ...newAddress(), Cookie: device })).status,
  ).toBe(200)
  expect((await submitCode(await startStep(person), codes[1] ?? '')).status).toBe(200)
})
