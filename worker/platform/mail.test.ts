import { env } from 'cloudflare:workers'
import { expect, onTestFinished, test, vi } from 'vitest'
import { runJobs } from '../operations/cron.ts'
import { schedules } from '../operations/leases.ts'
import { makeUser, newAddress, request } from '../testing/app.ts'
import { settled } from '../testing/background-work.ts'
import { openOutbox } from '../testing/mail-outbox.ts'
import { database } from './database.ts'
import { prepareMail, sendMail, sendPendingMail, sendPrepared, storeMail } from './mail.ts'

const to = `ada-${crypto.randomUUID()}@cards.test`
const mail = { to, subject: 'Hello', text: 'Line one\nLine two\n' }

async function sendWithoutWaiting(sent: typeof mail) {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  let ended = false
  void sendMail(env, sent).then(() => {
    ended = true
  })
  while (!ended) await vi.advanceTimersByTimeAsync(1000)
}

/** Silences warnings, and returns a function that returns those that contain the text. */
function listenToWarnings() {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  onTestFinished(() => warn.mockRestore())
  return (text: string) => warn.mock.calls.map(String).filter((line) => line.includes(text))
}

test('an email is posted to the provider with its key', async () => {
  const { mails, calls } = openOutbox([], to)
  await sendMail(env, mail)
  expect(mails).toEqual([{ from: 'Edgecard <no-reply@example.com>', ...mail }])
  expect(calls[0]?.headers.get('Authorization')).toBe('Bearer tests')
})

test('a line break in an address or subject adds no header', async () => {
  const hostile = 'x\r\nBcc: everybody@cards.test'
  const flat = 'x Bcc: everybody@cards.test'
  const { mails } = openOutbox([], flat)
  await sendMail(env, { ...mail, to: hostile, subject: hostile })
  expect(mails[0]).toMatchObject({ to: flat, subject: flat, text: mail.text })
})

test('a failing provider is retried, three attempts in all', async () => {
  const { mails, calls } = openOutbox([503, 500], to)
  await sendWithoutWaiting(mail)
  expect([mails.length, calls.length]).toEqual([1, 3])
})

test('an email that cannot be sent logs one line without its text', async () => {
  const { calls } = openOutbox([503, 503, 503], to)
  const warnings = listenToWarnings()
  await sendWithoutWaiting({ ...mail, text: 'secret token' })
  expect(calls).toHaveLength(3)
  expect(warnings('503')).toHaveLength(1)
  expect(warnings('secret token')).toEqual([])
  expect(warnings(to)).toEqual([])
})

test('without a provider nothing is fetched', async () => {
  const { calls } = openOutbox([], to)
  const warnings = listenToWarnings()
  await sendMail({ ...env, EMAIL_API_KEY: '' }, mail)
  expect([calls.length, warnings('not configured').length]).toEqual([0, 1])
})

test("the platform's binding is preferred", async () => {
  const { calls } = openOutbox([], to)
  const send = vi.fn(async () => ({ messageId: '1' }))
  await sendMail({ ...env, EMAIL: { send } }, mail)
  expect(send).toHaveBeenCalledExactlyOnceWith({ from: 'Edgecard <no-reply@example.com>', ...mail })
  expect(calls).toHaveLength(0)
})

/** Runs the email cron job as if it were this many minutes later. */
async function cronIn(minutes: number) {
  await env.DB.exec('delete from cron_jobs')
  const scheduledTime = Date.now() + minutes * 60_000
  vi.useFakeTimers({ toFake: ['Date'], now: scheduledTime })
  const list = { drainMail: { rhythm: schedules.minute, step: () => sendPendingMail(env) } }
  await runJobs(env, scheduledTime, { list })
  vi.useRealTimers()
}

function listOutbox() {
  return env.DB.prepare('select letter, tries from mail_outbox').all<{
    letter: string
    tries: number
  }>()
}

test('an unsent email waits encrypted in the outbox, and the cron job sends it once', async () => {
  listenToWarnings()
  await env.DB.exec('delete from mail_outbox')
  const { email } = await makeUser()
  const { mails, calls } = openOutbox([503, 503, 503, 500], email)
  const resetResponse = await request('POST', '/api/reset-password', { email }, newAddress())
  expect(resetResponse.status).toBe(200)
  await settled()
  expect(calls).toHaveLength(3)
  const { results } = await listOutbox()
  expect(results).toHaveLength(1)
  expect(results[0]?.letter).not.toMatch(/@|auth#t/)
  // Not due yet; then sent by one of three concurrent runs; then not due again.
  await cronIn(0)
  expect(calls).toHaveLength(3)
  const later = () => Date.now() + 120_000
  await Promise.all([
    sendPendingMail(env, later),
    sendPendingMail(env, later),
    sendPendingMail(env, later),
  ])
  expect([calls.length, mails.length]).toEqual([4, 0])
  await cronIn(2)
  expect(calls).toHaveLength(4)
  await cronIn(6)
  expect([calls.length, mails.map(({ to }) => to)]).toEqual([5, [email]])
  expect(new Set(calls.map(({ headers }) => headers.get('Idempotency-Key'))).size).toBe(1)
  expect((await listOutbox()).results).toEqual([])
  await cronIn(60)
  expect(calls).toHaveLength(5)
})

/**
 * A provider that takes nine seconds for each email. After `busyFor` emails the next cron job runs beside this one; returns
 * the recipients, in order.
 */
function openSlowProvider(busyFor: number) {
  const recipients: string[] = []
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
  onTestFinished(() => void vi.useRealTimers())
  const send = async (message: { to?: unknown }) => {
    recipients.push(`${message.to}`)
    vi.setSystemTime(Date.now() + 9000)
    if (recipients.length === busyFor) await sendPendingMail(slow)
    return { messageId: '1' }
  }
  const slow = { ...env, EMAIL: { send } }
  return { slow, recipients }
}

test('with a slow provider two cron jobs send each of ten emails once', async () => {
  await env.DB.exec('delete from mail_outbox')
  const { slow, recipients } = openSlowProvider(7)
  const all = Array.from({ length: 10 }, (_, at) => `slow-${at}@cards.test`)
  for (const one of all)
    await storeMail(database(env.DB), await prepareMail(slow, { ...mail, to: one }))
  vi.setSystemTime(Date.now() + 60_000)
  await sendPendingMail(slow)
  expect(recipients.toSorted()).toEqual(all)
  expect((await listOutbox()).results).toEqual([])
})

test('an email that could not be sent within a minute is sent by the cron job only', async () => {
  await env.DB.exec('delete from mail_outbox')
  const { slow, recipients } = openSlowProvider(1)
  const prepared = await prepareMail(slow, mail)
  await storeMail(database(env.DB), prepared)
  vi.setSystemTime(Date.now() + 55_000)
  await sendPrepared(slow, prepared)
  expect(recipients).toEqual([])
  vi.setSystemTime(Date.now() + 5000)
  await sendPendingMail(slow)
  expect(recipients).toEqual([to])
})

test('an email that no attempt delivers is a dead letter after two days and deleted a week later', async () => {
  listenToWarnings()
  await env.DB.exec('delete from mail_outbox')
  const { calls } = openOutbox(
    Array.from({ length: 50 }, () => 503),
    to,
  )
  await storeMail(database(env.DB), await prepareMail(env, mail))
  for (let hour = 1; hour <= 50; hour += 1) await cronIn(hour * 60)
  expect(calls.length).toBeGreaterThan(10)
  expect(await listDead()).toEqual([{ letter: '', reason: 'The email provider returned 503' }])
  const tried = calls.length
  await cronIn(8 * 24 * 60)
  expect([calls.length, (await listOutbox()).results.length]).toEqual([tried, 1])
  await cronIn(10 * 24 * 60)
  expect((await listOutbox()).results).toEqual([])
})

test.each([400, 413, 422])(
  'an email refused with %i is a dead letter with the reason, and the others are sent',
  async (status) => {
    const warnings = listenToWarnings()
    await env.DB.exec('delete from mail_outbox')
    const long = `${'a'.repeat(240)}@x.test`
    const refused = openOutbox([status], long)
    await sendWithoutWaiting({ ...mail, to: long })
    expect(refused.calls).toHaveLength(1)
    expect(await listDead()).toEqual([
      { letter: '', reason: `The email provider returned ${status}` },
    ])
    expect(warnings('@')).toEqual([])
    const { mails, calls } = openOutbox([], to)
    await storeMail(database(env.DB), await prepareMail(env, mail))
    await cronIn(5)
    await cronIn(60)
    expect([refused.calls.length, calls.length, mails.length]).toEqual([1, 1, 1])
  },
)

test('an email encrypted with a removed PEPPER is a dead letter and blocks no other', async () => {
  listenToWarnings()
  await env.DB.exec('delete from mail_outbox')
  const { mails } = openOutbox([], to)
  await storeMail(database(env.DB), await prepareMail({ ...env, PEPPER: 'another' }, mail))
  await storeMail(database(env.DB), await prepareMail(env, mail))
  await cronIn(5)
  expect(mails).toHaveLength(1)
  expect(await listDead()).toEqual([
    { letter: '', reason: 'Encrypted with a PEPPER that is no longer set' },
  ])
})

async function listDead() {
  const { results } = await env.DB.prepare(
    'select letter, reason from mail_outbox where dead_at is not null',
  ).all()
  return results
}
