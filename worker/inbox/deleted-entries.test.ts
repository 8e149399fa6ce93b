import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '../../schema/accounts/tables.ts'
import { businessCards } from '../../schema/cards/tables.ts'
import { BulkResult, EntriesPage } from '../../schema/inbox/inbox.ts'
import { deletedEntries, entryMerges } from '../../schema/inbox/tables.ts'
import { hourMs } from '../platform/time.ts'
import { request as anyone, db, makeCard, makeUser, signIn, statusAndText } from '../testing/app.ts'
import { advanceClock } from '../testing/clock.ts'
import { makeEntry, makeInbox } from '../testing/inbox.ts'
import { makePair, merge, type Request, split, storedEntries } from '../testing/merges.ts'
import { runJob } from '../testing/run-job.ts'
import { newReceipt } from './receipts.ts'

const everything = {
  formData: { name: 'Zoë "Q"', email: 'zoe@x.test', message: 'Line\nbreak' },
  consentHash: 'hash',
  submitterIp: '203.0.113.0/24',
  submitterLocation: 'DE|Berlin|Berlin',
  submitterDevice: 'Mobile|iOS|Safari',
  source: 'nfc',
  status: 'seen' as const,
  note: 'Call',
  timestamp: '2026-11-01T10:00:00.000Z',
  revision: 2,
  revisedAt: '2026-11-02T10:00:00.000Z',
  rating: 'hot' as const,
  followUpOn: '2026-12-01',
  tags: ['Partner', 'Fair'],
  fields: { Budget: 12_000, Plan: 'Gold' },
}

async function restore(by: Request, ids: number[]) {
  const response = await by('POST', '/api/submissions/restore', { ids })
  return BulkResult.parse(await response.json()).changed
}

const forgotten = async (cardId: number) =>
  (await db.$count(deletedEntries, eq(deletedEntries.cardId, cardId))) === 0

test('a deleted entry is gone at once, and is as it was when it is restored, also twice', async () => {
  const { card, ownRequest, list, path } = await makeInbox()
  const colleague = await makeUser()
  const receiptHash = `receipt of ${card.id}`
  const entry = await makeEntry(card.id, { ...everything, receiptHash, assigneeId: colleague.id })
  const cursor = await syncFrom(ownRequest, card.id, '')
  expect((await ownRequest('DELETE', `/api/submissions/${entry.id}`)).status).toBe(204)
  expect((await ownRequest('GET', `/api/submissions/${entry.id}`)).status).toBe(404)
  expect(await list()).toMatchObject({ entries: [], total: 0, counts: { seen: 0 }, tags: [] })
  for (const kind of ['csv', 'vcf'])
    expect(await (await ownRequest('GET', `${path}.${kind}`)).text()).not.toContain('zoe@x.test')
  const visitor = await ownRequest('POST', '/api/visitor-data', { email: 'zoe@x.test' })
  expect(await visitor.json()).toEqual({ entries: [] })
  const gone = await syncFrom(ownRequest, card.id, cursor.cursor)
  expect(gone.deleted).toEqual([entry.id])
  expect(await restore(ownRequest, [entry.id])).toBe(1)
  expect(await storedEntries(card.id)).toEqual([entry])
  expect(await list()).toMatchObject({ total: 1, counts: { seen: 1 }, tags: ['Fair', 'Partner'] })
  const back = await syncFrom(ownRequest, card.id, gone.cursor)
  expect(back.entries.map(({ id }) => id)).toEqual([entry.id])
  expect(await restore(ownRequest, [entry.id])).toBe(1)
  expect(await storedEntries(card.id)).toEqual([entry])
  expect(await forgotten(card.id)).toBe(true)
})

async function syncFrom(by: Request, cardId: number, cursor: string) {
  const response = await by('GET', `/api/business-cards/${cardId}/entries?cursor=${cursor}`)
  return EntriesPage.parse(await response.json())
}

test('many are deleted and restored at once, those merged into others with their merges', async () => {
  const { card, ownRequest, one, two } = await makePair({ note: 'One' }, { note: 'Two' })
  const other = await makeEntry(card.id)
  const merged = await merge(ownRequest, [one.id, two.id])
  const before = await storedEntries(card.id)
  const ids = [merged.id, other.id]
  const body = { ids, change: { delete: true } }
  const deletion = await ownRequest('POST', '/api/submissions/bulk', body)
  expect(BulkResult.parse(await deletion.json()).changed).toBe(2)
  expect(await storedEntries(card.id)).toEqual([])
  expect(await db.$count(entryMerges, eq(entryMerges.entryId, merged.id))).toBe(0)
  expect(await restore(ownRequest, ids)).toBe(2)
  expect(await storedEntries(card.id)).toEqual(before)
  expect((await split(ownRequest, merged)).status).toBe(200)
  expect(await storedEntries(card.id)).toMatchObject([
    { id: one.id, note: 'One', mergedInto: null },
    { id: two.id, note: 'Two', mergedInto: null },
    { id: other.id },
  ])
})

test('only the owner and level 5 restore an entry', async () => {
  const { card, ownRequest } = await makeInbox()
  const entry = await makeEntry(card.id)
  await ownRequest('DELETE', `/api/submissions/${entry.id}`)
  for (const level of [1, 4])
    expect(await restore((await signIn(level)).request, [entry.id])).toBe(0)
  expect(await storedEntries(card.id)).toEqual([])
  expect(await restore((await signIn(5)).request, [entry.id])).toBe(1)
  // Nor does anybody else learn that it is there.
  expect(await restore((await signIn(1)).request, [entry.id])).toBe(0)
})

test('an entry is not restored for another owner of the card, nor while the card is deleted', async () => {
  const { card, ownRequest } = await makeInbox()
  const entry = await makeEntry(card.id)
  await ownRequest('DELETE', `/api/submissions/${entry.id}`)
  const next = await signIn(1)
  const setCard = (values: object) =>
    db.update(businessCards).set(values).where(eq(businessCards.id, card.id))
  await setCard({ userId: next.user.id })
  for (const by of [next.request, ownRequest, (await signIn(5)).request])
    expect(await restore(by, [entry.id])).toBe(0)
  await setCard({ userId: card.userId, deletedAt: new Date().toISOString() })
  expect(await restore(ownRequest, [entry.id])).toBe(0)
  await setCard({ deletedAt: null })
  expect(await restore(ownRequest, [entry.id])).toBe(1)
})

test('what its visitor sent again meanwhile is not there twice', async () => {
  const { card, ownRequest } = await makeInbox()
  const entry = await makeEntry(card.id)
  await ownRequest('DELETE', `/api/submissions/${entry.id}`)
  const again = await makeEntry(card.id, { clientId: entry.clientId })
  expect(await restore(ownRequest, [entry.id])).toBe(0)
  expect(await storedEntries(card.id)).toEqual([again])
})

test('colleagues whose accounts were erased meanwhile are left out', async () => {
  const { card, ownRequest } = await makeInbox()
  const colleague = await makeUser()
  const { id } = await makeEntry(card.id, { assigneeId: colleague.id, capturedBy: colleague.id })
  await ownRequest('DELETE', `/api/submissions/${id}`)
  await db.delete(users).where(eq(users.id, colleague.id))
  await restore(ownRequest, [id])
  expect(await storedEntries(card.id)).toMatchObject([{ id, assigneeId: null, capturedBy: null }])
})

test('after 15 minutes an entry cannot be restored, and the hourly job deletes it for good', async () => {
  const { card, ownRequest } = await makeInbox()
  const entry = await makeEntry(card.id)
  await ownRequest('DELETE', `/api/submissions/${entry.id}`)
  await runJob(env, 'sweepAccounts', Date.now())
  expect(await forgotten(card.id)).toBe(false)
  advanceClock(16 * 60)
  expect(await restore(ownRequest, [entry.id])).toBe(0)
  await runJob(env, 'sweepAccounts', Date.now() + hourMs)
  expect(await forgotten(card.id)).toBe(true)
})

test('erasing a visitor, and deleting the account or the card for good, leaves nothing to restore', async () => {
  const { card, ownRequest, one, two } = await makePair(
    { formData: { email: 'old@x.test', phone: '+49 151 23456789' } },
    { formData: { email: 'new@x.test', phone: '0151 23456789' } },
  )
  const stays = await makeEntry(card.id)
  const merged = await merge(ownRequest, [one.id, two.id])
  for (const { id } of [merged, stays]) await ownRequest('DELETE', `/api/submissions/${id}`)
  await ownRequest('DELETE', '/api/visitor-data', { email: 'OLD@x.test' })
  expect(await restore(ownRequest, [merged.id, stays.id])).toBe(1)
  const own = await signIn(1)
  const ownCard = await makeCard({ userId: own.user.id })
  const { id } = await makeEntry(ownCard.id)
  await own.request('DELETE', `/api/submissions/${id}`)
  const admin = await signIn(5)
  expect((await admin.request('DELETE', `/api/users/${own.user.id}`)).status).toBeLessThan(300)
  expect(await forgotten(ownCard.id)).toBe(true)
})

test('what its visitor deletes meanwhile cannot be restored', async () => {
  const { card, ownRequest } = await makeInbox()
  const { token, hash: receiptHash } = newReceipt(env)
  const { id } = await makeEntry(card.id, { receiptHash })
  await ownRequest('DELETE', `/api/submissions/${id}`)
  const form = { 'Content-Type': 'application/x-www-form-urlencoded' }
  const erase = () => anyone('POST', `/receipt/${token}/delete`, '', form)
  expect([(await erase()).status, (await erase()).status]).toEqual([200, 404])
  expect(await restore(ownRequest, [id])).toBe(0)
})

test('POST /api/submissions/restore refuses a list that is empty or too long', async () => {
  const { ownRequest } = await makeInbox()
  for (const ids of [[], Array.from({ length: 201 }, (_, at) => at + 1), ['1']])
    expect((await ownRequest('POST', '/api/submissions/restore', { ids })).status).toBe(400)
  expect(await statusAndText(ownRequest('POST', '/api/submissions/restore', { ids: [1] }))).toEqual(
    [200, '{"changed":0}'],
  )
})
