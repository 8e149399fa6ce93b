import { env } from 'cloudflare:workers'
import { expect, onTestFinished, test, vi } from 'vitest'
import { runJobs } from '../ops/cron.ts'
import { schedules } from '../ops/leases.ts'
import { eventually, makeUser, newAddress, request } from '../testing/app.ts'
import { openOutbox } from '../testing/mail-outbox.ts'
import { database } from './database.ts'
import { prepareMail, sendMail, sendPendingMail, storeMail } from './mail.ts'

const mail = { to: 'ada@cards.test', subject: 'Hello', text: 'Line one\nLine two\n' }

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

function listenToWarnings() {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  onTestFinished(() => warn.mockRestore())
  return warn
}

test('an email is posted to the provider with its key', async () => {
  const { mails, calls } = openOutbox()
  await sendMail(env, mail)
  expect(mails).toEqual([{ from: 'Edgecard <no-reply@example.com>', ...mail }])
  expect(calls[0]?.headers.get('Authorization')).toBe('Bearer tests')
})

test('a line break in an address or subject adds no header', async () => {
  const { mails } = openOutbox()
  const hostile = 'x\r\nBcc: everybody@cards.test'
  await sendMail(env, { ...mail, to: hostile, subject: hostile })
  const flat = 'x Bcc: everybody@cards.test'
  expect(mails[0]).toMatchObject({ to: flat, subject: flat, text: mail.text })
})

test('a failing provider is retried, three attempts in all', async () => {
  const { mails, calls } = openOutbox([503, 500])
  await sendWithoutWaiting(mail)
  expect([mails.length, calls.length]).toEqual([1, 3])
})

test('an email that cannot be sent logs one line without its text', async () => {
  const { calls } = openOutbox([503, 503, 503])
  const warn = listenToWarnings()
  await sendWithoutWaiting({ ...mail, text: 'secret token' })
  expect(calls).toHaveLength(3)
  expect(warn).toHaveBeenCalledOnce()
  expect(String(warn.mock.calls[0])).toContain('503')
  expect(String(warn.mock.calls[0])).not.toMatch(/secret token|ada@/)
})

test('without a provider nothing is fetched', async () => {
  const { calls } = openOutbox()
  const warn = listenToWarnings()
  await sendMail({ ...env, EMAIL_API_KEY: '' }, mail)
  expect([calls.length, warn.mock.calls.length]).toEqual([0, 1])
})

test("the platform's binding is preferred", async () => {
  const { calls } = openOutbox()
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
  await runJobs(env, scheduledTime, {
    drainMail: { rhythm: schedules.minute, run: sendPendingMail },
  })
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
  const { mails, calls } = openOutbox([503, 503, 503, 500])
  const { email } = await makeUser()
  const resetResponse = await request('POST', '/api/reset-password', { email }, newAddress())
  expect(resetResponse.status).toBe(200)
  await eventually(() => expect(calls).toHaveLength(3))
  const { results } = await listOutbox()
  expect(results).toHaveLength(1)
  expect(results[0]?.letter).not.toMatch(/@|auth#t/)
  // Not due yet; then sent by one of three concurrent runs; then not due again.
  await cronIn(0)
  expect(calls).toHaveLength(3)
  const later = Date.now() + 120_000
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

test('an email that no attempt delivers is a dead letter after a day and deleted after a week', async () => {
  listenToWarnings()
  await env.DB.exec('delete from mail_outbox')
  const { calls } = openOutbox(Array.from({ length: 50 }, () => 503))
  await storeMail(database(env.DB), await prepareMail(env, mail))
  for (let hour = 1; hour <= 26; hour += 1) await cronIn(hour * 60)
  expect(calls.length).toBeGreaterThan(10)
  expect(await listDead()).toEqual([{ letter: '', reason: 'The email provider returned 503' }])
  const tried = calls.length
  await cronIn(7 * 24 * 60)
  expect([calls.length, (await listOutbox()).results.length]).toEqual([tried, 1])
  await cronIn(9 * 24 * 60)
  expect((await listOutbox()).results).toEqual([])
})

test.each([400, 413, 422])(
  'an email refused with %i is a dead letter with the reason, and the others are sent',
  async (status) => {
    const warn = listenToWarnings()
    await env.DB.exec('delete from mail_outbox')
    const { mails, calls } = openOutbox([status])
    await sendWithoutWaiting({ ...mail, to: `${'a'.repeat(240)}@x.test` })
    expect(calls).toHaveLength(1)
    expect(await listDead()).toEqual([
      { letter: '', reason: `The email provider returned ${status}` },
    ])
    expect(String(warn.mock.calls)).not.toContain('@')
    await storeMail(database(env.DB), await prepareMail(env, mail))
    await cronIn(5)
    await cronIn(60)
    expect([calls.length, mails.map(({ to }) => to)]).toEqual([2, [mail.to]])
  },
)

test('an email encrypted with a removed PEPPER is a dead letter and blocks no other', async () => {
  listenToWarnings()
  await env.DB.exec('delete from mail_outbox')
  const { mails } = openOutbox()
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
