import { expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { Card, type CardInput } from '../../schema/cards/card.ts'
import { makeCard, signIn, statusAndText } from '../testing/app.ts'
import { importArchive, makeArchive } from '../testing/card-archive.ts'

const emailMessage = 'Please enter a valid email'
const phoneMessage = 'Enter a phone number, such as +44 20 7946 0000'
const nameMessage = 'Enter a name'

async function openCard(fields: Parameters<typeof makeCard>[0] = {}) {
  const { user, request } = await signIn(1, { phone: 'on request', email: 'zed@work' })
  const { id } = await makeCard({ userId: user.id, ...fields })
  const path = `/api/business-cards/${id}`
  const card = Card.parse(await (await request('GET', path)).json())
  const { version: _, ...whole } = card
  const save = (change: Partial<z.input<typeof CardInput>>) =>
    request('PUT', path, { ...whole, ...change })
  const more = (values: Partial<Card['customizations']>) =>
    save({ customizations: { ...card.customizations, ...values } })
  return { id, user, request, save, more }
}

const entry = (value: string) => [{ label: 'work' as const, value }]

test.each([
  [{ email: 'not-an-email' }, emailMessage],
  [{ email: 'zed@work' }, emailMessage],
  [{ email: 'ada lovelace@cards.test' }, emailMessage],
  [{ phone: 'call me maybe' }, phoneMessage],
  [{ phone: '12' }, phoneMessage],
  [{ phone: 'ada2026@cards.test' }, phoneMessage],
  [{ name: '' }, nameMessage],
  [{ name: ' \n ' }, nameMessage],
  [{ name: '\u200b' }, nameMessage],
])('a save refuses %j', async (change, message) => {
  const { save } = await openCard()
  expect(await statusAndText(save(change))).toEqual([400, message])
})

test('what the caller may not change is refused before what is not valid', async () => {
  const { more } = await openCard()
  const change = { customCss: 'h1 { color: red }', phones: entry('call me') }
  expect((await more(change)).status).toBe(403)
})

test('a save refuses further phones and emails that are none', async () => {
  const { more } = await openCard()
  expect(await statusAndText(more({ phones: entry('call me') }))).toEqual([400, phoneMessage])
  expect(await statusAndText(more({ emails: entry('zed@work') }))).toEqual([400, emailMessage])
  expect((await more({ phones: entry('112'), emails: entry('zed@work.example') })).status).toBe(200)
})

test.each([
  { phone: '112' },
  { phone: '1-800-FLOWERS (ask for Ada)' },
  { phone: '٠١٢٣٤٥٦٧٨٩' },
  { phone: '０３０ 1234' },
  { phone: ' ' },
  { email: '' },
  { email: 'ada@bücher.example' },
  { name: null },
  { name: '山' },
])('a save accepts %j', async (change) => {
  const { save } = await openCard()
  expect((await save(change)).status).toBe(200)
})

test('what is stored already stays, also on another line, until it is changed', async () => {
  const { save, more } = await openCard({
    name: null,
    phone: 'on request',
    email: 'not-an-email',
  })
  const saved = await save({ title: 'Countess', name: '' })
  expect(Card.parse(await saved.json())).toMatchObject({
    name: null,
    title: 'Countess',
    phone: 'on request',
    email: 'not-an-email',
  })
  expect((await more({ phones: entry('on request') })).status).toBe(200)
  expect(await statusAndText(save({ email: 'on request' }))).toEqual([400, emailMessage])
})

test('a new card takes the values of the account as they are, and refuses others that are none', async () => {
  const { user, request } = await signIn(1, { phone: 'on request', email: 'zed@work' })
  const create = (values: object) =>
    request('POST', '/api/business-cards', { userId: user.id, ...values })
  for (const [values, message] of [
    [{ email: 'ada@work' }, emailMessage],
    [{ phone: 'call me maybe' }, phoneMessage],
  ] as const)
    expect(await statusAndText(create(values))).toEqual([400, message])
  const made = await create({ name: ' ', email: 'zed@work' })
  expect(Card.parse(await made.json())).toMatchObject({
    name: 'Ada Lovelace',
    phone: 'on request',
    email: 'zed@work',
  })
})

test('an archive brings no such value to a card that does not have it', async () => {
  const { id, request } = await openCard({ email: 'not-an-email' })
  const refused = await importArchive(request, id, makeArchive({ phone: 'call me maybe' }))
  expect([refused.status, await refused.text()]).toEqual([400, phoneMessage])
  const kept = await importArchive(request, id, makeArchive({ email: 'not-an-email' }))
  expect(kept.status).toBe(200)
})
