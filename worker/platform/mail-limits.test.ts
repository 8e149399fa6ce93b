import { env } from 'cloudflare:workers'
import { expect, onTestFinished, test, vi } from 'vitest'
import { cookieHeader, makeUser, newAddress, request, signIn } from '../testing/app.ts'
import { settled } from '../testing/background-work.ts'
import { openOutbox } from '../testing/mail-outbox.ts'
import { sendMail } from './mail.ts'
import type { MailKind } from './mail-limits.ts'

const signUp = { fullName: 'Ada', password: 'right horse battery' }

/** Sends many emails of one kind concurrently, to each address in turn. */
function flood(kind: MailKind, addresses: string[], count = 100) {
  const send = (at: number) =>
    sendMail(env, { to: addresses[at % addresses.length] ?? '', kind, subject: 'Hi', text: 'Hi' })
  return Promise.all(Array.from({ length: count }, (_, at) => send(at)))
}

function quietly() {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  onTestFinished(() => warn.mockRestore())
  return warn
}

test('an address gets a limited number of emails per kind and day, even concurrently and with other spellings', async () => {
  const { mails } = openOutbox()
  const warn = quietly()
  const name = crypto.randomUUID()
  const own = `${name}@cards.test`
  const spellings = [own, `${name.toUpperCase()}@cards.test`, `${name}+1@cards.test`]
  const sent: number[] = []
  for (const kind of ['verification', 'reset', 'handover'] as const) {
    await flood(kind, spellings)
    sent.push(mails.length)
  }
  await flood('entry', spellings, 200)
  sent.push(mails.length)
  // Emails that others cause do not use up the limit of the owner's notices.
  await flood('notice', [own, own.toUpperCase()])
  sent.push(mails.length)
  await flood('undo', [own], 30)
  sent.push(mails.length)
  expect(sent).toEqual([5, 15, 18, 162, 182, 212])
  expect(warn).toHaveBeenCalledTimes(630 - 212)
  expect(String(warn.mock.lastCall)).toMatch(/Not sent/)
  expect(String(warn.mock.calls)).not.toContain(name)
  await flood('notice', [`other-${name}@cards.test`], 1)
  expect(mails).toHaveLength(213)
})

test('the limit ignores dots in Gmail addresses, as Gmail does', async () => {
  const { mails } = openOutbox()
  quietly()
  const name = crypto.randomUUID()
  await flood('verification', [`${name}@gmail.com`, `${name.split('').join('.')}@googlemail.com`])
  expect(mails).toHaveLength(5)
  await flood('verification', [`${name}@cards.test`, `a.${name}@cards.test`])
  expect(mails).toHaveLength(15)
})

test('emails that others cause block no undo link and no notice', async () => {
  const { mails } = openOutbox()
  quietly()
  const me = await signIn(1)
  const { email } = me.user
  for (const kind of ['reset', 'verification', 'handover', 'entry'] as const)
    await flood(kind, [email], 200)
  await flood('notice', [email])
  const before = mails.length
  const profile = { fullName: 'Ada', email: `${crypto.randomUUID()}@cards.test`, phone: null }
  expect((await me.request('PUT', `/api/users/${me.user.id}`, profile)).status).toBe(200)
  const undo = () => mails.slice(before).filter(({ to }) => to === email)
  await settled()
  expect(
    undo()
      .map(({ text }) => text)
      .join(),
  ).toContain('#revert=')
})

test('accounts registered by strangers with an address do not block links to its owner', async () => {
  const { mails } = openOutbox()
  quietly()
  await makeUser({ id: 1, accessLevel: 5 }).catch(() => undefined)
  const name = crypto.randomUUID()
  const register = async (email: string) => {
    const username = `r.${crypto.randomUUID()}`
    const place = newAddress()
    const response = await request('POST', '/api/register', { ...signUp, username, email }, place)
    expect(response.status).toBe(201)
    const headers = { ...place, Cookie: cookieHeader(response) }
    return () => request('POST', '/api/account/email-verification', undefined, headers)
  }
  const strangers = []
  for (let at = 0; at < 5; at += 1) strangers.push(await register(`${name}+${at}@cards.test`))
  await settled()
  expect(mails).toHaveLength(5)
  const own = `${name}@cards.test`
  const requestLink = await register(own)
  expect((await requestLink()).status).toBe(200)
  await settled()
  expect(mails.filter(({ to }) => to === own)).toHaveLength(1)
  // A mailbox also gets at most 20 of these, and a caller who gets none receives an error.
  const statuses = []
  for (const again of strangers)
    for (let at = 0; at < 4; at += 1) statuses.push((await again()).status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(19)
  const refused = await requestLink()
  expect([refused.status, await refused.text()]).toEqual([
    429,
    "We've sent the most links we can to this address today. Open the latest one, or try again tomorrow.",
  ])
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0)
})

test('one network can request 4 links a day for a mailbox', async () => {
  const { mails } = openOutbox()
  quietly()
  const name = crypto.randomUUID()
  const place = newAddress()
  const requestLink = async (from: Record<string, string>) => {
    const email = `${name}+${crypto.randomUUID()}@cards.test`
    const me = await signIn(1, { email, emailVerifiedAt: null })
    return (await me.request('POST', '/api/account/email-verification', undefined, from)).status
  }
  const statuses = []
  for (let at = 0; at < 6; at += 1) statuses.push(await requestLink(place))
  expect(statuses).toEqual([200, 200, 200, 200, 429, 429])
  expect(await requestLink(newAddress())).toBe(200)
  await settled()
  expect(mails).toHaveLength(5)
})

test('concurrent changes of email write to few addresses', async () => {
  const { mails } = openOutbox()
  const { request: asUser, user } = await signIn(1)
  const change = async (turn: number) => {
    const profile = { fullName: 'Ada', email: `stranger${turn}@cards.test`, phone: null }
    return (await asUser('PUT', `/api/users/${user.id}`, profile)).status
  }
  const statuses = await Promise.all(Array.from({ length: 40 }, (_, turn) => change(turn)))
  // Requests that started before the address changed are refused.
  expect(statuses.filter((status) => status === 200 || status === 409)).toHaveLength(5)
  expect(statuses).toContain(200)
  expect(statuses.filter((status) => status === 429)).toHaveLength(35)
  const admin = await signIn(4)
  const edited = await admin.request('PATCH', `/api/users/${user.id}`, { email: 'x@cards.test' })
  expect(edited.status).toBe(429)
  await settled()
  expect(mails.length).toBeGreaterThan(0)
  // One to the first address, which was verified, and one to each new address.
  expect(mails.length).toBeLessThanOrEqual(6)
})
