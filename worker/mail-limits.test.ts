import { env } from 'cloudflare:workers'
import { expect, onTestFinished, test, vi } from 'vitest'
import { sendMail } from './mail.ts'
import type { MailKind } from './mail-limits.ts'
import { eventually, signIn } from './testing/app.ts'
import { openOutbox } from './testing/outbox.ts'

test('an address gets so many letters in a day, whatever is sent at once and however it is spelled', async () => {
  const { mails } = openOutbox()
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  onTestFinished(() => warn.mockRestore())
  const name = crypto.randomUUID()
  const spellings = [
    `${name}@cards.test`,
    `${name.toUpperCase()}@cards.test`,
    `${name}+1@cards.test`,
  ]
  const send = (kind: MailKind, to: string) =>
    sendMail(env, { to, kind, subject: 'Hello', text: 'Hello' })
  const flood = (kind: MailKind, letters: number) =>
    Promise.all(Array.from({ length: letters }, (_, at) => send(kind, spellings[at % 3] ?? '')))
  await flood('verification', 100)
  expect(mails).toHaveLength(5)
  await flood('reset', 100)
  expect(mails).toHaveLength(15)
  await flood('notice', 100)
  expect(mails).toHaveLength(20)
  await flood('entry', 200)
  expect(mails).toHaveLength(164)
  expect(warn).toHaveBeenCalledTimes(500 - 164)
  expect(String(warn.mock.lastCall)).toMatch(/Not sent/)
  expect(String(warn.mock.calls)).not.toContain(name)
  await send('notice', `other-${name}@cards.test`)
  expect(mails).toHaveLength(165)
})

test('many changes of e-mail at once write to few addresses', async () => {
  const { mails } = openOutbox()
  const { request: mine, user } = await signIn(1)
  const change = async (turn: number) => {
    const profile = { fullName: 'Ada', email: `stranger${turn}@cards.test`, phone: null }
    return (await mine('PUT', `/api/users/${user.id}`, profile)).status
  }
  const statuses = await Promise.all(Array.from({ length: 40 }, (_, turn) => change(turn)))
  // Those that began before the address changed are refused.
  expect(statuses.filter((status) => status === 200 || status === 409)).toHaveLength(5)
  expect(statuses).toContain(200)
  expect(statuses.filter((status) => status === 429)).toHaveLength(35)
  const admin = await signIn(4)
  const edited = await admin.request('PATCH', `/api/users/${user.id}`, { email: 'x@cards.test' })
  expect(edited.status).toBe(429)
  await eventually(() => expect(mails.length).toBeGreaterThan(0))
  // One to the first address, which was confirmed; one to each new one.
  expect(mails.length).toBeLessThanOrEqual(6)
})
