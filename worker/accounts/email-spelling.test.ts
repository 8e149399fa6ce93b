import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '../../schema/accounts/tables.ts'
import { db, makeUser, newAddress, request, signIn, statusAndText } from '../testing/app.ts'
import { settled } from '../testing/background-work.ts'
import { openOutbox } from '../testing/mail-outbox.ts'

await makeUser({ id: 1, accessLevel: 5 })

const refused = [400, 'Please enter a valid email']

function form(email: string) {
  const username = `s.${crypto.randomUUID()}`
  return { username, fullName: 'Ada Lovelace', email, password: 'right horse battery' }
}

function storedFor(id: number) {
  return db.select().from(users).where(eq(users.id, id)).get()
}

test.each([
  ['ada@ｍail.test', 'ada@mail.test'],
  ['ada@mail。test', 'ada@mail.test'],
  ['ada@mail．test', 'ada@mail.test'],
  ['Ada@MAIL.Test', 'Ada@mail.test'],
  ['ada@BÜCHER.test', 'ada@xn--bcher-kva.test'],
  ['ada@bu\u0308cher.test', 'ada@xn--bcher-kva.test'],
])('%j is stored as %j by every route', async (typed, email) => {
  const { request: asAdmin } = await signIn(4)
  const made = await request('POST', '/api/register', form(typed), newAddress())
  expect([made.status, await made.json()]).toEqual([201, expect.objectContaining({ email })])
  const created = await asAdmin('POST', '/api/users', form(typed))
  expect(await created.json()).toMatchObject({ email })
  const bulk = await asAdmin('POST', '/api/users/bulk', { users: [form(typed)] })
  const { results } = await bulk.json<{ results: { id: number }[] }>()
  expect((await storedFor(results[0]?.id ?? 0))?.email).toBe(email)
  const me = await signIn(1)
  const profile = { fullName: 'Ada', email: typed, phone: null }
  const changed = await me.request('PUT', `/api/users/${me.user.id}`, profile)
  expect(await changed.json()).toMatchObject({ email })
  const { id } = await makeUser()
  expect(await (await asAdmin('PATCH', `/api/users/${id}`, { email: typed })).json()).toMatchObject(
    {
      email,
    },
  )
})

test.each([
  'not-an-email',
  'ada@localhost',
  'ada@mail.test.',
  'ada@mail.test。',
  'ada@mail..test',
  'ada@.test',
  'ada@.',
  'ada@mail.test/x',
  'ada@mail.test?x',
  'ada@mail.test#x',
  'ada@mail%2etest',
  'ada@127.1',
  'ada@1',
  'ada@mail\u00ad.test',
  'ada@mail\u200b.test',
  `ada@${'ü'.repeat(240)}.test`,
])('%j is not a valid account email', async (email) => {
  expect(await statusAndText(request('POST', '/api/register', form(email), newAddress()))).toEqual(
    refused,
  )
  const { request: asAdmin, user } = await signIn(4)
  expect(await statusAndText(asAdmin('POST', '/api/users', form(email)))).toEqual(refused)
  const profile = { fullName: 'Ada', email, phone: null }
  expect(await statusAndText(asAdmin('PUT', `/api/users/${user.id}`, profile))).toEqual(refused)
})

test('values from before the rules stay until they are changed', async () => {
  const email = `${crypto.randomUUID()}@localhost`
  const me = await signIn(1, { email, phone: 'call me maybe' })
  const path = `/api/users/${me.user.id}`
  const profile = { fullName: 'Renamed', email, phone: 'call me maybe' }
  expect(await (await me.request('PUT', path, profile)).json()).toMatchObject(profile)
  const { request: asAdmin } = await signIn(4)
  const edited = await asAdmin('PATCH', path, { fullName: 'Again', email })
  expect(await edited.json()).toMatchObject({ fullName: 'Again', email })
  const changes = [
    [{ email: 'zed@work' }, 'Please enter a valid email'],
    [{ phone: 'call me' }, 'Enter a phone number, such as +44 20 7946 0000'],
    [{ phone: 'ada2026@cards.test' }, 'Enter a phone number, such as +44 20 7946 0000'],
  ] as const
  for (const [change, message] of changes)
    expect(await statusAndText(me.request('PUT', path, { ...profile, ...change }))).toEqual([
      400,
      message,
    ])
  const better = { ...profile, phone: ' 999 ' }
  expect(await (await me.request('PUT', path, better)).json()).toMatchObject({ phone: '999' })
})

test.each([
  [{ phone: 'call me maybe' }, 'Enter a phone number, such as +44 20 7946 0000'],
  [{ fullName: '\u200b\u2060\u200b' }, 'Full name must be at least 2 characters'],
  [{ email: 'zed@work' }, 'Please enter a valid email'],
])('sign-up refuses %j', async (change, message) => {
  const sent = { ...form('ada@cards.test'), ...change }
  expect(await statusAndText(request('POST', '/api/register', sent, newAddress()))).toEqual([
    400,
    message,
  ])
})

test('an account email is stored without invisible characters around it', async () => {
  const local = crypto.randomUUID()
  const { request: asAdmin } = await signIn(4)
  const made = await asAdmin('POST', '/api/users', form(`\u202a${local}@mail.test\u200b`))
  expect(await made.json()).toMatchObject({ email: `${local}@mail.test` })
})

test('an old spelling of an address stays, gets its reset links and can be saved again', async () => {
  const { mails } = openOutbox()
  const email = `${crypto.randomUUID()}@BÜCHER。test`
  const me = await signIn(1, { email })
  const profile = { fullName: 'Renamed', email, phone: null }
  const saved = await me.request('PUT', `/api/users/${me.user.id}`, profile)
  expect(await saved.json()).toMatchObject({ fullName: 'Renamed', email, emailVerified: true })
  const { request: asAdmin } = await signIn(4)
  const edited = await asAdmin('PATCH', `/api/users/${me.user.id}`, { fullName: 'Again', email })
  expect(await edited.json()).toMatchObject({ email, emailVerified: true })
  await request('POST', '/api/reset-password', { email }, newAddress())
  await settled()
  expect(mails).toHaveLength(1)
  expect(mails[0]).toMatchObject({ to: email, subject: 'Set a new Edgecard password' })
})

test('a reset link works with another spelling of the domain, and counts as the same', async () => {
  const { mails } = openOutbox()
  const name = crypto.randomUUID()
  const { email } = await makeUser({ email: `${name}@mail.test` })
  const spellings = [
    'ｍail.test',
    'mail。test',
    'MAIL.test',
    'mail．test',
    'mail.ｔest',
    'ＭAIL.test',
  ]
  for (const domain of spellings)
    await request('POST', '/api/reset-password', { email: `${name}@${domain}` }, newAddress())
  const other = await makeUser()
  await request('POST', '/api/reset-password', { email: other.email }, newAddress())
  await settled()
  expect(mails.map(({ to }) => to)).toContain(other.email)
  // Five per hour and email.
  await settled()
  expect(mails.filter(({ to }) => to === email)).toHaveLength(5)
})
