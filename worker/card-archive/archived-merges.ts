/** The merges of a card's contacts in its archive: which entries are one contact, and what undoing it restores. */
import { asc, eq, sql } from 'drizzle-orm'
import type { ArchivedEntry, ArchivedMerges } from '../../schema/card-archive.ts'
import { entryChanges, entryMerges, formSubmissions } from '../../schema/inbox-tables.ts'
import { type MergeDetails, maxMerged, type OwnerData } from '../../schema/merge.ts'
import { pick } from '../../schema/pick.ts'
import { mergeColumns } from '../inbox/merge-entries.ts'
import { isApart } from '../inbox/split-entries.ts'
import type { Db } from '../platform/database.ts'
import { repeatable } from '../platform/repeatable.ts'
import { chunksOf } from './import-archive.ts'

type Groups = { entry: string; groups: string[][] }

/** The merges of contacts of which all entries are of this card. */
export async function mergesToArchive(db: Db, cardId: number): Promise<ArchivedMerges> {
  const rows = await db
    .select({ ...mergeColumns, clientId: formSubmissions.clientId })
    .from(formSubmissions)
    .innerJoin(entryChanges, eq(entryChanges.entryId, formSubmissions.id))
    .where(sql`${formSubmissions.cardId} = ${cardId} and not ${isApart}`)
    .all()
  const stored = await db
    .select({
      entryId: entryMerges.entryId,
      mergedAt: entryMerges.mergedAt,
      details: entryMerges.details,
    })
    .from(entryMerges)
    .where(sql`entry_id in (select id from form_submissions where card_id = ${cardId})`)
    .orderBy(asc(entryMerges.id))
    .all()
  const names = new Map(rows.map((row) => [row.id, row.clientId]))
  const merges = stored.map((merge) => archivedMerge(merge, names))
  const kept = new Set<string>()
  for (const [root, members] of wholeContacts(merges)) {
    const { id } = rows.find(({ clientId }) => clientId === root) ?? {}
    const shown = rows.filter((row) => row.id === id || row.mergedInto === id)
    const isSame = shown.every(({ clientId }) => members.has(clientId))
    if (isSame && shown.length === members.size) for (const member of members) kept.add(member)
  }
  const keptMerges = merges.filter(({ entry }) => kept.has(entry))
  const changed = new Set(keptMerges.map(({ entry }) => entry))
  return {
    entries: rows
      .filter(({ clientId }) => changed.has(clientId))
      .map((row) => ({ entry: row.clientId, ...archivedOwnerData(row) })),
    merges: keptMerges,
  }
}

type StoredMerge = { entryId: number; mergedAt: string; details: MergeDetails }

function archivedMerge(
  { entryId, mergedAt, details: { groups, own, set, answers } }: StoredMerge,
  names: Map<number, string>,
) {
  const nameOf = (entry: number) => names.get(entry) ?? ''
  const chosen = Object.entries(answers).map(([key, entry]) => [key, nameOf(entry)] as const)
  return {
    ...{ entry: nameOf(entryId), mergedAt, groups: groups.map((group) => group.map(nameOf)) },
    ...{ own: archivedOwnerData(own), set: archivedOwnerData(set) },
    answers: Object.fromEntries(chosen.filter(([, name]) => name !== '')),
  }
}

// Colleagues are accounts of this installation.
function archivedOwnerData(data: Omit<OwnerData, 'assigneeId' | 'assignedAt'>) {
  return pick(data, ['status', 'note', 'followUpOn', 'tags', 'fields', 'rating'])
}

/**
 * The entries of each contact by the one that shows the others, itself included, of those contacts that come apart
 * entry by entry when their merges are undone.
 */
function wholeContacts(merges: Groups[]): Map<string, Set<string>> {
  const groupsOf = Map.groupBy(merges, ({ entry }) => entry)
  const parts = new Set(merges.flatMap(({ groups }) => groups.flat()))
  const found = new Map<string, Set<string>>()
  for (const root of groupsOf.keys()) {
    const members = new Set([root])
    const isWhole = !parts.has(root) && comesApart(root, { groupsOf, members })
    if (isWhole && members.size > 1 && members.size <= maxMerged) found.set(root, members)
  }
  return found
}

type Undoing = { groupsOf: Map<string, Groups[]>; members: Set<string> }

/** Adds what was merged into the entry to the members; false if an entry is named twice, or a group is not its merges. */
function comesApart(entry: string, { groupsOf, members }: Undoing): boolean {
  for (const [first = '', ...parts] of groupsOf.get(entry)?.flatMap(({ groups }) => groups) ?? []) {
    if (first === '' || members.has(first)) return false
    members.add(first)
    const before = new Set(members)
    if (!comesApart(first, { groupsOf, members })) return false
    const added = new Set([...members].filter((one) => !before.has(one)))
    if (added.size !== parts.length || !parts.every((part) => added.has(part))) return false
  }
  return true
}

type Imported = {
  entries: ArchivedEntry[]
  archived: ArchivedMerges
  /** The ids of the entries that were added, by client id. */
  added: Map<string, number>
}

/** Merges the contacts of which all entries were added now, all of them or none. */
export async function storeMerges(
  db: D1Database,
  { entries, archived, added }: Imported,
): Promise<void> {
  const roots = rootsOf({ entries, archived, added })
  const idOf = (entry: string) => added.get(entry) ?? 0
  const parts = [...roots]
    .filter(([entry, root]) => entry !== root)
    .map(([entry, root]) => ({ id: idOf(entry), into: idOf(root) }))
  const changed = archived.entries
    .filter(({ entry }) => roots.has(entry))
    .map(({ entry, ...data }) => ({ id: idOf(entry), ...data }))
  const merges = archived.merges
    .filter(({ entry }) => roots.has(entry))
    .map((merge) => ({
      ...{ id: idOf(merge.entry), mergedAt: merge.mergedAt, details: detailsOf(merge, idOf) },
    }))
  const statements = [
    ...listsOf(parts).map((list) => db.prepare(mergeSql).bind(list)),
    ...listsOf(changed).map((list) => db.prepare(changeSql).bind(list)),
    ...listsOf(merges).map((list) => db.prepare(recordSql).bind(list)),
  ]
  if (statements.length > 0) await repeatable(() => db.batch(statements))
}

const mergeSql = `update form_submissions set merged_into = part.value ->> '$.into'
  from json_each(?1) as part where form_submissions.id = part.value ->> '$.id'`

const changeSql = `update form_submissions set status = now.value ->> '$.status',
    note = now.value ->> '$.note', follow_up_on = now.value ->> '$.followUpOn',
    tags = now.value -> '$.tags', fields = now.value -> '$.fields', rating = now.value ->> '$.rating'
  from json_each(?1) as now where form_submissions.id = now.value ->> '$.id'`

const recordSql = `insert into entry_merges (entry_id, merged_at, details)
  select value ->> '$.id', value ->> '$.mergedAt', value -> '$.details'
  from json_each(?1) where not exists (select 1 from entry_merges as stored
    where stored.entry_id = value ->> '$.id' and stored.merged_at = value ->> '$.mergedAt'
      and stored.details = value -> '$.details')
  order by key`

/** The entries to merge, with the one that shows each, itself included. */
function rootsOf({ entries, archived: { merges }, added }: Imported): Map<string, string> {
  const free = new Set(
    entries.flatMap(({ clientId, withdrawnAt }) =>
      withdrawnAt === null && added.has(clientId) ? clientId : [],
    ),
  )
  const roots = new Map<string, string>()
  for (const [root, members] of wholeContacts(merges)) {
    const all = [...members]
    // An entry is in one contact.
    if (all.some((member) => !free.has(member) || roots.has(member))) continue
    for (const member of all) roots.set(member, root)
  }
  return roots
}

function listsOf(rows: object[]): string[] {
  return chunksOf(rows.map((row) => JSON.stringify(row))).map((chunk) => `[${chunk.join(',')}]`)
}

function unassigned<Data>(data: Data) {
  return { ...data, assigneeId: null, assignedAt: null }
}

function detailsOf(
  { groups, own, set, answers }: ArchivedMerges['merges'][number],
  idOf: (entry: string) => number,
): MergeDetails {
  return {
    groups: groups.map((group) => group.map(idOf)),
    ...{ own: unassigned(own), set: unassigned(set) },
    answers: Object.fromEntries(Object.entries(answers).map(([key, entry]) => [key, idOf(entry)])),
  }
}
