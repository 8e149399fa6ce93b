import useSWR, { mutate } from 'swr'
import { ContactFieldList, type ContactFields } from '../../schema/inbox/contact-field.ts'
import type { SubmissionStatus } from '../../schema/inbox/form.ts'
import {
  type BulkChange,
  BulkResult,
  DuplicateList,
  type InboxOrigin,
  InboxPage,
  type InboxQuery,
  Submission,
  type SubmissionChange,
} from '../../schema/inbox/inbox.ts'
import { type EntryMerge, Timeline } from '../../schema/inbox/merge.ts'
import { viewerTimeZone } from '../analytics/data.ts'
import { IgnoredBody, RequestError, request } from '../api.ts'
import { adjustNewEntryCount, checkNewEntryCount } from '../cards/data.ts'

export type InboxFilter = {
  search: string
  status: SubmissionStatus | undefined
  origin: InboxOrigin | undefined
  tag: string | undefined
  /** Only follow-ups up to this day. */
  due: string | undefined
  assigned: InboxQuery['assigned']
  /** Only entries that share an email address or phone number with another. */
  duplicates: '1' | undefined
}

/** One card by its id, all cards of the user, or entries assigned by colleagues. */
export type InboxScope = number | 'all' | 'assigned'

const listPath = (cardId: number) => `/api/business-cards/${cardId}/submissions`
const entriesKey = '/api/submissions'
const entryKey = (id: number) => `${entriesKey}/${id}`
const timelineKey = (id: number) => `${entriesKey}/${id}/timeline`

/** Returns the download URL of a card's entries. */
export function inboxExportPath(cardId: number, kind: 'csv' | 'vcf'): string {
  return `${listPath(cardId)}.${kind}`
}

/** Returns the download URL of an entry as a contact file. */
export function contactFilePath(id: number): string {
  return `${entryKey(id)}/contact`
}

// New entries appear without a reload, and returning to the inbox refetches it.
const inboxConfig = { refreshInterval: 30_000, dedupingInterval: 2000, keepPreviousData: true }

/** Returns a page of entries, newest first: the first page, or the one after a cursor. Refreshed while visible. */
export function useInboxPage(scope: InboxScope | undefined, view: InboxFilter, before?: string) {
  const {
    data,
    error,
    mutate: revalidate,
  } = useSWR(scope ? pageKey(scope, view, before) : null, readPage, inboxConfig)
  return { page: data, error, revalidate }
}

/** Returns the five newest entries of all own cards, with the counts of all. Refreshed while visible. */
export function useLatestEntries() {
  const { data, error, mutate: revalidate } = useSWR(`${entriesKey}?limit=5`, readPage, inboxConfig)
  return { page: data, error, revalidate }
}

export function useEntry(id: number | undefined) {
  const { data, error } = useSWR(id ? entryKey(id) : null, (key) => request(key, Submission))
  return { entry: data, error }
}

/**
 * Saves the change and updates the cached lists. An entry that no longer matches a list stays in it until the next
 * fetch.
 */
export async function updateEntry(entry: Submission, change: SubmissionChange): Promise<void> {
  const body = withTimeZone(change)
  const changed = await request(entryKey(entry.id), Submission, { method: 'PATCH', body })
  saves += 1
  await mutate(entryKey(entry.id), changed, { revalidate: false })
  void mutate(timelineKey(entry.id))
  await adjustNewEntryCount(entry.cardId, isNew(changed) - isNew(entry))
  await updateCachedPages((page) => {
    const before = page.entries.find(({ id }) => id === entry.id) ?? entry
    return {
      ...page,
      entries: page.entries.map((other) => (other.id === entry.id ? changed : other)),
      tags: [...new Set([...page.tags, ...changed.tags])],
      counts: moveCount(page.counts, before.status, changed.status),
    }
  })
}

/** Deletes the entry, even if the page is closed meanwhile. An entry that no longer exists counts as deleted. */
export async function deleteEntry(entry: Submission): Promise<void> {
  await request(entryKey(entry.id), IgnoredBody, { method: 'DELETE', keepalive: true }).catch(
    (error: unknown) => {
      if (!(error instanceof RequestError && error.status === 404)) throw error
    },
  )
  await mutate(entryKey(entry.id), undefined, { revalidate: false })
  await adjustNewEntryCount(entry.cardId, -isNew(entry))
  await updateCachedPages((page) => ({
    ...page,
    entries: page.entries.filter(({ id }) => id !== entry.id),
    total: page.total - (page.entries.some(({ id }) => id === entry.id) ? 1 : 0),
    counts: moveCount(page.counts, entry.status, undefined),
  }))
}

/** Changes or deletes the entries, then refetches; returns how many still existed. */
export async function changeEntries(
  entries: Submission[],
  change: BulkChange['change'],
): Promise<number> {
  const body = { ids: entries.map(({ id }) => id), change: withTimeZone(change) }
  const keepalive = 'delete' in change
  const { changed } = await request(`${entriesKey}/bulk`, BulkResult, {
    method: 'POST',
    body,
    keepalive,
  })
  await refreshEntries()
  return changed
}

/** Restores entries that were just deleted, then refetches; returns how many could be restored. */
export async function restoreEntries(entries: Submission[]): Promise<number> {
  const body = { ids: entries.map(({ id }) => id) }
  const { changed } = await request(`${entriesKey}/restore`, BulkResult, { method: 'POST', body })
  await refreshEntries()
  return changed
}

/** Refetches all lists, entries and counts. */
async function refreshEntries(): Promise<void> {
  await mutate((key) => listKey.test(String(key)) || String(key).startsWith(`${entriesKey}/`))
  await mutate('/api/business-cards')
}

// Reminders are sent in the morning, in the time zone in which the follow-up was planned.
function withTimeZone<Change extends object>(change: Change) {
  return 'followUpOn' in change ? { ...change, timeZone: viewerTimeZone() } : change
}

function isNew({ status }: Submission): number {
  return status === 'new' ? 1 : 0
}

let saves = 0

// Caches each entry, so that it opens without loading; not from a list that was requested before a save, which may be older.
async function readPage(key: string): Promise<InboxPage> {
  const before = saves
  const page = await request(key, InboxPage)
  if (saves !== before) return page
  for (const entry of page.entries) void mutate(entryKey(entry.id), entry, { revalidate: false })
  if (!key.includes('of=assigned')) void checkNewEntryCount(page.counts.new, cardOf(key))
  return page
}

function cardOf(key: string): number | undefined {
  const [, id] = /^\/api\/business-cards\/(\d+)\//.exec(key) ?? []
  return id === undefined ? undefined : Number(id)
}

function pageKey(scope: InboxScope, view: InboxFilter, before?: string): string {
  const values = Object.entries({ ...view, before }).flatMap(([key, value]) =>
    value ? [[key, value]] : [],
  )
  const params = new URLSearchParams(values)
  if (scope === 'assigned') params.set('of', 'assigned')
  return `${typeof scope === 'number' ? listPath(scope) : entriesKey}?${params}`
}

// The lists of one card, of all cards, and of entries assigned to the user.
const listKey = /^\/api\/(business-cards\/\d+\/)?submissions\?/

async function updateCachedPages(change: (page: InboxPage) => InboxPage): Promise<void> {
  await mutate<InboxPage>(
    (key) => typeof key === 'string' && listKey.test(key),
    (page) => page?.entries && change(page),
    { revalidate: false },
  )
}

function moveCount(
  counts: InboxPage['counts'],
  from: SubmissionStatus,
  to: SubmissionStatus | undefined,
) {
  const remaining = { ...counts, [from]: Math.max(0, counts[from] - 1) }
  return to ? { ...remaining, [to]: remaining[to] + 1 } : remaining
}

const fieldsKey = '/api/account/contact-fields'

/** The user's own fields of form submissions; undefined while loading, and unless `enabled`. */
export function useContactFields(enabled: boolean) {
  const { data } = useSWR(enabled ? fieldsKey : null, (key) => request(key, ContactFieldList))
  return { fields: data }
}

/** Replaces the fields, then refetches entries, whose values move with a renamed field. */
export async function saveContactFields(fields: ContactFields): Promise<void> {
  const saved = await request(fieldsKey, ContactFieldList, { method: 'PUT', body: fields })
  await mutate(fieldsKey, saved, { revalidate: false })
  await mutate((one) => /^\/api\/(business-cards\/\d+\/)?submissions\b/.test(String(one)))
}

/** Returns other entries with the same email address or phone number; empty while loading. */
export function useDuplicates(id: number | undefined): Submission[] {
  const { data } = useSWR(id ? `${entriesKey}/${id}/duplicates` : null, (key) =>
    request(key, DuplicateList),
  )
  return data ?? []
}

/** The history of the entry's sender, newest first; undefined while loading. */
export function useTimeline(id: number | undefined) {
  const { data, error } = useSWR(id ? timelineKey(id) : null, (key) => request(key, Timeline))
  return { items: data, error }
}

/** Merges the entries and refetches the lists; returns the merged entry. */
export async function mergeEntries(wish: EntryMerge): Promise<Submission> {
  const merged = await request(`${entriesKey}/merge`, Submission, { method: 'POST', body: wish })
  await mutate(`${entriesKey}/${merged.id}`, merged, { revalidate: false })
  await refreshEntries()
  return merged
}

/** Undoes the last merge of the entry. */
export async function splitEntry({ id, mergeId }: Submission): Promise<void> {
  const left = await request(`${entriesKey}/${id}/split`, Submission, {
    method: 'POST',
    body: { merge: mergeId },
  })
  await mutate(`${entriesKey}/${id}`, left, { revalidate: false })
  await refreshEntries()
}
