import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { recoveryCodes, secondFactors, signInSteps } from '../../schema/access-tables.ts'
import { CodeNeeded, RecoveryCodes, signInOver } from '../../schema/second-factor.ts'
import { users } from '../../schema/tables.ts'
import { newAddress } from '../testing/address.ts'
import { db, request, signIn } from '../testing/app.ts'
import { codeOf } from '../testing/authenticator.ts'
import { enterPassword, password, type Someone, setUpFactor, someone } from '../testing/factor.ts'
import { openOutbox } from '../testing/outbox.ts'
import { hashPassword } from '../users/passwords.ts'
import { issueResetTokens } from '../users/reset-tokens.ts'
import { openStep } from '../users/sign-in-steps.ts'

const path = '/api/account/second-factor'
const wrong = '000000'

// A step of thirty seconds must not begin between a code and its use; half past is the middle of one.
let clock = 1_780_000_015_000
beforeEach(() => {
  clock += 3_600_000
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(clock)
  onTestFinished(() => {
    vi.useRealTimers()
  })
})

const wait = (seconds: number) => {
  clock += seconds * 1000
  vi.setSystemTime(clock)
}

/** What the right password is answered with, without its quarter of a second of work. */
const begin = ({ user }: Someone) => openStep(db, user.id)

async function typePassword({ user }: Someone) {
  const answer = await enterPassword(user.username)
  expect(answer.status).toBe(200)
  expect(answer.headers.getSetCookie()).toEqual([])
  return CodeNeeded.parse(await answer.json()).token
}

function finish(token: string, code: string, headers: Record<string, string> = newAddress()) {
  return request('POST', '/api/login/code', { token, code }, headers)
}

async function said(answer: Response) {
  return [answer.status, await answer.text()]
}

test('the second factor is set up with a code of the app, and signing in asks for the next', async () => {
  const { mails } = openOutbox()
  const person = await someone()
  const { user, request: call } = person
  expect((await request('GET', path)).status).toBe(401)
  const off = { on: false, since: null, recoveryCodes: 0, required: false }
  expect(await (await call('GET', path)).json()).toEqual(off)
  expect(await said(await call('POST', `${path}/confirm`, { code: wrong }))).toEqual([
    409,
    'This set-up is over. Begin it again.',
  ])
  const { secret, uri, codes } = await setUpFactor(person)
  expect(uri).toContain(secret)
  expect(new Set(codes).size).toBe(10)
  for (const code of codes) expect(code).toMatch(/^[a-z2-7]{4}(-[a-z2-7]{4}){3}$/)
  const stands = { on: true, since: new Date(clock).toISOString(), recoveryCodes: 10 }
  expect(await (await call('GET', path)).json()).toEqual({ ...stands, required: false })
  expect((await call('POST', path)).status).toBe(409)
  expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
    [user.email, 'The second factor of your Edgecard account was turned on'],
  ])

  const token = await typePassword(person)
  expect((await request('GET', '/api/user')).status).toBe(401)
  const answer = await finish(token, codeOf(secret))
  expect(answer.status).toBe(200)
  expect(await answer.json()).toMatchObject({ id: user.id, username: user.username })
  expect(answer.headers.getSetCookie().map((cookie) => cookie.split('=')[0])).toEqual([
    'sid',
    'signed-in',
    'dev',
  ])
  expect(await said(await finish(token, codes[0] ?? ''))).toEqual([401, signInOver])
})

test('nothing stored tells the secret or a recovery code', async () => {
  const person = await someone()
  const { secret, codes } = await setUpFactor(person)
  const token = await begin(person)
  const rows = JSON.stringify([
    await db.select().from(secondFactors),
    await db.select().from(recoveryCodes),
    await db.select().from(signInSteps),
  ])
  for (const part of [secret, token, ...codes, ...codes.map((code) => code.replaceAll('-', ''))])
    expect(rows).not.toContain(part)
})

test('a code works once, and only near its time', async () => {
  const person = await someone()
  const { secret } = await setUpFactor(person)
  const enter = async (code: string) => (await finish(await begin(person), code)).status
  expect(await enter(codeOf(secret, clock - 30_000))).toBe(400)
  expect(await enter(codeOf(secret, clock + 60_000))).toBe(400)
  const [one, two] = [await begin(person), await begin(person)]
  const both = await Promise.all([one, two].map((token) => finish(token, codeOf(secret))))
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400])
  expect(await enter(codeOf(secret))).toBe(400)
  expect(await enter(` ${codeOf(secret, clock + 30_000).replace(/^.../, '$& ')}`)).toBe(200)
  // A clock that goes back brings no used code back.
  expect(await enter(codeOf(secret))).toBe(400)
  wait(60)
  expect(await enter(codeOf(secret))).toBe(200)
})

test('a recovery code works once, however it is typed, and is told by mail', async () => {
  const person = await someone()
  const { codes } = await setUpFactor(person)
  const { mails } = openOutbox()
  const [first = '', second = ''] = codes
  const enter = async (code: string) => (await finish(await begin(person), code)).status
  expect(await enter(first.toUpperCase().replaceAll('-', ' '))).toBe(200)
  expect(await enter(first)).toBe(400)
  expect(await enter('abcd-efgh-ijkl-mnop')).toBe(400)
  expect(mails.map(({ subject }) => subject)).toEqual([
    'The second factor of your Edgecard account was passed with a recovery code',
  ])
  expect(await (await person.request('GET', path)).json()).toMatchObject({ recoveryCodes: 9 })
  const stranger = await someone()
  await setUpFactor(stranger)
  expect((await finish(await begin(stranger), second)).status).toBe(400)

  const renewed = await person.request('POST', `${path}/recovery-codes`)
  expect(renewed.status).toBe(201)
  const fresh = RecoveryCodes.parse(await renewed.json()).codes
  expect(await enter(second)).toBe(400)
  expect(await enter(fresh[0] ?? '')).toBe(200)
  expect((await (await signIn(1)).request('POST', `${path}/recovery-codes`)).status).toBe(409)
})

test('what comes between the password and the code ends after ten minutes, and with the password', async () => {
  const person = await someone()
  const { codes } = await setUpFactor(person)
  const [late, changed, good] = [await begin(person), await begin(person), 'a'.repeat(43)]
  for (const body of [
    {},
    { token: late },
    { token: late, code: 'abc' },
    { token: 'x', code: wrong },
  ])
    expect((await request('POST', '/api/login/code', body, newAddress())).status).toBe(400)
  expect((await finish(good, wrong)).status).toBe(401)
  const other = await hashPassword('other horse', env.PEPPER)
  await db.update(users).set({ password: other }).where(eq(users.id, person.user.id))
  expect((await finish(changed, codes[0] ?? '')).status).toBe(401)
  await db.update(users).set({ password: person.user.password }).where(eq(users.id, person.user.id))
  wait(601)
  expect((await finish(late, codes[0] ?? '')).status).toBe(401)
  expect((await finish(await begin(person), codes[0] ?? '')).status).toBe(200)
})

test('wrong codes make a stranger wait, but neither the known device nor a recovery code', async () => {
  const person = await someone()
  const { secret, codes } = await setUpFactor(person)
  const signedIn = await finish(await begin(person), codes[0] ?? '')
  const device = /dev=[^;]+/.exec(signedIn.headers.getSetCookie().join())?.[0] ?? ''
  const stranger = await begin(person)
  for (let turn = 0; turn < 10; turn += 1) expect((await finish(stranger, wrong)).status).toBe(400)
  const refused = await finish(stranger, codeOf(secret))
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('Retry-After'))).toBeLessThanOrEqual(60)
  // A right password does not start the count of codes afresh.
  expect((await finish(await typePassword(person), codeOf(secret))).status).toBe(429)
  const known = await begin(person)
  expect((await finish(known, codeOf(secret), { ...newAddress(), Cookie: device })).status).toBe(
    200,
  )
  expect((await finish(await begin(person), codes[1] ?? '')).status).toBe(200)
})

test('turning it off asks for the password and a code', async () => {
  const person = await someone()
  const { codes } = await setUpFactor(person)
  const drop = (body: object) => person.request('DELETE', path, body)
  const [code = ''] = codes
  expect((await drop({ password })).status).toBe(400)
  const refusals = [await drop({ password: 'no', code }), await drop({ password, code: wrong })]
  expect(refusals.map((answer) => [answer.status, answer.headers.get('X-Error-Code')])).toEqual([
    [400, 'wrong-password'],
    [400, 'wrong-code'],
  ])
  expect((await drop({ password, code })).status).toBe(204)
  expect((await drop({ password, code })).status).toBe(409)
  expect((await enterPassword(person.user.username)).headers.getSetCookie()).toHaveLength(3)
  const mine = eq(recoveryCodes.userId, person.user.id)
  expect(await db.$count(recoveryCodes, mine)).toBe(0)
})

test('a code that was used does not turn it off, the next one does', async () => {
  const person = await someone()
  const { secret, codes } = await setUpFactor(person)
  const [recovery = ''] = codes
  for (const code of [codeOf(secret), recovery]) {
    expect((await finish(await begin(person), code)).status).toBe(200)
    const answer = await person.request('DELETE', path, { password, code })
    expect([answer.status, answer.headers.get('X-Error-Code')]).toEqual([400, 'wrong-code'])
  }
  const mine = eq(secondFactors.userId, person.user.id)
  expect(await db.$count(secondFactors, mine)).toBe(1)
  const next = { password, code: codeOf(secret, clock + 30_000) }
  expect((await person.request('DELETE', path, next)).status).toBe(204)
  expect(await db.$count(secondFactors, mine)).toBe(0)
})

test('a password set by link does not turn it off', async () => {
  const person = await someone()
  await setUpFactor(person)
  const [issued] = await issueResetTokens(db, person.user.email)
  const sent = { token: issued?.token, password }
  const reset = await request('POST', '/api/reset-password/confirm', sent, newAddress())
  expect(reset.status).toBe(200)
  await typePassword(person)
})

test('an administrator of a higher level takes a factor off, and its owner is told', async () => {
  const person = await someone(4)
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
  expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
    [
      person.user.email,
      'The second factor of your Edgecard account was taken off by an administrator',
    ],
  ])
  const log = await (await admin.request('GET', '/api/audit')).text()
  expect(log).toContain('DELETE /api/users/:id/second-factor')
})

async function row({ request: call }: Pick<Someone, 'request'>, id: number) {
  const rows = await (await call('GET', '/api/users?sort=id&order=desc')).json<
    { id: number; secondFactor: boolean }[]
  >()
  return rows.find((one) => one.id === id) ?? expect.fail('no row')
}
