/**
 * Merging form submissions of one person: what the merged one shows, and what is restored when the merge is undone. The
 * answers of visitors are never copied: they are put together whenever they are read.
 */
import * as z from 'zod/mini'
import { Id } from '../text.ts'
import { maxFieldValues } from './contact-field.ts'
import { maxNoteLength, maxTags, type Submission } from './inbox.ts'
import { leadRatings } from './lead.ts'

const maxAtOnce = 20
/** Submissions that one can show. */
export const maxMerged = 50
/** Of the answers of these together, as JSON: they are put together whenever they are read. */
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

/** The submissions to merge. Answers and own fields are the newest ones unless a submission is chosen for their key. */
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

/** `groups` are the ids merged into the submission: each contact with what it showed itself, itself first. */
export type MergeDetails = {
  groups: number[][]
  /** What the owner had added before, and after the merge. */
  own: OwnerData
  set: OwnerData
  /** The ids of the submissions that were chosen for an answer, by its key. */
  answers: Record<string, number>
}

type Dated = { id: number; timestamp: string }
type Answered = Dated & Pick<Submission, 'formData'>

/** The first is the one that shows the others. */
export function newestFirst<Part extends Dated>(parts: Part[]): Part[] {
  return parts.toSorted((a, b) => b.timestamp.localeCompare(a.timestamp) || b.id - a.id)
}

/** The different values of each key, newest first, with the first submission that has each. */
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

/** For each key the chosen submission's answer, or the newest; `parts` are newest first. */
export function mergedAnswers(
  parts: Answered[],
  chosen: Record<string, number> = {},
): Record<string, string> {
  return pickValues(parts.map(answersOf), chosen)
}

/** The id of the submission that each answer of the merged one is from. */
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

/** What the merged submission has of the owner's; `parts` are newest first. */
export function mergedOwnerData<Part extends Dated & Omit<OwnerData, 'assignedAt'>>(
  parts: (Part & { assignedAt?: string | null })[],
  chosen: Record<string, number> = {},
): OwnerData {
  const open = parts.filter(({ status }) => status !== 'done')
  const days = (open.length > 0 ? open : parts).flatMap(({ followUpOn }) => followUpOn ?? [])
  const notes = parts.toReversed().flatMap(({ note }) => note ?? [])
  const assigned = parts.find(({ assigneeId }) => assigneeId !== null)
  const tags = new Map(
    parts
      .flatMap((part) => part.tags)
      .reverse()
      .map(byLowerCase),
  )
  const inOrder = new Set(parts.flatMap((part) => part.tags).map((tag) => tag.toLowerCase()))
  const ratings = leadRatings.filter((one) => parts.some(({ rating }) => rating === one))
  return {
    status: statusOrder.find((one) => parts.some(({ status }) => status === one)) ?? 'new',
    note: notes.length > 0 ? [...new Set(notes)].join('\n\n') : null,
    followUpOn: days.sort()[0] ?? null,
    tags: [...inOrder].flatMap((tag) => tags.get(tag) ?? []),
    fields: pickValues(
      parts.map(({ id, fields }) => ({ id, values: fields })),
      chosen,
    ),
    rating: ratings[0] ?? null,
    assigneeId: assigned?.assigneeId ?? null,
    assignedAt: assigned?.assignedAt ?? null,
  }
}

function byLowerCase(tag: string) {
  return [tag.toLowerCase(), tag] as const
}

/** Why submissions cannot be merged; undefined if they can. */
export function mergeError(
  merged: Pick<OwnerData, 'note' | 'tags'> & Partial<Pick<OwnerData, 'fields'>>,
): string | undefined {
  // As zod counts a note.
  if ((merged.note ?? '').length > maxNoteLength)
    return 'The notes together are longer than 2,000 characters. Shorten one first.'
  if (merged.tags.length > maxTags)
    return 'Together they have more than 20 tags. Remove some first.'
  if (Object.keys(merged.fields ?? {}).length > maxFieldValues)
    return 'Together they have values of more than 50 own fields. Remove some first.'
  return undefined
}

/** What remains when a merge is undone: what was before it, and what the owner changed since. */
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

/** In a note that was changed since, the text of the merge is replaced, or else the paragraphs that came with it removed. */
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
 * `actor` is who did it, null for the visitor. `detail` is where they met, the new status, or the colleague it was
 * assigned to. `entryId` is the submission.
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
