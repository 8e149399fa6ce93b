import { env } from 'cloudflare:workers'
import { inArray } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { receiptAddresses, receiptMails } from '../../schema/inbox/tables.ts'
import { mailOutbox } from '../../schema/operations/tables.ts'
import { findIntegrityErrors } from '../operations/integrity-checks.ts'
import { dayMs } from '../platform/time.ts'
import { db, makeCard, signIn } from '../testing/app.ts'
import { formConfig } from '../testing/inbox.ts'
import { call, confirming, linkIn, makeVisitor, send } from '../testing/receipt-emails.ts'
import { runJob } from '../testing/run-job.ts'
import { addressHashes } from './receipt-addresses.ts'

test('one click stops the emails to an address, and Undo allows them again', async () => {
  const { email, mails, rows } = makeVisitor()
  const [card, second, third] = [
    await makeCard({ formConfig }),
    await makeCard({ formConfig }),
    await makeCard({ formConfig }),
  ]
  await send({ cardId: card.id, email })
  const path = linkIn(mails[0]?.text, 'mail/stop/')
  const page = await (await call('GET', path)).text()
  expect(page).toContain('we email it to the address that got this link')
  expect(page).toContain('Stop these emails</button>')
  await send({ cardId: second.id, email })
  const oneClick = {
    body: 'List-Unsubscribe=One-Click',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  }
  expect((await call('POST', path, oneClick)).status).toBe(200)
  expect(await (await call('GET', path)).text()).toContain('no longer get these emails')
  await send({ cardId: third.id, email })
  expect([mails.length, (await rows()).length]).toEqual([2, 2])
  await call('POST', path.replace('?', '/undo?'))
  await send({ cardId: third.id, email })
  expect(mails).toHaveLength(3)
})

test('a forged link stops nothing', async () => {
  const { email, mails, hashes } = makeVisitor()
  const card = await makeCard({ formConfig })
  await send({ cardId: card.id, email })
  const path = linkIn(mails[0]?.text, 'mail/stop/').split('?')[0] ?? ''
  const other = addressHashes(env, 'other@visitors.test')[0]
  const forged = [
    path.replace(hashes[0], other),
    // The first of the 22 characters of the proof: the last ones have bits that do not count.
    path.replace(/.(?=.{21}$)/, (letter) => (letter === 'A' ? 'B' : 'A')),
    '/mail/stop/x',
    '/mail/confirm/x',
  ]
  for (const one of forged)
    for (const method of ['GET', 'POST']) expect((await call(method, one)).status).toBe(404)
  expect(await db.$count(receiptAddresses, inArray(receiptAddresses.addressHash, [other]))).toBe(0)
})

test('with double opt-in, the first email only asks, and the copies follow once the address is confirmed', async () => {
  const { email, mails, rows } = makeVisitor()
  const [card, second] = [await makeCard({ formConfig }), await makeCard({ formConfig })]
  await send({ cardId: card.id, email }, confirming)
  await send({ cardId: second.id, email }, confirming)
  expect(mails.map(({ subject }) => subject)).toEqual(['Confirm your email address'])
  for (const part of [mails[0]?.text, mails[0]?.html])
    expect(part).not.toMatch(/spam|Lovelace|receipt\/|vcard/)
  const path = linkIn(mails[0]?.text, 'mail/confirm/')
  expect(await (await call('GET', path)).text()).toContain('Confirm and send the copy</button>')
  expect(mails).toHaveLength(1)
  for (let time = 0; time < 2; time += 1)
    expect(await (await call('POST', path)).text()).toContain('Your address is confirmed')
  expect(mails).toHaveLength(3)
  expect((await call('GET', linkIn(mails[2]?.text, 'receipt/'))).status).toBe(200)
  const third = await makeCard({ formConfig })
  await send({ cardId: third.id, email }, confirming)
  expect(mails.at(-1)?.subject).toBe('Your exchange with Ada Lovelace')
  expect((await rows()).every(({ letter }) => letter === null)).toBe(true)
})

test('what was deleted meanwhile is not sent, nor anything that waited when the emails were stopped', async () => {
  const { email, mails, rows } = makeVisitor()
  const [card, second] = [await makeCard({ formConfig }), await makeCard({ formConfig })]
  const sent = await send({ cardId: card.id, email }, confirming)
  await send({ cardId: second.id, email }, confirming)
  const { receipt } = await sent.json<{ receipt: string }>()
  await call('POST', `${receipt}/delete`)
  expect((await rows()).filter(({ letter }) => letter !== null)).toHaveLength(1)
  const { text } = mails[0] ?? {}
  await call('POST', linkIn(text, 'mail/stop/'))
  await call('POST', linkIn(text, 'mail/confirm/'))
  expect(mails).toHaveLength(1)
  expect((await rows()).every(({ letter }) => letter === null)).toBe(true)
  expect(await findIntegrityErrors(env)).toContainEqual({
    rule: 'no email with a copy waits for an address that stopped them',
    broken: 0,
  })
})

test('the rows are deleted after two days, and an address that stopped the emails is kept as a hash', async () => {
  const { email, mails, rows, hashes } = makeVisitor()
  const card = await makeCard({ formConfig })
  await send({ cardId: card.id, email }, confirming)
  await call('POST', linkIn(mails[0]?.text, 'mail/stop/'))
  await db.update(receiptMails).set({ at: Date.now() - 2 * dayMs - 1 })
  await runJob(env, 'sweepAccounts')
  expect(await rows()).toEqual([])
  const kept = await db
    .select()
    .from(receiptAddresses)
    .where(inArray(receiptAddresses.addressHash, hashes))
    .all()
  expect(kept).toEqual([
    { addressHash: hashes[0], confirmedAt: null, stoppedAt: expect.any(Number) },
  ])
})

test('erasure by address deletes what waits, what is counted and what was confirmed', async () => {
  const { email, mails, rows, hashes } = makeVisitor()
  const owner = await signIn(1)
  const operator = await signIn(5)
  const own = await makeCard({ userId: owner.user.id, formConfig })
  const other = await makeCard({ formConfig })
  await send({ cardId: own.id, email }, confirming)
  await send({ cardId: other.id, email }, confirming)
  await call('POST', linkIn(mails[0]?.text, 'mail/confirm/'))
  const pending = { id: (await rows())[0]?.id ?? '', letter: 'x', madeAt: 0, dueAt: 9e15 }
  await db.insert(mailOutbox).values(pending)
  await owner.request('DELETE', '/api/visitor-data', { email })
  expect((await rows()).map(({ cardId }) => cardId ?? 0).sort()).toEqual([0, other.id])
  await operator.request('DELETE', '/api/visitor-data', { email })
  expect(await rows()).toEqual([])
  expect(await db.$count(receiptAddresses, inArray(receiptAddresses.addressHash, hashes))).toBe(0)
  expect(await db.$count(mailOutbox, inArray(mailOutbox.id, [pending.id]))).toBe(0)
})

test('an email that waits for a mistyped address is not sent once the visitor has corrected it', async () => {
  const { email, mails, rows } = makeVisitor()
  const card = await makeCard({ formConfig })
  const sent = await send({ cardId: card.id, email }, confirming)
  const { receipt } = await sent.json<{ receipt: string }>()
  const correct = (answers: Record<string, string>) =>
    call('POST', receipt, {
      body: new URLSearchParams({ name: 'Grace', ...answers }).toString(),
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    })
  const waiting = async () => (await rows()).filter(({ letter }) => letter !== null).length
  await correct({ email: email.toUpperCase() })
  expect(await waiting()).toBe(1)
  await correct({ email: 'grace@example.com' })
  expect(await waiting()).toBe(0)
  await call('POST', linkIn(mails[0]?.text, 'mail/confirm/'))
  expect(mails).toHaveLength(1)
})
