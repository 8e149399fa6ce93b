/** Merges of contacts in an archive: written to it and read from it. */

import { and, asc, sql } from 'drizzle-orm'
import type { ArchivedMerge, ArchivedOwner } from '../../../schema/cards/card-archive.ts'
import {
  type MergeDetails,
  maxMerged,
  maxMergedCharacters,
  type OwnerData,
} from '../../../schema/inbox/merge.ts'
import { entryMerges, formSubmissions } from '../../../schema/inbox/tables.ts'
import { pick } from '../../../schema/pick.ts'
import {
  idsInParts,
  inParts,
  isAmong,
  listIds,
  readAtOnce,
  type Sized,
  scannedAtOnce,
} from '../../inbox/parts.ts'
import { isApart } from '../../inbox/split-entries.ts'
import type { Db } from '../../platform/database.ts'

// 49 merges with a long note have a quarter of this.
const maxContactCharacters = 1_000_000

/** What is compared, and the rest as JSON, because values take five times the memory. */
type OwnerText = { entry: string; json: string }
type MergeText = Groups & { json: string }

export type Merges = {
  owners: OwnerText[]
  /** The oldest first. */
  merges: MergeText[]
}

export function ownerText(owner: ArchivedOwner): OwnerText {
  return { entry: owner.entry, json: JSON.stringify(owner) }
}

export function mergeText(merge: ArchivedMerge): MergeText {
  const { entry, groups } = merge
  return { entry, groups, json: JSON.stringify(unassigned(merge)) }
}

export type MergedContact = {
  /** Its entries; the one that shows the others comes first. */
  members: string[]
  /** The data of the entries that others were merged into, as JSON. */
  owners: string[]
  /** Its merges as JSON, the oldest first. */
  merges: string[]
}

/**
 * The contacts that can be merged again: all of their entries are in the archive, none was withdrawn, and together they
 * are not too long.
 */
export function mergedContacts(
  entries: { clientId: string; isWithdrawn: boolean; size: number }[],
  { owners, merges }: Merges,
): MergedContact[] {
  const sizes = new Map(entries.map(({ clientId, size }) => [clientId, size]))
  for (const { clientId, isWithdrawn } of entries) if (isWithdrawn) sizes.delete(clientId)
  const tooLong = maxMergedCharacters + 1
  const contacts = wholeContacts(merges).filter(
    (members) => members.reduce((sum, one) => sum + (sizes.get(one) ?? tooLong), 0) < tooLong,
  )
  const rootOf = new Map(
    contacts.flatMap((members) => members.map((member) => [member, members[0]] as const)),
  )
  const mergesOf = Map.groupBy(merges, ({ entry }) => rootOf.get(entry))
  const ownerOf = new Map(owners.map((owner) => [owner.entry, owner]))
  return contacts.flatMap((members) => {
    const contact = {
      members,
      owners: members.flatMap((member) => ownerOf.get(member)?.json ?? []),
      merges: (mergesOf.get(members[0]) ?? []).map(({ json }) => json),
    }
    return charactersOf(contact) > maxContactCharacters ? [] : contact
  })
}

/** The characters of the contact besides its entries. */
export function charactersOf({ owners, merges }: MergedContact): number {
  return [...owners, ...merges].reduce((sum, { length }) => sum + length, 0)
}

// Assignees are accounts of the installation that made the archive.
function unassigned({ own, set, ...merge }: ArchivedMerge) {
  const nobody = { assigneeId: null, assignedAt: null }
  return { ...merge, own: { ...own, ...nobody }, set: { ...set, ...nobody } }
}

type Groups = Pick<ArchivedMerge, 'entry' | 'groups'>

/**
 * The entries of each contact whose merges can be undone down to single entries. The entry that shows the others comes
 * first. Takes time in proportion to the size of the merges, whatever they contain.
 */
function wholeContacts(merges: Groups[]): string[][] {
  const mergesOf = Map.groupBy(merges, ({ entry }) => entry)
  const parts = new Set<string>()
  const firsts = new Set<string>()
  // An entry is merged into one other at a time, and undoing that forgets it.
  const repeated = new Set<string>()
  for (const { groups } of merges)
    for (const group of groups) {
      const [first = ''] = group
      if (firsts.has(first)) repeated.add(first)
      firsts.add(first)
      for (const part of group) parts.add(part)
    }
  const found: string[][] = []
  for (const root of mergesOf.keys()) {
    const members = parts.has(root) ? undefined : membersOf(root, maxMerged, { mergesOf, repeated })
    if (members && members.length > 1) found.push(members)
  }
  return found
}

type Known = { mergesOf: Map<string, Groups[]>; repeated: Set<string> }

/** The entry and all entries merged into it; undefined if there are more than `size`, or a group contradicts its merges. */
function membersOf(entry: string, size: number, known: Known): string[] | undefined {
  const members = [entry]
  for (const { groups } of known.mergesOf.get(entry) ?? []) {
    if (groups.length === 0) return undefined
    for (const group of groups) {
      const [first] = group
      if (!first || known.repeated.has(first)) return undefined
      // Each group is smaller than the contact it was merged into, so the recursion ends after 50 levels.
      if (members.length + group.length > size) return undefined
      const added = membersOf(first, group.length, known)
      if (!added || !isSame(added, group)) return undefined
      members.push(...added)
    }
  }
  return members
}

/** Whether both have the same entries, each once. */
function isSame(one: string[], other: string[]): boolean {
  const [entries, others] = [new Set(one), new Set(other)]
  const isWhole = entries.size === one.length && others.size === other.length
  return isWhole && one.length === other.length && one.every((entry) => others.has(entry))
}

/** merges.json in pieces, with the contacts whose entries all belong to this card; undefined if there are none. */
export async function mergesToArchive(
  db: Db,
  cardId: number,
): Promise<AsyncGenerator<string> | undefined> {
  const rows = await listMergedEntries(db, cardId)
  const names = new Map(rows.map(({ id, clientId }) => [id, clientId]))
  const ids = new Map(rows.map(({ id, clientId }) => [clientId, id]))
  const nameOf = (entry: number) => names.get(entry) ?? ''
  const merges = (await listGroups(db, cardId)).map(({ entryId, groups, ...merge }) => ({
    ...{ ...merge, entry: nameOf(entryId), groups: groups.map((group) => group.map(nameOf)) },
  }))
  const shown = Map.groupBy(rows, ({ id, mergedInto }) => mergedInto ?? id)
  const contacts = wholeContacts(merges).filter((members) => {
    const found = shown.get(ids.get(members[0] ?? '') ?? 0) ?? []
    return isSame(
      members,
      found.map(({ clientId }) => clientId),
    )
  })
  const kept = new Set(contacts.flat())
  const keptMerges = merges.filter(({ entry }) => kept.has(entry))
  if (keptMerges.length === 0) return undefined
  const changed = new Set(keptMerges.map(({ entry }) => ids.get(entry) ?? 0))
  const owners = rows.filter(({ id }) => changed.has(id))
  return mergesJson(db, { owners: inParts(owners), merges: inParts(keptMerges), nameOf })
}

async function listMergedEntries(db: Db, cardId: number) {
  const { id, clientId, mergedInto } = formSubmissions
  const size = sql<number>`octet_length(fields) + coalesce(octet_length(note), 0)`
  const found = []
  const entries = await listIds(db, sql`card_id = ${cardId}`)
  for (const ids of idsInParts(entries, scannedAtOnce))
    found.push(
      ...(await db
        .select({ id, clientId, mergedInto, size, entries: sql<number>`1` })
        .from(formSubmissions)
        .where(and(isAmong(ids), sql`not ${isApart}`))),
    )
  return found.toSorted((one, other) => one.id - other.id)
}

// The texts of merges are long, so they are read a few at a time.
async function listGroups(db: Db, cardId: number) {
  const { id, entryId } = entryMerges
  const merges = await db.all<Sized>(sql`
    select id, 1 as entries, octet_length(details) as size from entry_merges
    where entry_id in (select id from form_submissions where card_id = ${cardId}) order by id`)
  const columns = {
    ...{ id, entryId, size: sql<number>`octet_length(details)`, entries: sql<number>`1` },
    groups: sql`details -> '$.groups'`.mapWith((json: string): MergeDetails['groups'] =>
      JSON.parse(json),
    ),
  }
  const found = []
  for (const ids of inParts(merges, readAtOnce)) {
    const among = isAmong(ids, id)
    found.push(...(await db.select(columns).from(entryMerges).where(among).orderBy(asc(id)).all()))
  }
  return found
}

type Kept = { owners: number[][]; merges: number[][]; nameOf: (entry: number) => string }

async function* mergesJson(db: Db, { owners, merges, nameOf }: Kept): AsyncGenerator<string> {
  yield '{"entries":['
  yield* lines(owners, async (ids) => {
    const { id, status, note, followUpOn, tags, fields, rating } = formSubmissions
    const rows = await db
      .select({ id, status, note, followUpOn, tags, fields, rating })
      .from(formSubmissions)
      .where(isAmong(ids))
      .orderBy(asc(id))
      .all()
    return rows.map((row): ArchivedOwner => ({ entry: nameOf(row.id), ...ownerData(row) }))
  })
  yield '],\n"merges":['
  yield* lines(merges, async (ids) => {
    const { entryId, mergedAt, details } = entryMerges
    const rows = await db
      .select({ entryId, mergedAt, details })
      .from(entryMerges)
      .where(isAmong(ids, entryMerges.id))
      .orderBy(asc(entryMerges.id))
      .all()
    return rows.map((row) => archivedMerge(row, nameOf))
  })
  yield ']}\n'
}

async function* lines(
  parts: number[][],
  read: (ids: number[]) => Promise<object[]>,
): AsyncGenerator<string> {
  for (const [at, ids] of parts.entries()) {
    const text = (await read(ids)).map((row) => `\n${JSON.stringify(row)}`).join(',')
    yield at === 0 ? text : `,${text}`
  }
}

type StoredMerge = { entryId: number; mergedAt: string; details: MergeDetails }

function archivedMerge(
  { entryId, mergedAt, details: { groups, own, set, answers } }: StoredMerge,
  nameOf: (entry: number) => string,
): ArchivedMerge {
  const chosen = Object.entries(answers).map(([key, entry]) => [key, nameOf(entry)] as const)
  return {
    ...{ entry: nameOf(entryId), mergedAt, groups: groups.map((group) => group.map(nameOf)) },
    ...{ own: ownerData(own), set: ownerData(set) },
    answers: Object.fromEntries(chosen.filter(([, name]) => name !== '')),
  }
}

// Without assignees, which are accounts of this installation.
function ownerData(data: Omit<OwnerData, 'assigneeId' | 'assignedAt'>) {
  return pick(data, ['status', 'note', 'followUpOn', 'tags', 'fields', 'rating'])
}
