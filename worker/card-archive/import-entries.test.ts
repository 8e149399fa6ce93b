import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { entryMerges } from '../../schema/inbox-tables.ts'
import { database } from '../platform/database.ts'
import { db, makeCard } from '../testing/app.ts'
import { faultyBindings } from '../testing/fault-bindings.ts'
import { storedEntries } from '../testing/merges.ts'
import { mergedContacts } from './archived-merges.ts'
import { storeEntries } from './import-entries.ts'

const own = {
  ...{ status: 'new' as const, note: null, followUpOn: null, tags: [], fields: {}, rating: null },
}
const set = { ...own, note: 'Merged', tags: ['VIP'] }

function entryText(clientId: string, answer = 'x') {
  const entry = {
    ...{ clientId, timestamp: '2026-01-01T00:00:00.000Z', formData: { message: answer } },
    ...{ consentHash: null, source: 'link', place: null, device: null, revision: 0 },
    ...{ revisedAt: null, withdrawnAt: null, capturedAt: null, ...own },
  }
  const json = JSON.stringify(entry)
  return { clientId, source: 'link', isWithdrawn: false, size: answer.length, json }
}

// Long ones are stored in batches of their own.
const entries = [
  ...[entryText('a'), entryText('long1', 'x'.repeat(90_000)), entryText('b')],
  ...[entryText('long2', 'x'.repeat(90_000)), entryText('c')],
]
const merge = { mergedAt: '2026-01-02T00:00:00.000Z', own, set, answers: { message: 'a' } }
const merges = [
  { ...merge, entry: 'b', groups: [['a']] },
  { ...merge, entry: 'c', groups: [['b', 'a']] },
]
const merged = mergedContacts(entries, { owners: [{ entry: 'c', ...set }], merges })
const contacts = { entries, merged, codes: new Map<string, string>() }

async function stateOf(cardId: number) {
  const rows = await storedEntries(cardId)
  const nameOf = (id: number | null) => rows.find((row) => row.id === id)?.clientId ?? null
  const shown = rows.map(({ clientId, mergedInto, note, tags }) => [
    ...[clientId, nameOf(mergedInto), note, tags],
  ])
  const stored = await db
    .select()
    .from(entryMerges)
    .where(sql`entry_id in (select id from form_submissions where card_id = ${cardId})`)
    .orderBy(entryMerges.id)
  const details = stored.map(({ entryId, details: { groups, answers } }) => [
    ...[nameOf(entryId), groups.map((group) => group.map(nameOf)), nameOf(answers.message ?? 0)],
  ])
  return { shown: shown.toSorted(), details }
}

const whole = {
  shown: [
    ['a', 'c', null, []],
    ['b', 'c', null, []],
    ['c', null, 'Merged', ['VIP']],
    ['long1', null, null, []],
    ['long2', null, null, []],
  ],
  details: [
    ['b', [['a']], 'a'],
    ['c', [['b', 'a']], 'a'],
  ],
}

test.each(['before', 'after', 'repeat', 'crash'] as const)(
  'an import that ends early (%s) is completed by the next one, and merges each contact once',
  async (fault) => {
    for (let at = 0, isDone = false; !isDone; at += 1) {
      const { id: cardId } = await makeCard()
      const { bindings, calls } = faultyBindings({ at, fault })
      const into = { cardId, may: sql`true` }
      await storeEntries(database(bindings.DB), into, contacts).catch(() => undefined)
      await storeEntries(db, into, contacts)
      expect([at, await stateOf(cardId)]).toEqual([at, whole])
      isDone = calls.length <= at
    }
  },
)

test('what an import added is known however often a statement is repeated', async () => {
  for (let at = 0, isDone = false; !isDone; at += 1) {
    const { id: cardId } = await makeCard()
    const { bindings, calls } = faultyBindings({ at, fault: 'repeat' })
    const into = { cardId, may: sql`true` }
    expect(await storeEntries(database(bindings.DB), into, contacts)).toBe(entries.length)
    expect(await storeEntries(db, into, contacts)).toBe(0)
    isDone = calls.length <= at
  }
})
