import { env } from 'cloudflare:workers'
import { expect, onTestFinished, test, vi } from 'vitest'
import { sendMail } from './mail.ts'
import { openOutbox } from './testing/outbox.ts'

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

test('a mail is posted to the provider with its key', async () => {
  const { mails, calls } = openOutbox()
  await sendMail(env, mail)
  expect(mails).toEqual([{ from: 'Edgecard <no-reply@example.com>', ...mail }])
  expect(calls[0]?.headers.get('Authorization')).toBe('Bearer tests')
})

test('a line break in an address or subject begins no header', async () => {
  const { mails } = openOutbox()
  const hostile = 'x\r\nBcc: everybody@cards.test'
  await sendMail(env, { ...mail, to: hostile, subject: hostile })
  const flat = 'x Bcc: everybody@cards.test'
  expect(mails[0]).toMatchObject({ to: flat, subject: flat, text: mail.text })
})

test('a provider in trouble is tried three times', async () => {
  const { mails, calls } = openOutbox([503, 500])
  await sendWithoutWaiting(mail)
  expect([mails.length, calls.length]).toEqual([1, 3])
})

test('a mail that cannot be sent is one line in the log, without its text', async () => {
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

test("the platform's binding comes first", async () => {
  const { calls } = openOutbox()
  const send = vi.fn(async () => ({ messageId: '1' }))
  await sendMail({ ...env, EMAIL: { send } }, mail)
  expect(send).toHaveBeenCalledExactlyOnceWith({ from: 'Edgecard <no-reply@example.com>', ...mail })
  expect(calls).toHaveLength(0)
})
