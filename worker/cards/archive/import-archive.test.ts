import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { entryMerges } from '../../../schema/inbox/tables.ts'
import { database } from '../../platform/database.ts'
import { db, makeCard } from '../../testing/app.ts'
import { faultyBindings } from '../../testing/fault-bindings.ts'
import { storedEntries } from '../../testing/merges.ts'
import { measureReads } from '../../testing/metered-database.ts'
import { mergedContacts, mergeText, ownerText } from './archived-merges.ts'
import { storeEntries } from './import-archive.ts'

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
const merged = mergedContacts(entries, {
  owners: [ownerText({ entry: 'c', ...set })],
  merges: merges.map(mergeText),
})
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

test('merging again reads the entries of the contact, not all others of the card', async () => {
  const { id: cardId } = await makeCard()
  const others = Array.from({ length: 1000 }, (_, at) => entryText(`other${at}`))
  const into = { cardId, may: sql`true` }
  const { rows } = await measureReads((metered) =>
    storeEntries(metered, into, { ...contacts, entries: [...entries, ...others] }),
  )
  expect(await stateOf(cardId)).toMatchObject({ details: whole.details })
  // Each entry is read when it is stored and counted, with its keys and indexes.
  expect(rows).toBeLessThan(40 * others.length)
})

test('a contact with long notes in Chinese is merged again', async () => {
  const { id: cardId } = await makeCard()
  const members = Array.from({ length: 50 }, (_, at) => entryText(`entry${at}`))
  const long = { ...own, note: '語'.repeat(2000), fields: { Plan: '語'.repeat(500) } }
  const [first, ...parts] = members.map(({ clientId }) => clientId)
  const all = parts.map((part) => ({
    ...{ entry: first ?? '', mergedAt: merge.mergedAt, groups: [[part]], answers: {} },
    ...{ own: { ...long, fields: { ...long.fields, More: '語'.repeat(12_000) } }, set: long },
  }))
  const owners = [ownerText({ entry: first ?? '', ...long })]
  const found = mergedContacts(members, { owners, merges: all.map(mergeText) })
  const into = { cardId, may: sql`true` }
  await storeEntries(db, into, { entries: members, merged: found, codes: new Map() })
  expect((await stateOf(cardId)).details).toHaveLength(49)
})
