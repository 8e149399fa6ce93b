import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { DuplicateList, EntriesPage, InboxPage, Submission } from '../../schema/inbox/inbox.ts'
import { entryMerges } from '../../schema/inbox/tables.ts'
import { findIntegrityErrors } from '../operations/integrity-checks.ts'
import { db, makeCard, signIn, statusAndText } from '../testing/app.ts'
import { makeEntry } from '../testing/inbox.ts'
import {
  makePair,
  merge,
  novemberDay,
  type Request,
  split,
  storedEntries,
} from '../testing/merges.ts'
import { withdrawEntry } from './receipts.ts'

async function duplicatesOf(by: Request, id: number) {
  const response = await by('GET', `/api/submissions/${id}/duplicates`)
  return DuplicateList.parse(await response.json()).map((entry) => entry.id)
}

test('a merged entry has the newest answers, all tags and notes, and the earliest plan', async () => {
  const { one, two, ownRequest, list, card, path } = await makePair(
    {
      ...{ note: 'Met at the fair', tags: ['Fair'], followUpOn: '2026-12-01', source: 'qr' },
      ...{ status: 'seen', rating: 'warm', fields: { Budget: 5, Size: 2 } },
    },
    { note: 'Wrote', tags: ['fair', 'VIP'], followUpOn: '2026-12-09', fields: { Budget: 7 } },
  )
  const merged = await merge(ownRequest, [one.id, two.id])
  expect(merged).toMatchObject({
    ...{
      id: two.id,
      merged: [one.id],
      mergedInto: null,
      timestamp: novemberDay(5),
      metAt: novemberDay(1),
    },
    formData: { name: 'Ada Lovelace', email: 'ADA@x.test ', company: 'Engines' },
    ...{ note: 'Met at the fair\n\nWrote', tags: ['fair', 'VIP'], followUpOn: '2026-12-01' },
    ...{ status: 'new', rating: 'warm', source: 'qr', fields: { Budget: 7, Size: 2 } },
  })
  expect(await duplicatesOf(ownRequest, two.id)).toEqual([])
  const page = await list()
  expect(page.entries).toEqual([merged])
  expect(page).toMatchObject({ total: 1, counts: { new: 1, seen: 0 } })
  expect((await list('?search=Engines')).total).toBe(1)
  expect((await list('?duplicates=1')).total).toBe(0)
  const csv = await (await ownRequest('GET', `${path}.csv`)).text()
  expect(csv.match(/Ada/g)).toHaveLength(1)
  expect(csv).toContain('Engines')
  const contacts = await ownRequest(
    'GET',
    `/api/business-cards/${card.id}/contacts.csv?format=zoho`,
  )
  expect((await contacts.text()).match(/Engines/g)).toHaveLength(1)
  // The other one says where it is, and is changed nowhere else.
  const absorbed = await ownRequest('GET', `/api/submissions/${one.id}`)
  expect(await absorbed.json()).toMatchObject({ id: one.id, mergedInto: two.id })
  const moved = [409, 'This submission was merged into another. Open that one.']
  for (const [method, body] of [['PATCH', { status: 'done' }] as const, ['DELETE'] as const])
    expect(await statusAndText(ownRequest(method, `/api/submissions/${one.id}`, body))).toEqual(
      moved,
    )
})

test('a split restores what was, and keeps what was changed since', async () => {
  const { one, two, ownRequest, card } = await makePair(
    { note: 'First', tags: ['A'], fields: { Budget: 5 }, followUpOn: '2026-12-01' },
    { note: 'Second', tags: ['B'] },
  )
  const before = await storedEntries(card.id)
  const merged = await merge(ownRequest, [one.id, two.id])
  expect(await (await split(ownRequest, merged)).json()).toMatchObject({
    merged: [],
    note: 'Second',
  })
  expect(await storedEntries(card.id)).toEqual(before)
  expect(await db.$count(entryMerges, eq(entryMerges.entryId, two.id))).toBe(0)
  const again = await merge(ownRequest, [one.id, two.id])
  const change = {
    ...{ note: 'First\n\nSecond\n\nThird', tags: ['A', 'B', 'C'], status: 'done' },
  }
  await ownRequest('PATCH', `/api/submissions/${two.id}`, change)
  expect(await (await split(ownRequest, again)).json()).toMatchObject({
    ...{ note: 'Second\n\nThird', tags: ['B', 'C'], status: 'done', followUpOn: null, fields: {} },
  })
  expect((await split(ownRequest, again)).status).toBe(409)
})

test('answers and own fields of any of the entries can be chosen', async () => {
  const { one, two, ownRequest } = await makePair({ fields: { Size: 1 } }, { fields: { Size: 2 } })
  const choice = { answers: { name: one.id, nothing: one.id }, fields: { Size: one.id } }
  const merged = await merge(ownRequest, [one.id, two.id], choice)
  expect(merged).toMatchObject({ formData: { name: 'Ada' }, fields: { Size: 1 } })
})

test('merges of merged entries are undone one after another', async () => {
  const { one, two, ownRequest, card } = await makePair({ note: '1' }, { note: '2' })
  const three = await makeEntry(card.id, {
    timestamp: novemberDay(3),
    note: '3',
    formData: { phone: '1' },
  })
  const four = await makeEntry(card.id, { timestamp: novemberDay(9), note: '4' })
  const pair = await merge(ownRequest, [one.id, three.id])
  const before = await storedEntries(card.id)
  const triple = await merge(ownRequest, [pair.id, two.id])
  expect(triple).toMatchObject({ id: two.id, note: '1\n\n3\n\n2' })
  // The caller may name an entry that was merged in the meantime.
  const all = await merge(ownRequest, [one.id, four.id])
  expect(all).toMatchObject({ id: four.id, note: '1\n\n3\n\n2\n\n4' })
  expect(all.merged.toSorted()).toEqual([one.id, two.id, three.id].toSorted())
  expect(await findIntegrityErrors(env)).not.toContainEqual(
    expect.objectContaining({ rule: expect.stringContaining('merged'), broken: 1 }),
  )
  await split(ownRequest, all)
  const again = Submission.parse(
    await (await ownRequest('GET', `/api/submissions/${two.id}`)).json(),
  )
  expect(again).toEqual({ ...triple, mergeId: again.mergeId })
  await split(ownRequest, again)
  expect(await storedEntries(card.id)).toEqual(before)
})

test('merging refuses notes and tags that are too long together, withdrawn entries and other owners', async () => {
  const { one, two, ownRequest, card } = await makePair(
    { note: 'a'.repeat(1500) },
    { note: 'b'.repeat(600) },
  )
  const call = (by: Request, ids: number[]) =>
    statusAndText(by('POST', '/api/submissions/merge', { ids }))
  expect(await call(ownRequest, [one.id, two.id])).toEqual([
    400,
    'The notes together are longer than 2,000 characters. Shorten one first.',
  ])
  const many = Array.from({ length: 20 }, (_, index) => `${index}`)
  const tagged = await makeEntry(card.id, { tags: many })
  const other = await makeEntry(card.id, { tags: ['one more'] })
  expect(await call(ownRequest, [tagged.id, other.id])).toEqual([
    400,
    'Together they have more than 20 tags. Remove some first.',
  ])
  await withdrawEntry(db, other.id)
  expect(await call(ownRequest, [tagged.id, other.id])).toEqual([
    400,
    'The visitor deleted one of these. It cannot be merged.',
  ])
  const foreign = await makeEntry((await makeCard()).id)
  expect(await call(ownRequest, [tagged.id, foreign.id])).toEqual([
    404,
    'Form submission not found',
  ])
  expect(await call(ownRequest, [tagged.id, 999_999])).toEqual([404, 'Form submission not found'])
  const deleted = await makeCard({ userId: card.userId, deletedAt: new Date().toISOString() })
  const gone = await makeEntry(deleted.id)
  expect(await call(ownRequest, [tagged.id, gone.id])).toEqual([404, 'Form submission not found'])
  const { request: byLevel5 } = await signIn(5)
  expect(await call(byLevel5, [tagged.id, foreign.id])).toEqual([
    400,
    'Only submissions of the same owner can be merged.',
  ])
  expect((await ownRequest('POST', '/api/submissions/merge', { ids: [one.id] })).status).toBe(400)
})

test('clients that pull changes get a merge as a deletion, and a split as changes', async () => {
  const { one, two, ownRequest, card } = await makePair()
  const pull = async (cursor = '') => {
    const path = `/api/business-cards/${card.id}/entries?cursor=${cursor}`
    return EntriesPage.parse(await (await ownRequest('GET', path)).json())
  }
  const start = await pull()
  const merged = await merge(ownRequest, [one.id, two.id])
  const after = await pull(start.cursor)
  expect(after).toMatchObject({ deleted: [one.id], entries: [{ id: two.id }] })
  expect(after.entries[0]?.formData.company).toBe('Engines')
  await split(ownRequest, merged)
  const end = await pull(after.cursor)
  expect(end.deleted).toEqual([])
  expect(new Set(end.entries.map(({ id }) => id))).toEqual(new Set([one.id, two.id]))
})

test('two merges, and a merge and a deletion, at the same time have one consistent result', async () => {
  const { one, two, ownRequest, card } = await makePair()
  const three = await makeEntry(card.id, { timestamp: novemberDay(7) })
  const merges = [
    [one.id, two.id],
    [two.id, three.id],
    [one.id, three.id],
  ].map((ids) => ownRequest('POST', '/api/submissions/merge', { ids }))
  for (const response of await Promise.all(merges)) expect(response.status).toBe(200)
  const { entries } = InboxPage.parse(
    await (await ownRequest('GET', `/api/business-cards/${card.id}/submissions`)).json(),
  )
  expect(entries).toMatchObject([{ id: three.id }])
  expect(new Set(entries[0]?.merged)).toEqual(new Set([one.id, two.id]))
  const four = await makeEntry(card.id, { timestamp: novemberDay(8) })
  await Promise.all([
    ownRequest('POST', '/api/submissions/merge', { ids: [three.id, four.id] }),
    ownRequest('DELETE', `/api/submissions/${three.id}`),
  ])
  const left = (await storedEntries(card.id)).map(({ id, mergedInto }) => [id, mergedInto])
  expect([
    [[four.id, null]],
    [
      [one.id, four.id],
      [two.id, four.id],
      [three.id, four.id],
      [four.id, null],
    ],
  ]).toContainEqual(left)
})

test('colleagues see a merged entry that is assigned to them, but no duplicates', async () => {
  const { user, request: theirs } = await signIn(1)
  const { one, two, ownRequest } = await makePair({
    assigneeId: user.id,
    assignedAt: novemberDay(2),
  })
  expect((await theirs('GET', `/api/submissions/${one.id}/duplicates`)).status).toBe(404)
  const merged = await merge(ownRequest, [one.id, two.id])
  expect(merged.assigneeId).toBe(user.id)
  expect((await theirs('GET', `/api/submissions/${two.id}`)).status).toBe(200)
  expect((await split(theirs, merged)).status).toBe(404)
  await split(ownRequest, merged)
  expect((await theirs('GET', `/api/submissions/${two.id}`)).status).toBe(404)
})
