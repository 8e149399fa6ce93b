import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { entryMerges } from '../../schema/inbox/tables.ts'
import { expireSubmissions } from '../operations/cleanup.ts'
import { dayMs } from '../platform/time.ts'
import { db, makeCard, signIn } from '../testing/app.ts'
import { makeEntry } from '../testing/inbox.ts'
import {
  makePair,
  merge,
  novemberDay,
  type Request,
  split,
  storedEntries,
} from '../testing/merges.ts'
import { reviseAnswers, withdrawEntry } from './receipts.ts'

test('erasing a visitor ends a merge, and what the other entry took from them is gone', async () => {
  const secret = 'Said in confidence'
  const { one, two, ownRequest, card, path } = await makePair(
    { formData: { email: 'old@x.test', phone: '+49 151 23456789' }, note: secret, tags: ['Gone'] },
    { formData: { email: 'new@x.test', phone: '0151 23456789' }, note: 'Mine' },
  )
  await merge(ownRequest, [one.id, two.id])
  await ownRequest('PATCH', `/api/submissions/${two.id}`, { note: `${secret}\n\nMine\n\nMore` })
  const found = await ownRequest('POST', '/api/visitor-data', { email: 'old@x.test' })
  expect(await found.json()).toMatchObject({ entries: [{ id: one.id, note: secret }] })
  const erased = await ownRequest('DELETE', '/api/visitor-data', { email: 'OLD@x.test' })
  expect(await erased.json()).toEqual({ erased: 1 })
  expect(await storedEntries(card.id)).toMatchObject([
    { id: two.id, note: 'Mine\n\nMore', tags: [], mergedInto: null },
  ])
  const csv = await (await ownRequest('GET', `${path}.csv`)).text()
  expect(csv).not.toContain(secret)
  expect(await db.$count(entryMerges, eq(entryMerges.entryId, two.id))).toBe(0)
})

test('a visitor deletes and corrects an entry that was merged, and sees only their own answers', async () => {
  const { one, two, ownRequest, card, list } = await makePair(
    { note: 'Theirs' },
    { status: 'done' },
  )
  await merge(ownRequest, [one.id, two.id])
  await ownRequest('PATCH', `/api/submissions/${two.id}`, { status: 'done' })
  await reviseAnswers(db, one, { company: 'Corrected' })
  const [corrected] = (await list()).entries
  expect(corrected).toMatchObject({ id: two.id, status: 'new', revision: 1 })
  expect(corrected?.formData.company).toBe('Corrected')
  await withdrawEntry(db, one.id)
  const rows = await storedEntries(card.id)
  expect(rows).toMatchObject([
    { id: one.id, formData: {}, note: null, mergedInto: null, withdrawnAt: expect.any(String) },
    { id: two.id, note: null, mergedInto: null },
  ])
})

test('retention deletes each entry in its time', async () => {
  const old = new Date(Date.now() - 740 * dayMs).toISOString()
  const { one, two, ownRequest, card } = await makePair(
    { timestamp: old, note: 'Old' },
    { timestamp: new Date().toISOString(), note: 'Recent' },
  )
  const merged = await merge(ownRequest, [one.id, two.id])
  expect(merged.note).toBe('Old\n\nRecent')
  while (await expireSubmissions(env, { now: Date.now() }));
  expect(await storedEntries(card.id)).toMatchObject([
    { id: two.id, note: 'Recent', mergedInto: null },
  ])
})

test('deleting a merged entry deletes all of it; deleting a card takes only its own', async () => {
  const { one, two, ownRequest, card, user, list } = await makePair()
  const second = await makeCard({ userId: user.id })
  const far = await makeEntry(second.id, { timestamp: novemberDay(9), note: 'Far' })
  const merged = await merge(ownRequest, [one.id, far.id])
  expect((await list()).entries.map(({ id }) => id)).toEqual([two.id])
  const { request: byLevel5 } = await signIn(5)
  expect((await byLevel5('DELETE', `/api/business-cards/${second.id}`)).status).toBe(204)
  expect((await list()).entries.map(({ id }) => id)).toEqual([two.id, one.id])
  expect((await split(ownRequest, merged)).status).toBe(404)
  const both = await merge(ownRequest, [one.id, two.id])
  expect((await ownRequest('DELETE', `/api/submissions/${both.id}`)).status).toBe(204)
  expect(await storedEntries(card.id)).toEqual([])
})

test('the archive of a card has its entries as they were before they were merged', async () => {
  const { one, two, ownRequest, card } = await makePair({ note: 'One' }, { note: 'Two' })
  await merge(ownRequest, [one.id, two.id])
  const response = await ownRequest('GET', `/api/business-cards/${card.id}/archive`)
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()))
  const entries = JSON.parse(new TextDecoder().decode(files['contacts.json']))
  expect(entries).toMatchObject([{ note: 'One' }, { note: 'Two' }])
})

test('a field that is renamed, and a colleague who is erased, are so after a split, too', async () => {
  const { one, two, ownRequest } = await makePair(
    { fields: { Size: 1, Budget: 2 } },
    { fields: { Size: 3 }, assigneeId: 999_999, assignedAt: novemberDay(2) },
  )
  const merged = await merge(ownRequest, [one.id, two.id])
  const fields = [{ name: 'Height', kind: 'number', formerName: 'Size' }]
  await ownRequest('PUT', '/api/account/contact-fields', { fields })
  const left = await (await split(ownRequest, merged)).json()
  expect(left).toMatchObject({ fields: { Height: 3 }, assigneeId: null })
})

test('a colleague can read no part of a merged entry once it is taken back from them', async () => {
  const { one, two, ownRequest } = await makePair()
  const [colleague, next] = [await signIn(1), await signIn(1)]
  const assign = (id: number, assignee: string | null) =>
    ownRequest('PATCH', `/api/submissions/${id}`, { assignee })
  const statuses = async (by: Request) => {
    const read = (path: string) => by('GET', `/api/submissions/${path}`)
    const all = [`${one.id}`, `${one.id}/contact`, `${two.id}`].map(read)
    return (await Promise.all(all)).map(({ status }) => status)
  }
  await assign(one.id, colleague.user.username)
  const merged = await merge(ownRequest, [one.id, two.id])
  expect(merged.assigneeId).toBe(colleague.user.id)
  expect(await statuses(colleague.request)).toEqual([200, 200, 200])
  await assign(merged.id, next.user.username)
  expect(await statuses(colleague.request)).toEqual([404, 404, 404])
  expect(await statuses(next.request)).toEqual([200, 200, 200])
})
