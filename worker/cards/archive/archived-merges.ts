/** The merges of contacts in an archive that are taken from it. */
import type { ArchivedMerge, ArchivedOwner } from '../../../schema/cards/card-archive.ts'
import { maxMerged, maxMergedCharacters } from '../../../schema/inbox/merge.ts'

// With a long note, 49 merges have a quarter of it.
const maxContactCharacters = 1_000_000

/** As JSON beside what is compared, because values take five times the memory. */
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

/**
 * A contact: its entries, the one that shows the others first; what those have now that others were merged into; and its
 * merges, the oldest first. Both as JSON.
 */
export type MergedContact = { members: string[]; owners: string[]; merges: string[] }

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

/** What the contact takes besides its entries. */
export function charactersOf({ owners, merges }: MergedContact): number {
  return [...owners, ...merges].reduce((sum, { length }) => sum + length, 0)
}

// Colleagues are accounts of the installation that made the archive.
function unassigned({ own, set, ...merge }: ArchivedMerge) {
  const nobody = { assigneeId: null, assignedAt: null }
  return { ...merge, own: { ...own, ...nobody }, set: { ...set, ...nobody } }
}

type Groups = Pick<ArchivedMerge, 'entry' | 'groups'>

/**
 * The entries of each contact that comes apart entry by entry when its merges are undone, the one that shows the others
 * first. Takes time in proportion to the merges, whatever they are.
 */
export function wholeContacts(merges: Groups[]): string[][] {
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

/** The entry and what was merged into it; undefined if that is more than `size`, or a group is not what it says. */
function membersOf(entry: string, size: number, known: Known): string[] | undefined {
  const members = [entry]
  for (const { groups } of known.mergesOf.get(entry) ?? []) {
    if (groups.length === 0) return undefined
    for (const group of groups) {
      const [first] = group
      if (!first || known.repeated.has(first)) return undefined
      // What is merged into a group is smaller than the group, so this ends after 50 steps down.
      if (members.length + group.length > size) return undefined
      const added = membersOf(first, group.length, known)
      if (!added || !isSame(added, group)) return undefined
      members.push(...added)
    }
  }
  return members
}

/** Whether both have the same entries, each once. */
export function isSame(one: string[], other: string[]): boolean {
  const [entries, others] = [new Set(one), new Set(other)]
  const isWhole = entries.size === one.length && others.size === other.length
  return isWhole && one.length === other.length && one.every((entry) => others.has(entry))
}
