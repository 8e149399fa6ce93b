import { env } from 'cloudflare:workers'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { sendVerification } from '../accounts/email-verification.ts'
import type { Bindings } from '../env.ts'
import { mailOf } from '../operations/status.ts'
import { makeUser, newAddress, origin, request } from '../testing/app.ts'
import { settled } from '../testing/background-work.ts'
import { openOutbox } from '../testing/mail-outbox.ts'
import { openMailProvider } from '../testing/mail-provider.ts'
import { runJob } from '../testing/run-job.ts'
import { database } from './database.ts'
import { prepareMail, sendMail, sendPendingMail, storeMail } from './mail.ts'
import type { MailPurpose } from './mail-quota.ts'
import { dayMs, minuteMs } from './time.ts'

const firstDay = Date.parse('2027-01-01T00:00:00Z')
const reset = 'Set a new Edgecard password'
const confirmation = 'Confirm your email address for Edgecard'

beforeEach(async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  vi.useFakeTimers({ toFake: ['Date'], now: firstDay })
  onTestFinished(() => {
    vi.useRealTimers()
    vi.restoreAllMocks()
  })
  for (const table of ['mail_outbox', 'mail_quota', 'throttle'])
    await env.DB.exec(`delete from ${table}`)
})

/** Sets the clock to a time after the first day began, such as `{ days: 1, minutes: 5 }`. */
function setClock({ days = 0, hours = 0, minutes = 0 }) {
  vi.setSystemTime(firstDay + days * dayMs + (hours * 60 + minutes) * minuteMs)
}

/** Runs the cron job that sends email, at the time of the clock. */
function runCron(given: Bindings = env) {
  return runJob(given, 'drainMail')
}

/** Stores emails of a purpose in the outbox, due at once. */
async function storeMails(purpose: MailPurpose, count: number, domain = 'cards.test') {
  for (let at = 0; at < count; at += 1) {
    const to = `${purpose}-${at}@${domain}`
    const mail = await prepareMail(env, { to, purpose, subject: purpose, text: 'Hello' })
    await storeMail(database(env.DB), mail)
  }
  await env.DB.exec('update mail_outbox set due_at = 0')
}

async function requestReset(email: string) {
  const response = await request('POST', '/api/reset-password', { email }, newAddress())
  expect(response.status).toBe(200)
  await settled()
}

test('with MAILS_A_DAY confirmations leave half of the quota from the first day on, and a reset link is sent at once', async () => {
  const provider = openMailProvider({ quota: 40 })
  const own = { ...env, MAILS_A_DAY: '40' }
  for (let number = 0; number < 30; number += 1)
    await sendVerification(own, await makeUser({ emailVerifiedAt: null }), { origin })
  expect([provider.accepted.length, provider.attempts]).toEqual([20, 20])
  await requestReset((await makeUser()).email)
  expect(provider.accepted.at(-1)?.subject).toBe(reset)
  await storeMails('message', 20)
  await storeMails('account', 5)
  await runCron(own)
  const count = (subject: string) =>
    provider.accepted.filter((mail) => mail.subject === subject).length
  expect([count('account'), count('message'), count(confirmation)]).toEqual([5, 4, 20])
  expect(await mailOf(own)).toMatchObject({ waiting: 26, held: 26, heldUntil: null, dead: 0 })
})

test('a reset link that would expire before the quota is renewed is not sent, and another can be requested', async () => {
  const provider = openMailProvider({ quota: 1 })
  const user = await makeUser()
  await storeMails('account', 1)
  await runCron()
  await requestReset(user.email)
  for (let minutes = 0; minutes <= 60; minutes += 1) {
    setClock({ minutes })
    await runCron()
  }
  expect(await mailOf(env)).toMatchObject({
    ...{ waiting: 0, dead: 1 },
    reason: 'The email provider returned 429: daily_quota_exceeded',
  })
  setClock({ days: 1 })
  await runCron()
  expect(provider.accepted).toHaveLength(1)
  await requestReset(user.email)
  expect(provider.accepted.at(-1)).toMatchObject({ to: user.email, subject: reset })
})

test.each(['HTTP', 'binding'])(
  'with the quota of the %s provider used up, one email is tried every 15 minutes, and no attempt counts',
  async (kind) => {
    const provider = openMailProvider({ quota: 2 })
    const own = kind === 'HTTP' ? env : { ...env, EMAIL: provider.binding }
    await storeMails('account', 5)
    for (let minutes = 0; minutes < 60; minutes += 1) {
      setClock({ hours: 1, minutes })
      await runCron(own)
    }
    expect([provider.accepted.length, provider.attempts]).toEqual([2, 2 + 4])
    const { results } = await env.DB.prepare('select tries, dead_at from mail_outbox').all()
    expect(results).toEqual(Array(3).fill({ tries: 0, dead_at: null }))
    expect(await mailOf(own)).toMatchObject({
      held: 3,
      heldUntil: '2027-01-01T02:00:00.000Z',
    })
    setClock({ days: 1 })
    await runCron(own)
    expect(provider.accepted).toHaveLength(4)
  },
)

test.each(['HTTP', 'binding'])(
  'an address that the %s provider refuses is a dead letter, uses no quota, and holds up no other',
  async (kind) => {
    const provider = openMailProvider({ quota: 2 })
    const own = kind === 'HTTP' ? env : { ...env, EMAIL: provider.binding }
    await storeMails('reset', 1, 'invalid.test')
    await storeMails('account', 2)
    await runCron(own)
    expect(provider.accepted.map(({ subject }) => subject)).toEqual(['account', 'account'])
    expect(await mailOf(own)).toMatchObject({ waiting: 0, dead: 1 })
  },
)

test('concurrent cron jobs send each email once, before and after the quota is used up', async () => {
  const provider = openMailProvider({ quota: 20 })
  await storeMails('account', 30)
  for (const days of [0, 1]) {
    setClock({ days, minutes: 1 })
    await Promise.all([runCron(), sendPendingMail(env), sendPendingMail(env), runCron()])
    await runCron()
  }
  expect(new Set(provider.accepted.map(({ to }) => to)).size).toBe(30)
  expect(provider.accepted).toHaveLength(30)
  expect(await mailOf(env)).toMatchObject({ waiting: 0, dead: 0 })
})

test('an email whose response is lost is accepted once, and the quota is used once', async () => {
  const provider = openMailProvider({ quota: 3 })
  await storeMails('account', 3)
  provider.losesResponses = true
  await runCron()
  provider.losesResponses = false
  expect([provider.accepted.length, (await mailOf(env)).waiting]).toEqual([3, 3])
  setClock({ minutes: 3 })
  await runCron()
  expect([provider.accepted.length, (await mailOf(env)).waiting]).toEqual([3, 0])
})

test('a rate limit ends the run, and the next minute continues without a pause for others', async () => {
  const { calls, mails } = openOutbox([429])
  await storeMails('account', 3)
  await runCron()
  expect(calls).toHaveLength(1)
  await sendMail(env, { to: 'ada@cards.test', purpose: 'digest', subject: 'Hello', text: 'Hello' })
  expect(mails).toHaveLength(1)
  setClock({ minutes: 1 })
  await runCron()
  expect([calls.length, mails.length]).toEqual([5, 4])
})

test.each([
  ['daily_quota_exceeded', undefined, 15],
  ['daily_quota_exceeded', '1800', 30],
  ['monthly_quota_exceeded', '86400', 60],
  ['rate_limit_exceeded', '1', 1],
  ['rate_limit_exceeded', '120', 2],
])(
  'after a 429 with %s and Retry-After %s the email is tried again %i minutes later',
  async (name, after, minutes) => {
    const headers: Record<string, string> = after ? { 'Retry-After': after } : {}
    const answers = [Response.json({ name }, { status: 429, headers })]
    const fetch = vi
      .spyOn(globalThis, 'fetch')
      .mockImplementation(async () => answers.shift() ?? Response.json({}))
    await storeMails('account', 1)
    await runCron()
    setClock({ minutes: minutes - 1 })
    await runCron()
    expect(fetch).toHaveBeenCalledTimes(1)
    setClock({ minutes })
    await runCron()
    expect(fetch).toHaveBeenCalledTimes(2)
    expect((await mailOf(env)).waiting).toBe(0)
  },
)

test('a week after the last refusal the quota is learned anew', async () => {
  openMailProvider({ quota: 20 })
  await storeMails('account', 21)
  await runCron()
  vi.mocked(fetch).mockRestore()
  const larger = openMailProvider({ quota: 100 })
  for (const [days, accepted] of [
    [1, 10],
    [9, 30],
  ] as const) {
    setClock({ days })
    await storeMails('confirmation', 20, `day-${days}.test`)
    await runCron()
    expect(larger.accepted).toHaveLength(accepted)
  }
})
