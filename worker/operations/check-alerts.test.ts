import { env } from 'cloudflare:workers'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { Bindings } from '../env.ts'
import { sendPendingMail } from '../platform/mail.ts'
import { minuteMs } from '../platform/time.ts'
import { makeUser } from '../testing/app.ts'
import { tolerateSlowStores } from '../testing/fast-timers.ts'
import { openOutbox } from '../testing/mail-outbox.ts'
import { checkAlerts } from './alerts.ts'
import { jobs, runJobs } from './cron.ts'

let now = Date.parse('2027-01-01T10:00:00Z')
const lost = 'Events could not be recorded'
const admin = await makeUser({ accessLevel: 5 })

// No test waits for the queue, whose messages have real times.
const metrics = async () => ({ backlogCount: 0, backlogBytes: 0 })
const bindings = { ...env, EVENTS: Object.assign({ ...env.EVENTS }, { metrics }) }

beforeEach(async () => {
  tolerateSlowStores()
  now += 60 * minuteMs
  vi.useFakeTimers({ toFake: ['Date'], now })
  onTestFinished(() => void vi.useRealTimers())
  for (const table of ['alert_states', 'mail_outbox', 'cron_jobs', 'throttle'])
    await env.DB.exec(`delete from ${table}`)
  await env.ANALYTICS.exec('delete from dead_events')
})

/** Runs the cron job once a minute. */
async function passMinutes(minutes: number, given: Bindings = bindings) {
  for (let minute = 0; minute < minutes; minute += 1) {
    await runJobs(given, Date.now(), { list: { checkAlerts: jobs.checkAlerts ?? never() } })
    now += minuteMs
    vi.setSystemTime(now)
  }
}

function never(): never {
  throw new Error('There is no such job')
}

function loseEvent() {
  return env.ANALYTICS.exec("insert into dead_events values ('x', '{}', 1)")
}

function recoverEvents() {
  return env.ANALYTICS.exec('delete from dead_events')
}

function countRows(table: string) {
  return env.DB.prepare(`select count(*) as n from ${table}`).first<number>('n')
}

test('an alert is emailed after five minutes, once, and once more when it has been over for five', async () => {
  const { mails } = openOutbox()
  await passMinutes(2)
  expect(await countRows('alert_states')).toBe(0)
  await loseEvent()
  await passMinutes(5)
  expect(mails).toEqual([])
  await passMinutes(7)
  expect(mails).toMatchObject([{ to: admin.email, subject: `Edgecard: ${lost}` }])
  expect(mails[0]?.text).toContain('npm run events:replay')
  await recoverEvents()
  await passMinutes(5)
  expect(mails).toHaveLength(1)
  await passMinutes(7)
  expect(mails.slice(1)).toMatchObject([
    { to: admin.email, subject: `Edgecard: Resolved: ${lost}` },
  ])
  expect([await countRows('alert_states'), await countRows('mail_outbox')]).toEqual([0, 0])
})

test('what is crossed for less than five minutes is not emailed, and a short break does not end an alert', async () => {
  const { mails } = openOutbox()
  for (let time = 0; time < 3; time += 1) {
    await loseEvent()
    await passMinutes(4)
    await recoverEvents()
    await passMinutes(1)
  }
  expect(mails).toEqual([])
  await loseEvent()
  await passMinutes(6)
  for (let time = 0; time < 3; time += 1) {
    await recoverEvents()
    await passMinutes(4)
    await loseEvent()
    await passMinutes(6)
  }
  expect(mails).toHaveLength(1)
})

test('neither missed nor concurrent cron runs send twice', async () => {
  const { mails } = openOutbox()
  const thrice = () => Promise.all([1, 2, 3].map(() => checkAlerts(bindings, jobs)))
  await loseEvent()
  await thrice()
  now += 12 * minuteMs
  vi.setSystemTime(now)
  await thrice()
  expect([mails.length, await countRows('mail_outbox')]).toEqual([1, 0])
  await recoverEvents()
  await thrice()
  now += 12 * minuteMs
  vi.setSystemTime(now)
  await thrice()
  expect(mails.map(({ subject }) => subject)).toEqual([
    `Edgecard: ${lost}`,
    `Edgecard: Resolved: ${lost}`,
  ])
  expect(await countRows('mail_outbox')).toBe(0)
})

test('an email that cannot be sent is sent later, once', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const { mails } = openOutbox([503, 503, 503])
  await loseEvent()
  await passMinutes(6)
  expect([mails.length, await countRows('mail_outbox')]).toEqual([0, 1])
  await passMinutes(2)
  await sendPendingMail(env)
  await passMinutes(5)
  await sendPendingMail(env, () => now + 60 * minuteMs)
  expect([mails.length, await countRows('mail_outbox')]).toEqual([1, 0])
  warn.mockRestore()
})

test('an isolate that ends before it sends loses no email', async () => {
  const { mails } = openOutbox()
  await loseEvent()
  await passMinutes(5)
  const batch = async (...args: Parameters<D1Database['batch']>) => {
    await env.DB.batch(...args)
    throw new Error('the isolate has ended')
  }
  const DB = Object.assign({ ...env.DB }, { prepare: env.DB.prepare.bind(env.DB), batch })
  await expect(checkAlerts(Object.assign({ ...bindings }, { DB }), jobs)).rejects.toThrow()
  await passMinutes(3)
  expect([mails.length, await countRows('mail_outbox')]).toEqual([0, 1])
  await sendPendingMail(env)
  expect(mails).toHaveLength(1)
})

test('several alerts share an email, which goes to the confirmed address of every System Admin', async () => {
  const { mails } = openOutbox()
  const other = await makeUser({ accessLevel: 5 })
  await makeUser({ accessLevel: 4 })
  await makeUser({ accessLevel: 5, emailVerifiedAt: null })
  await makeUser({ accessLevel: 5, deletedAt: '2026-12-01T00:00:00.000Z' })
  await loseEvent()
  await env.DB.exec(
    "insert into mail_outbox (id, letter, made_at, due_at, dead_at, reason) values ('x', '', 1, 1, 1, 'No')",
  )
  await passMinutes(6)
  expect(mails.map(({ to, subject }) => `${to} ${subject}`).sort()).toEqual(
    [admin, other].map(({ email }) => `${email} Edgecard: 2 alerts`).sort(),
  )
  await env.DB.prepare('update users set access_level = 1 where id = ?').bind(other.id).run()
})

test('an alert that no longer exists is over', async () => {
  const { mails } = openOutbox()
  await env.DB.prepare('insert into alert_states values (?, ?2, ?2, null)')
    .bind('ANALYTICS_9 is not responding', now)
    .run()
  await passMinutes(7)
  expect(mails.map(({ subject }) => subject)).toEqual([
    'Edgecard: Resolved: ANALYTICS_9 is not responding',
  ])
})

test('ALERT_EMAIL receives the alerts instead, and without a provider nothing is stored', async () => {
  const { mails } = openOutbox()
  await loseEvent()
  await passMinutes(6, { ...bindings, EMAIL_API_KEY: '' })
  expect([await countRows('mail_outbox'), await countRows('alert_states')]).toEqual([0, 1])
  await env.DB.exec('delete from alert_states')
  await passMinutes(6, { ...bindings, ALERT_EMAIL: 'pager@cards.test' })
  expect(mails.map(({ to }) => to)).toEqual(['pager@cards.test'])
})

test('a database that does not respond has an alert, and ends none that needs it', async () => {
  const { mails } = openOutbox()
  await loseEvent()
  await passMinutes(6)
  const no = () => Promise.reject(new Error('D1_ERROR: Network connection lost.'))
  const statement = { bind: () => statement, first: no, all: no, run: no, raw: no }
  const ANALYTICS = Object.assign({ ...env.ANALYTICS }, { prepare: () => statement, batch: no })
  await passMinutes(12, Object.assign({ ...bindings }, { ANALYTICS }))
  expect(mails.map(({ subject }) => subject)).toEqual([
    `Edgecard: ${lost}`,
    'Edgecard: ANALYTICS is not responding',
  ])
})
