import { and, eq, isNotNull } from 'drizzle-orm'
import { strToU8 } from 'fflate'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { InboxPage, type Submission } from '../../schema/inbox/inbox.ts'
import { formSubmissions } from '../../schema/inbox/tables.ts'
import { db, makeCard, signInWithCard } from '../testing/app.ts'
import { downloadArchive, importArchive, textOf } from '../testing/card-archive.ts'
import { makeEntry, makeInbox } from '../testing/inbox.ts'
import { makePair, merge, novemberDay, type Request, split } from '../testing/merges.ts'

/** What the inbox shows, without what belongs to an installation. */
async function listContacts(by: Request, cardId: number) {
  const response = await by('GET', `/api/business-cards/${cardId}/submissions`)
  const { entries } = InboxPage.parse(await response.json())
  const shown = ({
    name,
    note,
    tags,
    status,
    fields,
    rating,
    followUpOn,
    formData,
    source,
  }: Row) => ({
    ...{ name, note, tags, status, fields, rating, followUpOn, formData, source },
  })
  return { entries, shown: entries.map((entry) => shown({ ...entry, name: entry.formData.name })) }
}
type Row = Submission & { name: string | undefined }

/** A card whose inbox has five entries, four of which are one contact, merged in three steps and changed since. */
async function makeMerged() {
  const { card, ownRequest } = await makeInbox(3)
  const add = (day: number, fields: object) =>
    makeEntry(card.id, { timestamp: novemberDay(day), ...fields })
  const [a, b, c, d] = [
    await add(1, { formData: { name: 'Ada', company: 'Engines' }, note: 'One', tags: ['VIP'] }),
    await add(2, { formData: { name: 'Ada L' }, note: 'Two', fields: { Budget: 5 } }),
    await add(3, { formData: { name: 'A. Lovelace', phone: '1' }, followUpOn: '2026-12-01' }),
    await add(4, { formData: { name: 'Ada Lovelace' }, status: 'done', rating: 'hot' }),
  ]
  await add(5, { formData: { name: 'Grace' } })
  await merge(ownRequest, [a.id, b.id])
  await merge(ownRequest, [c.id, d.id], { answers: { name: c.id } })
  await merge(ownRequest, [b.id, d.id])
  await ownRequest('PATCH', `/api/submissions/${d.id}`, { note: 'One\n\nTwo\n\nThree' })
  return { card, ownRequest }
}

test('merged contacts are the same after export and import, and come apart the same way', async () => {
  const { card, ownRequest } = await makeMerged()
  const files = await downloadArchive(ownRequest, card.id)
  const other = await signInWithCard(3)
  expect((await importArchive(other.request, other.card.id, files)).status).toBe(200)
  const both = async () => [
    await listContacts(ownRequest, card.id),
    await listContacts(other.request, other.card.id),
  ]
  const [before, after] = await both()
  expect(before?.shown).toMatchObject([{ name: 'Grace' }, { note: 'One\n\nTwo\n\nThree' }])
  expect(after?.shown).toEqual(before?.shown)
  const again = await downloadArchive(other.request, other.card.id)
  for (const name of ['merges.json', 'contacts.json', 'contacts.csv'])
    expect(textOf(again, name), name).toBe(textOf(files, name))
  for (const parts of [3, 4, 5]) {
    for (const [index, { entries }] of (await both()).entries()) {
      const merged = entries.find(({ mergeId }) => mergeId !== null)
      const by = index === 0 ? ownRequest : other.request
      expect((await split(by, merged ?? { id: 0, mergeId: 0 })).status).toBe(200)
    }
    const [mine, theirs] = await both()
    expect(mine?.shown).toHaveLength(parts)
    expect(theirs?.shown).toEqual(mine?.shown)
  }
})

test('a second import neither doubles contacts nor merges what was split since', async () => {
  const { card, ownRequest } = await makeMerged()
  const files = await downloadArchive(ownRequest, card.id)
  const other = await signInWithCard(3)
  const list = () => listContacts(other.request, other.card.id)
  expect((await importArchive(other.request, other.card.id, files)).status).toBe(200)
  const [, merged] = (await list()).entries
  expect((await split(other.request, merged ?? { id: 0, mergeId: 0 })).status).toBe(200)
  const { shown } = await list()
  const repeated = await importArchive(other.request, other.card.id, files)
  expect(await repeated.json()).toMatchObject({ entries: 0 })
  expect((await list()).shown).toEqual(shown)
})

test('a contact merged with one of another card is apart in the archive', async () => {
  const { one, two, ownRequest, card, user } = await makePair({ note: 'One' }, { note: 'Two' })
  const elsewhere = await makeEntry((await makeCard({ userId: user.id })).id, {
    ...{ timestamp: novemberDay(9), note: 'Elsewhere' },
  })
  await merge(ownRequest, [one.id, two.id, elsewhere.id])
  const files = await downloadArchive(ownRequest, card.id)
  expect(Object.keys(files)).not.toContain('merges.json')
  expect(JSON.parse(textOf(files, 'contacts.json'))).toMatchObject([
    { note: 'One' },
    { note: 'Two' },
  ])
})

const Merges = z.object({
  entries: z.array(z.record(z.string(), z.unknown())),
  merges: z.array(z.looseObject({ entry: z.string(), groups: z.array(z.array(z.string())) })),
})

test('merges that would not come apart entry by entry are left out', async () => {
  const { card, ownRequest } = await makeMerged()
  const files = await downloadArchive(ownRequest, card.id)
  const { entries, merges } = Merges.parse(JSON.parse(textOf(files, 'merges.json')))
  const [first, second, third] = merges
  if (!first || !second || !third) throw new Error('There are three merges')
  const group = third.groups[0] ?? []
  const wrong = {
    'an entry in itself': [{ ...third, groups: [[third.entry]] }],
    'an entry twice': [...merges, { ...second, groups: [[group[0] ?? '']] }],
    'a circle': [...merges, { ...first, groups: [[third.entry]] }],
    'an unknown entry': [{ ...third, groups: [['nobody']] }],
    'a part without its merge': [third],
    'an empty group': [{ ...third, groups: [[]] }],
  }
  for (const [name, changed] of Object.entries(wrong)) {
    const other = await signInWithCard(3)
    const altered = {
      ...files,
      'merges.json': strToU8(JSON.stringify({ entries, merges: changed })),
    }
    const response = await importArchive(other.request, other.card.id, altered)
    expect([name, response.status]).toEqual([name, 200])
    const rows = await db
      .select({ into: formSubmissions.mergedInto })
      .from(formSubmissions)
      .where(eq(formSubmissions.cardId, other.card.id))
    expect(
      rows.map(({ into }) => into),
      name,
    ).toEqual(Array(5).fill(null))
  }
  const damaged = { ...files, 'merges.json': strToU8('{"entries":[]}') }
  expect((await importArchive(ownRequest, card.id, damaged)).status).toBe(400)
})

test('chains of merges are left out, however long, and the card is replaced as a whole', async () => {
  const { card, ownRequest } = await makeMerged()
  const files = await downloadArchive(ownRequest, card.id)
  const { merges } = Merges.parse(JSON.parse(textOf(files, 'merges.json')))
  const [first] = merges
  const [entry] = z
    .array(z.record(z.string(), z.unknown()))
    .parse(JSON.parse(textOf(files, 'contacts.json')))
  const ids = Array.from({ length: 9001 }, (_, at) => `chained${at}`)
  const groups: Record<string, [length: number, of: (at: number) => unknown[][]]> = {
    'each in the next': [9000, (at) => [[ids[at + 1]]]],
    'each with all below': [2000, (at) => [ids.slice(at + 1, at + 50)]],
    'each in two': [9000, (at) => [[ids[at + 1]], [ids[at + 2] ?? 'nobody']]],
  }
  const few = ids.slice(0, 3).map((clientId) => ({ ...entry, clientId }))
  for (const [name, [length, groupsAt]] of Object.entries(groups)) {
    const other = await signInWithCard(3)
    const chain = ids
      .slice(0, length)
      .map((id, at) => ({ ...first, entry: id, groups: groupsAt(at) }))
    const response = await importArchive(other.request, other.card.id, {
      ...files,
      'contacts.json': strToU8(JSON.stringify(few)),
      'merges.json': strToU8(JSON.stringify({ entries: [], merges: chain })),
    })
    expect([name, await response.json()]).toMatchObject([name, { entries: few.length }])
    const mergedRows = and(
      eq(formSubmissions.cardId, other.card.id),
      isNotNull(formSubmissions.mergedInto),
    )
    expect([name, await db.$count(formSubmissions, mergedRows)]).toEqual([name, 0])
  }
})

test('a contact of more than 50 entries, or of too long answers, is left out, and others are merged', async () => {
  const { card, ownRequest } = await makeMerged()
  const files = await downloadArchive(ownRequest, card.id)
  const { merges } = Merges.parse(JSON.parse(textOf(files, 'merges.json')))
  const [first] = merges
  const [entry] = z
    .array(z.record(z.string(), z.unknown()))
    .parse(JSON.parse(textOf(files, 'contacts.json')))
  const contact = (name: string, size: number) =>
    Array.from({ length: size }, (_, at) => `${name}${at}`)
  const long = Object.fromEntries(
    Array.from({ length: 35 }, (_, at) => [`${at}`, 'x'.repeat(2000)]),
  )
  const contacts = [contact('whole', 50), contact('large', 51), contact('long', 4)]
  const entries = contacts.flat().map((clientId) => ({
    ...entry,
    clientId,
    ...(clientId.startsWith('long') && { formData: long }),
  }))
  const again = contacts.map(([root, ...parts]) => ({
    ...{ ...first, entry: root, groups: parts.map((part) => [part]) },
  }))
  const other = await signInWithCard(3)
  const response = await importArchive(other.request, other.card.id, {
    ...files,
    'contacts.json': strToU8(JSON.stringify(entries)),
    'merges.json': strToU8(JSON.stringify({ entries: [], merges: again })),
  })
  expect(await response.json()).toMatchObject({ entries: 105 })
  const rows = await db
    .select({ clientId: formSubmissions.clientId, into: formSubmissions.mergedInto })
    .from(formSubmissions)
    .where(eq(formSubmissions.cardId, other.card.id))
  const mergedNames = rows.filter(({ into }) => into !== null).map(({ clientId }) => clientId)
  expect(mergedNames.toSorted()).toEqual(contact('whole', 50).slice(1).toSorted())
})
