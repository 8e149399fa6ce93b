/** The merges of a card's contacts for its archive: which entries are one contact, and what undoing it restores. */
import { and, asc, sql } from 'drizzle-orm'
import type { ArchivedMerge, ArchivedOwner } from '../../../schema/cards/card-archive.ts'
import type { MergeDetails, OwnerData } from '../../../schema/inbox/merge.ts'
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
import { isSame, wholeContacts } from './archived-merges.ts'

/** merges.json in pieces, with the contacts of which all entries are of this card; undefined if there are none. */
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

// Colleagues are accounts of this installation.
function ownerData(data: Omit<OwnerData, 'assigneeId' | 'assignedAt'>) {
  return pick(data, ['status', 'note', 'followUpOn', 'tags', 'fields', 'rating'])
}
