import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { businessCards } from '../../schema/cards/tables.ts'
import { receiptDays, SubmissionReceipt } from '../../schema/inbox/form.ts'
import { InboxPage } from '../../schema/inbox/inbox.ts'
import { formSubmissions } from '../../schema/inbox/tables.ts'
import { dayMs } from '../platform/time.ts'
import { db, makeCard, newAddress, request, signIn } from '../testing/app.ts'
import { makeEntry } from '../testing/inbox.ts'

const fields = [
  { key: 'name' as const, label: null, required: true },
  { key: 'email' as const, label: null, required: false },
]
const formConfig = { fields, consent: null, thanks: 'I will write to you.' }
const answers = { name: 'Grace', email: 'grace@example.com' }
const Exported = z.object({ submissions: z.array(z.object({ clientId: z.string() })) })

async function makeOwner() {
  const owner = await signIn(1)
  const card = await makeCard({ userId: owner.user.id, formConfig })
  const inbox = async () => {
    const response = await owner.request('GET', `/api/business-cards/${card.id}/submissions`)
    return InboxPage.parse(await response.json())
  }
  const send = async (formData: object = answers, clientId?: string) => {
    const body = { cardId: card.id, formData, clientId }
    const response = await request('POST', '/api/form-submissions', body, newAddress())
    return SubmissionReceipt.parse(await response.json()).receipt ?? ''
  }
  return { ...owner, card, inbox, send }
}

async function open(path: string) {
  const response = await request('GET', path)
  return { status: response.status, headers: response.headers, html: await response.text() }
}

function post(path: string, form: Record<string, string> = {}) {
  const headers = { ...newAddress(), 'Content-Type': 'application/x-www-form-urlencoded' }
  return request('POST', path, new URLSearchParams(form).toString(), headers)
}

test('GET /receipt/:token shows what was sent and the contact, to nobody else and to no cache', async () => {
  const { card, send } = await makeOwner()
  await send({ name: 'Somebody Else' })
  const receipt = await send()
  const { status, headers, html } = await open(receipt)
  expect(status).toBe(200)
  expect(html).toContain('value="Grace"')
  expect(html).toContain('value="grace@example.com"')
  expect(html).toContain(`href="/api/vcard/${card.id}"`)
  expect(html).not.toContain('Somebody Else')
  expect(Object.fromEntries(headers)).toMatchObject({
    'cache-control': 'private, no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
  })
  const rows = await db
    .select()
    .from(formSubmissions)
    .where(eq(formSubmissions.cardId, card.id))
    .all()
  expect(JSON.stringify(rows)).not.toContain(receipt.split('/').at(-1))
})

test('the receipt without script thanks first', async () => {
  const { card } = await makeOwner()
  const sent = await post('/api/form-submissions', { cardId: `${card.id}`, ...answers })
  const { html } = await open(sent.headers.get('Location') ?? '')
  expect(html).toContain('I will write to you.')
})

test('an unknown link, an expired one and that of an expired entry open nothing', async () => {
  const { card, send } = await makeOwner()
  const receipt = await send()
  for (const path of ['/receipt/short', `/receipt/${'A'.repeat(22)}`])
    expect((await open(path)).status).toBe(404)
  const timestamp = new Date(Date.now() - receiptDays * dayMs).toISOString()
  await db.update(formSubmissions).set({ timestamp }).where(eq(formSubmissions.cardId, card.id))
  expect((await open(receipt)).status).toBe(404)
  expect((await post(receipt, answers)).status).toBe(404)
  expect((await post(`${receipt}/delete`)).status).toBe(404)
})

test('a repeat of the same page gets its link again, which nobody else can derive from its id', async () => {
  const { card, send } = await makeOwner()
  const [first, second] = [await send(answers, 'a'.repeat(16)), await send(answers, 'a'.repeat(16))]
  expect(second).toBe(first)
  expect((await open(first)).status).toBe(200)
  const other = await makeOwner()
  expect(await other.send(answers, 'a'.repeat(16))).not.toBe(first)
  expect(await db.$count(formSubmissions, eq(formSubmissions.cardId, card.id))).toBe(1)
})

test('POST /receipt/:token corrects the answers, and the owner sees that', async () => {
  const { send, inbox, request: call } = await makeOwner()
  const receipt = await send()
  const [entry] = (await inbox()).entries
  await call('PATCH', `/api/submissions/${entry?.id}`, { status: 'done' })
  const wrong = await post(receipt, { name: 'Grace', email: 'nowhere' })
  expect(wrong.status).toBe(400)
  expect(await wrong.text()).toContain('aria-invalid="true"')
  expect((await post(receipt, { name: 'Grace', owner: '1' })).status).toBe(400)
  // The second is a retry, and counts as no other correction.
  for (const _ of ['first', 'retry']) {
    const saved = await post(receipt, { name: 'Grace Hopper', email: '' })
    expect([saved.status, saved.headers.get('Location')]).toEqual([303, `${receipt}?news=saved`])
  }
  expect((await inbox()).entries).toMatchObject([
    {
      formData: { name: 'Grace Hopper' },
      status: 'new',
      revision: 1,
      revisedAt: expect.any(String),
    },
  ])
})

test('answers that are saved unchanged are no correction, also after a field was removed', async () => {
  const { send, inbox, card } = await makeOwner()
  const receipt = await send()
  const withoutEmail = { ...formConfig, fields: fields.slice(0, 1) }
  await db
    .update(businessCards)
    .set({ formConfig: withoutEmail })
    .where(eq(businessCards.id, card.id))
  expect((await post(receipt, { name: 'Grace' })).status).toBe(303)
  expect((await inbox()).entries).toMatchObject([{ formData: answers, revision: 0 }])
})

test('the longest answers are stored and corrected in any script', async () => {
  const { send, inbox } = await makeOwner()
  const name = '名'.repeat(2000)
  const receipt = await send({ name })
  expect((await post(receipt, { name, email: 'grace@example.com' })).status).toBe(303)
  expect((await inbox()).entries).toMatchObject([{ formData: { name }, revision: 1 }])
})

test('POST /receipt/:token/delete leaves nothing but the count', async () => {
  const { card, send, inbox, request: call } = await makeOwner()
  const receipt = await send()
  const [entry] = (await inbox()).entries
  await call('PATCH', `/api/submissions/${entry?.id}`, { note: 'Met at the fair' })
  expect((await post(`${receipt}/delete`)).status).toBe(200)
  expect((await open(receipt)).status).toBe(404)
  const { total, entries } = await inbox()
  expect(total).toBe(1)
  expect(entries).toMatchObject([{ formData: {}, note: null, withdrawnAt: expect.any(String) }])
  const row = await db
    .select()
    .from(formSubmissions)
    .where(eq(formSubmissions.cardId, card.id))
    .get()
  expect(row).toMatchObject({
    receiptHash: null,
    submitterIp: 'Unknown',
    submitterLocation: null,
    submitterDevice: null,
  })
  const contacts = await call('GET', `/api/business-cards/${card.id}/submissions.vcf`)
  expect(await contacts.text()).toBe('')
})

test('the receipt ends with its entry, when the owner deletes it or erases the visitor', async () => {
  const { send, inbox, request: call } = await makeOwner()
  const receipt = await send()
  const [entry] = (await inbox()).entries
  await call('DELETE', `/api/submissions/${entry?.id}`)
  expect((await open(receipt)).status).toBe(404)
  const other = await send()
  const erased = await call('DELETE', '/api/visitor-data', { email: 'grace@example.com' })
  expect(await erased.json()).toEqual({ erased: 1 })
  expect((await open(other)).status).toBe(404)
})

test('a deleted card leaves its receipts readable, without contact or form', async () => {
  const { card, send } = await makeOwner()
  const receipt = await send()
  const operator = await signIn(5)
  await operator.request('DELETE', `/api/business-cards/${card.id}`)
  const { status, html } = await open(receipt)
  expect(status).toBe(200)
  expect(html).toContain('Grace')
  expect(html).not.toContain('/api/vcard/')
  expect((await post(receipt, answers)).status).toBe(404)
  expect((await post(`${receipt}/delete`)).status).toBe(200)
})

test('nothing in the exports of an owner opens a receipt, so a former owner reads no later correction', async () => {
  const { card, send, request: call } = await makeOwner()
  const receipt = await send(answers, crypto.randomUUID())
  await post('/api/form-submissions', { cardId: `${card.id}`, name: 'Plain' })
  await makeEntry(card.id, { clientId: crypto.randomUUID(), capturedAt: new Date().toISOString() })
  const stored = await (await call('GET', '/api/account/export')).json()
  const { submissions } = Exported.parse(stored)
  expect(submissions).toHaveLength(3)
  for (const { clientId } of submissions) {
    const [opened = ''] = [await send({ name: 'Former Owner' }, clientId)]
    expect(opened).not.toBe(receipt)
    expect((await open(opened)).html).toContain('value="Former Owner"')
  }
  expect((await open(receipt)).status).toBe(200)
})
