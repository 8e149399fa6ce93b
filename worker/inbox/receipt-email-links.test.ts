import { env } from 'cloudflare:workers'
import { inArray } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { receiptMails } from '../../schema/inbox/tables.ts'
import type { Bindings } from '../env.ts'
import { limitCopies } from '../platform/mail-limits.ts'
import { db, makeCard, origin } from '../testing/app.ts'
import { formConfig } from '../testing/inbox.ts'
import { openOutbox } from '../testing/mail-outbox.ts'
import { call, linkIn, makeVisitor, send, typed } from '../testing/receipt-emails.ts'
import { addressHashes } from './receipt-addresses.ts'

test('the visitor gets one email with a private link and the contact, and nothing that they typed', async () => {
  const { email, mails } = makeVisitor()
  const card = await makeCard({ formConfig, name: 'Ada "A" <b>Lovelace' })
  const sent = await send({ cardId: card.id, email })
  const { receipt } = await sent.json<{ receipt: string }>()
  expect(mails).toHaveLength(1)
  const [{ subject, text, html = '', headers = {} } = {}] = mails
  expect(subject).toBe("Your exchange with Ada 'A' <b>Lovelace")
  const link = linkIn(text, 'receipt/')
  expect(link).not.toBe(receipt)
  expect(text).toContain(`${origin}${link}\n`)
  expect(text).toContain(`${origin}/api/vcard/${card.id}\n`)
  expect(html).toContain(`href="${origin}${link}"`)
  expect(html).toContain(`href="${origin}/api/vcard/${card.id}"`)
  expect(html).toContain('&lt;b&gt;Lovelace')
  expect(html).not.toMatch(/<(img|script|link|b)\b|src=|url\(/)
  for (const part of [subject, text, html]) expect(part).not.toMatch(/spam|Buy this/)
  expect(headers).toEqual({
    'List-Unsubscribe': `<${origin}${linkIn(text, 'mail/stop/')}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  })
  for (const path of [link, receipt]) {
    const opened = await call('GET', path)
    expect(await opened.text()).toContain(`value="${typed}"`)
  }
})

test('the mailboxes of a domain get a hundred copies a day together; those of a large provider any number', async () => {
  const { mails } = openOutbox()
  const count = (domain: string, copies: number) =>
    Promise.all(
      Array.from({ length: copies }, (_, at) => limitCopies(env, `person-${at}@${domain}`)),
    )
  expect(await count('company.test', 99)).not.toContain(false)
  const [first, second] = [await makeCard({ formConfig }), await makeCard({ formConfig })]
  await send({ cardId: first.id, email: 'grace@company.test' })
  await send({ cardId: second.id, email: 'ada@Company.test' })
  const domains = mails.map(({ to }) => to.toLowerCase().split('@').at(-1))
  expect(domains.filter((domain) => domain === 'company.test')).toHaveLength(1)
  expect(await count('gmail.com', 150)).not.toContain(false)
})

test('the email is in the language of the visitor', async () => {
  const { email, mails } = makeVisitor()
  const card = await makeCard({ formConfig })
  await send({ cardId: card.id, email }, env, 'he,en;q=0.5')
  expect(mails[0]?.subject).toBe('החלפת פרטי קשר עם Ada Lovelace')
  expect(mails[0]?.html).toContain('<html lang="he" dir="rtl">')
})

test('without the tick, without an address and where it is off, nothing is sent', async () => {
  const { email, rows, calls } = makeVisitor()
  const card = await makeCard({ formConfig })
  const off = { ...env, RECEIPT_EMAIL: 'off' }
  const results = [
    await send({ cardId: card.id, email, emailCopy: false }),
    await send({ cardId: card.id }),
    await send({ cardId: card.id, email }, off),
    await send({ cardId: card.id, email }, { ...env, EMAIL_API_KEY: '' }),
  ]
  expect(results.map(({ status }) => status)).toEqual([201, 201, 201, 201])
  expect([await rows(), calls]).toEqual([[], []])
})

test('the form offers it only with a field for the address, and only where email is sent', async () => {
  const html = async (card: { slug: string }, bindings: Bindings = env) =>
    (await call('GET', `/view/${card.slug}`, {}, bindings)).text()
  const [withEmail, withEmailToo] = [await makeCard({ formConfig }), await makeCard({ formConfig })]
  const fields = formConfig.fields.filter(({ key }) => key !== 'email')
  const without = await makeCard({ formConfig: { ...formConfig, fields } })
  expect(await html(withEmail)).toContain(
    '<input type="checkbox" name="emailCopy"/><span dir="auto">Email me a copy and Ada Lovelace&#x27;s contact',
  )
  expect(await html(withEmailToo, { ...env, EMAIL_API_KEY: '' })).not.toContain('emailCopy')
  expect(await html(without)).not.toContain('emailCopy')
})

test('without script the tick is sent, and stays when the form is shown again', async () => {
  const { email, mails } = makeVisitor()
  const card = await makeCard({ formConfig })
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
  const post = (answers: Record<string, string>) => {
    const form = new URLSearchParams({ cardId: `${card.id}`, emailCopy: 'on', ...answers })
    return call('POST', '/api/form-submissions', { body: form.toString(), headers })
  }
  const wrong = await post({ name: '', email })
  expect(await wrong.text()).toContain('<input type="checkbox" name="emailCopy" checked=""/>')
  expect((await post({ name: 'Grace', email })).status).toBe(303)
  expect(mails).toHaveLength(1)
})

test('a repeat sends no second email, and its link and that of the email stay valid', async () => {
  const { email, mails } = makeVisitor()
  const card = await makeCard({ formConfig })
  const entry = { cardId: card.id, email, clientId: crypto.randomUUID() }
  const [, again] = [await send(entry), await send(entry)]
  const { receipt } = await again.json<{ receipt: string }>()
  expect(mails).toHaveLength(1)
  const link = linkIn(mails[0]?.text, 'receipt/')
  expect(link).not.toBe(receipt)
  for (const path of [receipt, link]) expect((await call('GET', path)).status).toBe(200)
})

test('the link in an email ends when its address is corrected on the page, and only then', async () => {
  const { email, mails } = makeVisitor()
  const card = await makeCard({ formConfig })
  const sent = await send({ cardId: card.id, email })
  const { receipt } = await sent.json<{ receipt: string }>()
  const link = linkIn(mails[0]?.text, 'receipt/')
  const correct = (path: string, answers: Record<string, string>) => {
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
    const body = new URLSearchParams({ name: 'Grace', ...answers }).toString()
    return call('POST', path, { body, headers })
  }
  const statuses = async () => [
    (await call('GET', receipt)).status,
    (await call('GET', link)).status,
  ]
  expect((await correct(receipt, { email: email.toUpperCase() })).status).toBe(303)
  expect(await statuses()).toEqual([200, 200])
  expect((await correct(link, { email: 'grace@work.test' })).status).toBe(303)
  expect(await statuses()).toEqual([200, 200])
  expect((await correct(receipt, { email: 'grace@home.test' })).status).toBe(303)
  expect(await statuses()).toEqual([200, 404])
  expect((await correct(link, { email })).status).toBe(404)
  expect((await call('POST', `${link}/delete`)).status).toBe(404)
})

test('an address gets one a day for each card and five in all, however it is spelled', async () => {
  const { email, mails } = makeVisitor()
  const [name = '', domain = ''] = email.split('@')
  const cards = await Promise.all(Array.from({ length: 7 }, () => makeCard({ formConfig })))
  for (const { id: cardId } of [...cards.slice(0, 2), ...cards]) await send({ cardId, email })
  expect(mails).toHaveLength(5)
  const spelled = `${name.toUpperCase()}+2@${domain}`
  const others = openOutbox([], spelled)
  await send({ cardId: cards[6]?.id ?? 0, email: spelled })
  expect(others.mails).toEqual([])
})

test('the spellings of a domain in Unicode are one address, and an IP address gets nothing', async () => {
  const name = crypto.randomUUID()
  const { mails } = openOutbox()
  const card = await makeCard({ formConfig })
  for (const domain of ['bücher.example', 'BÜCHER.example', 'ｂücher.example', '192.0.2.1'])
    await send({ cardId: card.id, email: `${name}@${domain}` })
  const sent = mails.filter(({ to }) => to.startsWith(name))
  expect(sent.map(({ to }) => to)).toEqual([`${name}@xn--bcher-kva.example`])
  const hashes = addressHashes(env, `${name}@Bücher.example`)
  expect(await db.$count(receiptMails, inArray(receiptMails.addressHash, hashes))).toBe(1)
})
