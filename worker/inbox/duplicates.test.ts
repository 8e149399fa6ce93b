import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { DuplicateList, InboxPage } from '../../schema/inbox/inbox.ts'
import { entryKeys } from '../../schema/inbox/tables.ts'
import { db, makeCard } from '../testing/app.ts'
import { makeEntry, makeInbox } from '../testing/inbox.ts'
import type { Request } from '../testing/merges.ts'
import { measureReads } from '../testing/metered-database.ts'
import { listDuplicated } from './contacts.ts'
import { reviseAnswers, withdrawEntry } from './receipts.ts'

async function duplicatesOf(by: Request, id: number) {
  const response = await by('GET', `/api/submissions/${id}/duplicates`)
  return DuplicateList.parse(await response.json()).map((entry) => entry.id)
}

test.each([
  ['email', ' Ada@X.test', 'email', 'ada@x.test', true],
  ['phone', '+49 (0)151 2345-6789', 'mobile', '0049 151 23456789 ext. 7', true],
  ['phone', '+49 151 23456789', 'phone', '0151/23456789', true],
  ['phone', '(415) 555-2671', 'mobile', '+1 415.555.2671 x9', true],
  ['phone', '０９０-1234-5678', 'phone', '+81 90 1234 5678', true],
  ['phone', '+49 151 23456789', 'phone', '+44 151 23456789', false],
  ['phone', '0151 23456789', 'phone', '0171 23456789', false],
  ['phone', '110', 'phone', '110', false],
  ['email', 'ada@x.test', 'email', 'ada+x@x.test', false],
  ['email', 'none', 'email', 'none', false],
])(
  '%s %j and %s %j are compared without their spelling',
  async (key, text, otherKey, other, is) => {
    const { user, card, ownRequest, list } = await makeInbox()
    const second = await makeCard({ userId: user.id })
    const { id } = await makeEntry(card.id, { formData: { [key]: text } })
    const { id: otherId } = await makeEntry(second.id, { formData: { [otherKey]: other } })
    await makeEntry((await makeCard()).id, { formData: { [otherKey]: other } })
    expect(await duplicatesOf(ownRequest, id)).toEqual(is ? [otherId] : [])
    expect((await list('?duplicates=1')).entries.map((entry) => entry.id)).toEqual(is ? [id] : [])
  },
)

test('an inbox lists the same duplicates as its contacts do, whatever ends and begins alike', async () => {
  const { user, card, ownRequest } = await makeInbox()
  const second = await makeCard({ userId: user.id })
  const former = await makeCard({ userId: user.id, deletedAt: 'now' })
  const numbers = [
    ...['+49 151 23456789', '0151 23456789', '151 23456789', '23456789', '3456789', '+1 23456789'],
    ...['+44 7151 23456789', '7151 23456789', '51 23456789', '+23456789', '9 23456789'],
    ...['1234567', '01234567', '+1234567', '91234567', '999999 23456789'],
  ]
  const ids: number[] = []
  const add = async (cardId: number, formData: Record<string, string>) =>
    ids.push((await makeEntry(cardId, { formData })).id)
  for (const phone of numbers) await add(card.id, { phone })
  await add(second.id, { phone: '0151 23456789', mobile: '555 0100 200', email: 'Twin@x.test' })
  await add(card.id, { email: 'twin@x.test ' })
  await add(card.id, { phone: '555 0100 200', mobile: '555 0100 200' })
  await add(card.id, { phone: '777 0100 200', mobile: '0777 0100 200' })
  await add(former.id, { phone: '777 0100 200' })
  await add((await makeCard()).id, { phone: '777 0100 200' })
  const expected: number[] = []
  for (const id of ids.slice(0, -2))
    if ((await duplicatesOf(ownRequest, id)).length > 0) expected.push(id)
  expect(expected.length).toBeGreaterThan(10)
  const listed = async (path: string) =>
    InboxPage.parse(await (await ownRequest('GET', path)).json())
  const all = await listed('/api/submissions?duplicates=1&limit=50')
  expect(all.entries.map(({ id }) => id).sort((a, b) => a - b)).toEqual(expected)
  expect(all.total).toBe(expected.length)
  const ofCard = await listed(`/api/business-cards/${card.id}/submissions?duplicates=1&limit=50`)
  expect(ofCard.total).toBe(expected.length - 1)
})

test('contacts that share an end of their numbers, but no number, are read in proportion to them', async () => {
  const { card, list } = await makeInbox()
  const count = 3000
  await db.run(sql`insert into form_submissions (card_id, client_id, form_data)
    with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${count})
    select ${card.id}, 'alike ' || n, json_object('phone', '+' || (1000 + n) || '23456789') from numbers`)
  const owner = sql`(select user_id from business_cards where id = ${card.id})`
  const { rows } = await measureReads((metered) => listDuplicated(metered, owner))
  expect(rows).toBeLessThan(60 * count)
  expect((await list('?duplicates=1')).total).toBe(0)
})

test('entries are compared as they are corrected, and not with those of deleted cards', async () => {
  const { user, card, ownRequest } = await makeInbox()
  const former = await makeCard({ userId: user.id, deletedAt: 'now' })
  const { id } = await makeEntry(card.id, { formData: { email: 'a@x.test' } })
  const other = await makeEntry(card.id, { formData: { email: 'b@x.test' } })
  await makeEntry(former.id, { formData: { email: 'a@x.test' } })
  expect(await duplicatesOf(ownRequest, id)).toEqual([])
  await reviseAnswers(db, other, { email: 'a@x.test' })
  expect(await duplicatesOf(ownRequest, id)).toEqual([other.id])
  await withdrawEntry(db, other.id)
  expect(await duplicatesOf(ownRequest, id)).toEqual([])
  expect(await db.$count(entryKeys, eq(entryKeys.entryId, other.id))).toBe(0)
})
