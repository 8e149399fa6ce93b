import { env } from 'cloudflare:workers'
import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { formSubmissions } from '../../schema/inbox/tables.ts'
import fieldCases from '../../test/field-cases/f15-invisible-characters.json'
import { db, makeCard, makeUser, newAddress, request } from '../testing/app.ts'
import { settled } from '../testing/background-work.ts'
import { openOutbox } from '../testing/mail-outbox.ts'
import { makeSharePoint } from '../testing/share-points.ts'

const formConfig = {
  fields: [
    { key: 'name' as const, label: null, required: true },
    { key: 'email' as const, label: 'Work e-mail', required: false },
    { key: 'message' as const, label: null, required: false },
  ],
  consent: 'Ada keeps what you send.',
  thanks: null,
}
const path = '/api/form-submissions'
const makeFormCard = () => makeCard({ formConfig })

function inputAt(place: string): string {
  return fieldCases.find(({ where }) => where === place)?.input ?? ''
}

function stored(cardId: number) {
  return db
    .select()
    .from(formSubmissions)
    .where(eq(formSubmissions.cardId, cardId))
    .orderBy(formSubmissions.id)
    .all()
}

test('POST /api/form-submissions stores an entry before the response', async () => {
  const card = await makeFormCard()
  const formData = { name: ' Grace ', message: 'Two\nlines\u0007', email: '' }
  const response = await request(
    'POST',
    path,
    { cardId: card.id, formData, website: '' },
    newAddress(),
  )
  expect([response.status, await response.json()]).toEqual([
    201,
    { receipt: expect.stringMatching(/^\/receipt\/[\w-]{22}$/) },
  ])
  expect(await stored(card.id)).toMatchObject([
    {
      formData: { name: 'Grace', message: 'Two\nlines' },
      consentHash: createHash('sha256').update('Ada keeps what you send.').digest('hex'),
      submitterIp: expect.stringMatching(/^10\.\d+\.\d+\.0\/24$/),
      submitterLocation: 'Unknown',
    },
  ])
})

test.each([
  inputAt('email of the public form'),
  '\u202aada@kita.example\u202c',
  ' \u200eada@kita.example\u2060\u00a0',
])('POST /api/form-submissions accepts the email %j without what cannot be seen', async (email) => {
  const card = await makeFormCard()
  const formData = { name: '\u200bGrace\u200b', email, message: 'Hello\u200f' }
  const sent = await request('POST', path, { cardId: card.id, formData }, newAddress())
  expect(sent.status).toBe(201)
  // The mark in a message can be that of its direction.
  const answers = { name: 'Grace', email: 'ada@kita.example', message: 'Hello\u200f' }
  expect(await stored(card.id)).toMatchObject([{ formData: answers }])
})

test('POST /api/form-submissions rejects an invisible answer, and an invisible character in an email', async () => {
  const card = await makeFormCard()
  for (const formData of [{ name: '\u200b' }, { name: 'Grace', email: 'ada@ki\u200bta.example' }])
    expect((await request('POST', path, { cardId: card.id, formData }, newAddress())).status).toBe(
      400,
    )
  expect(await stored(card.id)).toEqual([])
})

test('POST /api/form-submissions accepts form data as JSON text', async () => {
  const card = await makeFormCard()
  const formData = JSON.stringify({ name: 'Grace' })
  expect((await request('POST', path, { cardId: card.id, formData }, newAddress())).status).toBe(
    201,
  )
  expect(await stored(card.id)).toMatchObject([{ formData: { name: 'Grace' } }])
})

test('POST /api/form-submissions stores each clientId once', async () => {
  const card = await makeFormCard()
  const body = { cardId: card.id, formData: { name: 'Grace' }, clientId: 'a'.repeat(16) }
  for (const status of [201, 201])
    expect((await request('POST', path, body, newAddress())).status).toBe(status)
  expect(await stored(card.id)).toHaveLength(1)
})

test('POST /api/form-submissions without script redirects to the receipt, and a repeat, which stores nothing, to the thank-you page', async () => {
  const card = await makeFormCard()
  const headers = { ...newAddress(), 'Content-Type': 'application/x-www-form-urlencoded' }
  const body = new URLSearchParams({ cardId: `${card.id}`, name: 'Grace', email: '', website: '' })
  for (const location of [
    expect.stringMatching(/^\/receipt\/[\w-]{22}\?news=sent$/),
    `/view/${card.slug}/thanks`,
  ]) {
    const response = await request('POST', path, body.toString(), headers)
    expect([response.status, response.headers.get('Location')]).toEqual([303, location])
  }
  expect(await stored(card.id)).toHaveLength(1)
  expect((await request('GET', `/view/${card.slug}/thanks`)).status).toBe(200)
})

test('POST /api/form-submissions without script shows a refused form again, filled in, at the wrong field', async () => {
  const card = await makeFormCard()
  const headers = { ...newAddress(), 'Content-Type': 'application/x-www-form-urlencoded' }
  const typed = { name: 'Grace "><script>', email: 'nowhere', message: 'Two\r\nlines' }
  const body = new URLSearchParams({ cardId: `${card.id}`, ...typed, website: '' })
  const answer = await request('POST', path, body.toString(), headers)
  expect([answer.status, answer.headers.get('X-Error-Code')]).toEqual([400, 'invalid'])
  expect(answer.headers.get('Content-Type')).toBe('text/html; charset=utf-8')
  expect(answer.headers.get('Cache-Control')).toBe('private, no-store')
  expect(answer.headers.get('Content-Security-Policy')).toContain("script-src 'none'")
  const html = await answer.text()
  const [, field] = /<p>(<label for="f-email".*?)<\/p>/s.exec(html) ?? []
  expect(field).toMatch(/value="nowhere"/)
  expect(field).toMatch(/aria-invalid="true" aria-describedby="error"/)
  expect(field).toMatch(/autofocus=""/i)
  expect(field).toContain('Enter a valid email in “Work e-mail”.</b>')
  expect(html.match(/aria-invalid="/g)).toHaveLength(1)
  expect(html).toContain('value="Grace &quot;&gt;&lt;script&gt;"')
  expect(html).toContain('>Two\nlines</textarea>')
  expect(await stored(card.id)).toEqual([])
})

test('POST /api/form-submissions without script accepts a message of the maximum length with line breaks', async () => {
  const card = await makeFormCard()
  const headers = { ...newAddress(), 'Content-Type': 'application/x-www-form-urlencoded' }
  const message = `${'x'.repeat(1998)}\r\ny`
  const body = new URLSearchParams({ cardId: `${card.id}`, name: 'Grace', message })
  expect((await request('POST', path, body.toString(), headers)).status).toBe(303)
  const [entry] = await stored(card.id)
  expect(entry?.formData.message).toBe(message.replace('\r', ''))
})

test('POST /api/form-submissions returns success to a bot and stores nothing', async () => {
  const card = await makeFormCard()
  const body = { cardId: card.id, formData: { name: 'Robot' }, website: 'https://spam.example' }
  const response = await request('POST', path, body, newAddress())
  expect([response.status, await response.json()]).toEqual([
    201,
    { receipt: expect.stringMatching(/^\/receipt\/[\w-]{22}$/) },
  ])
  expect(await stored(card.id)).toEqual([])
})

test.each([
  [{ name: '' }, 'Fill in “Name”.'],
  [{ name: ' \u0007 ' }, 'Fill in “Name”.'],
  [{ name: 'Grace', email: 'nowhere' }, 'Enter a valid email in “Work e-mail”.'],
  [{ name: 'Grace', email: 'tomas@example' }, 'Enter a valid email in “Work e-mail”.'],
  [{ name: 'Grace', phone: '1' }, 'The form has changed. Reload the page and try again.'],
  [{ name: 'x'.repeat(2001) }, 'An answer is too long'],
  ['{"name":1}', 'The request is not in the expected format.'],
  ['name=Grace', 'The request body is not valid JSON.'],
])('POST /api/form-submissions rejects %j', async (formData, sentence) => {
  const card = await makeFormCard()
  const response = await request('POST', path, { cardId: card.id, formData }, newAddress())
  expect([response.status, await response.text()]).toEqual([400, sentence])
  expect(await stored(card.id)).toEqual([])
})

test('POST /api/form-submissions rejects other content types, cross-site requests and malformed bodies', async () => {
  const card = await makeFormCard()
  const body = { cardId: card.id, formData: { name: 'Grace' } }
  const send = (body: unknown, headers = {}) =>
    request('POST', path, body, { ...newAddress(), ...headers }).then(({ status }) => status)
  expect(await send(body, { 'Sec-Fetch-Site': 'cross-site' })).toBe(403)
  expect(await send('<x/>', { 'Content-Type': 'text/xml' })).toBe(415)
  expect(await send({ ...body, more: 1 })).toBe(400)
  expect(await send({ ...body, clientId: 'short' })).toBe(400)
  expect(await send('x'.repeat(140_000), { 'Content-Type': 'application/json' })).toBe(413)
})

test('POST /api/form-submissions is 404 for a card that is not live or has no form', async () => {
  for (const card of [
    await makeCard(),
    await makeCard({ formConfig, state: 'paused' }),
    { id: 2_000_000_000 },
  ]) {
    const body = { cardId: card.id, formData: { name: 'Grace' } }
    expect((await request('POST', path, body, newAddress())).status).toBe(404)
  }
})

test('POST /api/form-submissions returns 429 beyond the limit of an address and a card', async () => {
  const card = await makeFormCard()
  const address = newAddress()
  const body = { cardId: card.id, formData: { name: 'Grace' } }
  const most = Number(env.FORMS_PER_10_MINUTES)
  for (let sent = 0; sent < most; sent += 1)
    expect((await request('POST', path, body, address)).status).toBe(201)
  const refused = await request('POST', path, body, address)
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0)
  expect((await request('POST', path, body, newAddress())).status).toBe(201)
  expect(await stored(card.id)).toHaveLength(most + 1)
})

test('POST /api/form-submissions stores the traffic source, and rejects unknown ones', async () => {
  const card = await makeFormCard()
  await makeSharePoint({ cardId: card.id, code: 'ABC234' })
  const send = (source: string) =>
    request('POST', path, { cardId: card.id, formData: { name: source }, source }, newAddress())
  for (const source of ['qr', 'ABC234']) expect((await send(source)).status).toBe(201)
  expect((await send('a friend')).status).toBe(400)
  expect((await stored(card.id)).map(({ source }) => source)).toEqual(['qr', 'ABC234'])
})

test('POST /api/form-submissions notifies the owner by email, at most once in 10 minutes and never for a repeat', async () => {
  const { mails } = openOutbox()
  const owner = await makeUser()
  const card = await makeCard({ formConfig, userId: owner.id })
  const other = await makeCard({ formConfig, userId: owner.id })
  const body = {
    formData: { name: 'Grace\nBcc: x', email: 'grace@navy.test' },
    clientId: 'b'.repeat(16),
  }
  for (const cardId of [card.id, card.id])
    await request('POST', path, { cardId, ...body }, newAddress())
  await request('POST', path, { cardId: card.id, ...body, clientId: 'c'.repeat(16) }, newAddress())
  await request('POST', path, { cardId: other.id, ...body }, newAddress())
  const notifications = () => mails.filter(({ to }) => to === owner.email)
  await settled()
  expect(notifications()).toHaveLength(2)
  const [first, second] = notifications()
  expect(first?.subject).toBe('"Grace Bcc: x" sent you their details')
  expect(first?.text).toContain('Work e-mail: grace@navy.test')
  expect(first?.text).toContain(`http://cards.test/inbox/${card.id}`)
  expect(second?.text).toContain(`/inbox/${other.id}`)
})

test('POST /api/form-submissions sends no email to owners who turned the notification off', async () => {
  const { mails } = openOutbox()
  const quiet = await makeUser({ entryMail: false })
  const other = await makeUser()
  for (const userId of [quiet.id, other.id]) {
    const { id: cardId } = await makeCard({ formConfig, userId })
    await request('POST', path, { cardId, formData: { name: 'Grace' } }, newAddress())
  }
  await settled()
  expect(mails.map(({ to }) => to)).toContain(other.email)
  expect(mails.map(({ to }) => to)).not.toContain(quiet.email)
})
