/**
 * Merges form submissions of one person: what the merged submission shows, and what remains when the merge is undone. Answers
 * of visitors are never copied; they are combined whenever they are read.
 */
import * as z from 'zod/mini'
import { Id } from '../text.ts'
import { maxFieldValues } from './contact-field.ts'
import { maxNoteLength, maxTags, type Submission } from './inbox.ts'
import { leadRatings } from './lead.ts'

const maxAtOnce = 20
/** The most submissions that a merged one can show. */
export const maxMerged = 50
/** The most characters of their answers together, as JSON: they are combined at every read. */
export const maxMergedCharacters = 250_000

const Choice = z._default(z.record(z.string().check(z.maxLength(200)), Id), {})

export const busyMessage = 'These submissions are being changed. Try again.'
/** Why submissions cannot be merged. */
export const mergeMessages = {
  withdrawn: 'The visitor deleted one of these. It cannot be merged.',
  owners: 'Only submissions of the same owner can be merged.',
  size: 'Together they would be more than 50 submissions.',
  length: 'Together the answers are too long for one submission.',
} as const

/**
 * The submissions to merge. Each answer and own field is the newest, unless `answers` or `fields` chooses a submission for
 * its key.
 */
export const EntryMerge = z.strictObject({
  ids: z
    .array(Id)
    .check(z.minLength(2, 'Select at least two form submissions'))
    .check(z.maxLength(maxAtOnce, `Merge at most ${maxAtOnce} form submissions at once`)),
  answers: Choice,
  fields: Choice,
})
export type EntryMerge = z.infer<typeof EntryMerge>

/** `merge` is the `mergeId` of the submission. */
export const EntrySplit = z.strictObject({ merge: Id })

/** What owners add to a submission. */
export type OwnerData = Pick<
  Submission,
  'status' | 'note' | 'followUpOn' | 'tags' | 'fields' | 'rating' | 'assigneeId'
> & { assignedAt: string | null }

/** What undoes a merge. `groups` has the ids of each merged submission, followed by those it already showed. */
export type MergeDetails = {
  groups: number[][]
  /** The owner's data of the submission before the merge, and the data that the merge set. */
  own: OwnerData
  set: OwnerData
  /** The id of the submission chosen for an answer, by the answer's key. */
  answers: Record<string, number>
}

type Dated = { id: number; timestamp: string }
type Answered = Dated & Pick<Submission, 'formData'>

/** Returns the submissions newest first. The first shows the others. */
export function newestFirst<Part extends Dated>(parts: Part[]): Part[] {
  return parts.toSorted((a, b) => b.timestamp.localeCompare(a.timestamp) || b.id - a.id)
}

/** Returns the distinct values of each key, newest first, each with the id of the first submission that has it. */
export function valuesByKey<Value>(
  parts: Valued<Value>[],
): Map<string, { id: number; value: Value }[]> {
  const found = new Map<string, { id: number; value: Value }[]>()
  for (const { id, values } of parts)
    for (const [key, value] of Object.entries(values)) {
      const others = found.get(key) ?? []
      if (!others.some((other) => other.value === value)) others.push({ id, value })
      found.set(key, others)
    }
  return found
}

/** Returns each key's answer: the chosen submission's, or the newest. `parts` are newest first. */
export function mergedAnswers(
  parts: Answered[],
  chosen: Record<string, number> = {},
): Record<string, string> {
  return pickValues(parts.map(answersOf), chosen)
}

/** Returns, for each answer of the merged submission, the id of the submission it comes from. */
export function answerSources(
  parts: Answered[],
  chosen: Record<string, number>,
): Record<string, number> {
  return pickSources(parts.map(answersOf), chosen)
}

function answersOf({ id, formData }: Answered) {
  return { id, values: formData }
}

type Valued<Value> = { id: number; values: Record<string, Value> }

function pickSources<Value>(
  parts: Valued<Value>[],
  chosen: Record<string, number>,
): Record<string, number> {
  const sources: Record<string, number> = {}
  for (const { id, values } of parts)
    for (const key of Object.keys(values))
      if (!Object.hasOwn(sources, key) || (Object.hasOwn(chosen, key) && chosen[key] === id))
        sources[key] = id
  return sources
}

function pickValues<Value>(
  parts: Valued<Value>[],
  chosen: Record<string, number>,
): Record<string, Value> {
  const picked: Record<string, Value> = {}
  for (const [key, source] of Object.entries(pickSources(parts, chosen))) {
    const value = parts.find(({ id }) => id === source)?.values[key]
    if (value !== undefined) picked[key] = value
  }
  return picked
}

const statusOrder = ['new', 'seen', 'done'] as const

/** Returns the owner's data of the merged submission. `parts` are newest first. */
export function mergedOwnerData<Part extends Dated & Omit<OwnerData, 'assignedAt'>>(
  parts: (Part & { assignedAt?: string | null })[],
  chosen: Record<string, number> = {},
): OwnerData {
  const open = parts.filter(({ status }) => status !== 'done')
  const days = (open.length > 0 ? open : parts).flatMap(({ followUpOn }) => followUpOn ?? [])
  const notes = parts.toReversed().flatMap(({ note }) => note ?? [])
  const assigned = parts.find(({ assigneeId }) => assigneeId !== null)
  const ratings = leadRatings.filter((one) => parts.some(({ rating }) => rating === one))
  return {
    status: statusOrder.find((one) => parts.some(({ status }) => status === one)) ?? 'new',
    note: notes.length > 0 ? [...new Set(notes)].join('\n\n') : null,
    followUpOn: days.sort()[0] ?? null,
    tags: distinctTags(parts.flatMap((part) => part.tags)),
    fields: pickValues(
      parts.map(({ id, fields }) => ({ id, values: fields })),
      chosen,
    ),
    rating: ratings[0] ?? null,
    assigneeId: assigned?.assigneeId ?? null,
    assignedAt: assigned?.assignedAt ?? null,
  }
}

/** Returns each tag once, in its first spelling: tags that differ only in case are the same. */
function distinctTags(tags: string[]): string[] {
  const spellings = new Map<string, string>()
  for (const tag of tags) {
    const key = tag.toLowerCase()
    if (!spellings.has(key)) spellings.set(key, tag)
  }
  return [...spellings.values()]
}

/** Returns why submissions cannot be merged; undefined if they can. */
export function mergeError(
  merged: Pick<OwnerData, 'note' | 'tags'> & Partial<Pick<OwnerData, 'fields'>>,
): string | undefined {
  // Measured as zod measures a note.
  if ((merged.note ?? '').length > maxNoteLength)
    return 'The notes together are longer than 2,000 characters. Shorten one first.'
  if (merged.tags.length > maxTags)
    return 'Together they have more than 20 tags. Remove some first.'
  if (Object.keys(merged.fields ?? {}).length > maxFieldValues)
    return 'Together they have values of more than 50 own fields. Remove some first.'
  return undefined
}

/**
 * Returns the owner's data once a merge is undone: as before the merge, with what the owner changed since. `notes` are
 * those merged.
 */
export function restoredOwnerData(
  now: OwnerData,
  { own, set }: Pick<MergeDetails, 'own' | 'set'>,
  notes: string[],
): OwnerData {
  const isUnassigned = now.assigneeId === set.assigneeId && now.assignedAt === set.assignedAt
  const { assigneeId, assignedAt } = isUnassigned ? own : now
  return {
    status: now.status === set.status ? own.status : now.status,
    note: restoredNote(now.note, { own: own.note, set: set.note, notes }),
    followUpOn: now.followUpOn === set.followUpOn ? own.followUpOn : now.followUpOn,
    rating: now.rating === set.rating ? own.rating : now.rating,
    tags: restoredTags(now.tags, own.tags, set.tags),
    fields: restoredFields(now.fields, own.fields, set.fields),
    ...{ assigneeId, assignedAt },
  }
}

type Notes = { own: string | null; set: string | null; notes: string[] }

/**
 * If the note was changed since, replaces the merged text in it or, if that is gone, removes the paragraphs that the merge
 * added.
 */
function restoredNote(now: string | null, { own, set, notes }: Notes): string | null {
  if (now === set) return own
  if (now === null || set === null) return now
  if (now.includes(set)) return now.replace(set, () => own ?? '').trim() || null
  const kept = notes
    .filter((note) => note !== own)
    .reduce((text, note) => text.replace(`\n\n${note}\n\n`, '\n\n'), `\n\n${now}\n\n`)
  return kept.trim() || null
}

function restoredTags(now: string[], own: string[], set: string[]): string[] {
  const [owned, given] = [own, set].map((tags) => new Set(tags.map((tag) => tag.toLowerCase())))
  return now.filter((tag) => {
    const key = tag.toLowerCase()
    return owned?.has(key) || !given?.has(key)
  })
}

type Fields = OwnerData['fields']

function restoredFields(now: Fields, own: Fields, set: Fields): Fields {
  const entries = Object.entries(now).flatMap(([key, value]) => {
    if (!Object.hasOwn(set, key) || set[key] !== value) return [[key, value] as const]
    const former = Object.hasOwn(own, key) ? own[key] : undefined
    return former === undefined ? [] : [[key, former] as const]
  })
  return Object.fromEntries(entries)
}

const timelineKinds = [
  'sent',
  'captured',
  'corrected',
  'note',
  'status',
  'followUpOn',
  'tags',
  'fields',
  'assigned',
  'unassigned',
  'merged',
  'split',
] as const

/**
 * A step in the history of a contact. `actor` is the user who did it; null for the visitor. `detail` is where they met, the new
 * status, or the colleague it was assigned to. `entryId` is the id of the submission.
 */
const TimelineItem = z.object({
  at: z.string(),
  kind: z.enum(timelineKinds),
  entryId: z.number(),
  actor: z.nullable(z.string()),
  detail: z.nullable(z.string()),
})
export type TimelineItem = z.infer<typeof TimelineItem>

/** Newest first, at most 100. */
export const Timeline = z.array(TimelineItem).register(z.globalRegistry, { id: 'Timeline' })
