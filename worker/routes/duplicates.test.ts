import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { DuplicateList } from '../../schema/inbox.ts'
import { entryKeys } from '../../schema/inbox-tables.ts'
import { reviseAnswers, withdrawEntry } from '../inbox/receipts.ts'
import { db, makeCard } from '../testing/app.ts'
import { makeEntry, makeInbox } from '../testing/inbox.ts'
import type { Request } from '../testing/merges.ts'

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
