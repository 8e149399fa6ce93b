import useSWR, { mutate } from 'swr'
import type { SubmissionStatus } from '../../schema/form.ts'
import { InboxPage, Submission, type SubmissionChange } from '../../schema/inbox.ts'
import { IgnoredBody, request } from '../api.ts'
import { adjustNewEntryCount } from './cards.ts'

export type InboxFilter = { search: string; status: SubmissionStatus | undefined }

const listPath = (cardId: number) => `/api/business-cards/${cardId}/submissions`
const entryKey = (id: number) => `/api/submissions/${id}`

/** Download URL of a card's entries. */
export function inboxExportPath(cardId: number, kind: 'csv' | 'vcf'): string {
  return `${listPath(cardId)}.${kind}`
}

/** Download URL of an entry as a contact. */
export function contactFilePath(id: number): string {
  return `${entryKey(id)}/contact`
}

/** Returns a page of the card's entries, newest first: the first page, or the one at a cursor. */
export function useInboxPage(cardId: number | undefined, view: InboxFilter, before?: string) {
  const {
    data,
    error,
    mutate: revalidate,
  } = useSWR(cardId ? pageKey(cardId, view, before) : null, readPage)
  return { page: data, error, revalidate }
}

export function useEntry(id: number | undefined) {
  const { data, error } = useSWR(id ? entryKey(id) : null, (key) =>
    request(`GET ${key}`, Submission),
  )
  return { entry: data, error }
}

/**
 * Files the entry and updates the cached lists; the entry stays in them until they are next
 * fetched.
 */
export async function updateEntry(entry: Submission, change: SubmissionChange): Promise<void> {
  const changed = await request(`PATCH ${entryKey(entry.id)}`, Submission, { body: change })
  await mutate(entryKey(entry.id), changed, { revalidate: false })
  await adjustNewEntryCount(entry.cardId, isNew(changed) - isNew(entry))
  await updateCachedPages(entry.cardId, (page) => {
    const before = page.entries.find(({ id }) => id === entry.id) ?? entry
    return {
      ...page,
      entries: page.entries.map((other) => (other.id === entry.id ? changed : other)),
      counts: moveCount(page.counts, before.status, changed.status),
    }
  })
}

export async function deleteEntry(entry: Submission): Promise<void> {
  await request(`DELETE ${entryKey(entry.id)}`, IgnoredBody)
  await mutate(entryKey(entry.id), undefined, { revalidate: false })
  await adjustNewEntryCount(entry.cardId, -isNew(entry))
  await updateCachedPages(entry.cardId, (page) => ({
    ...page,
    entries: page.entries.filter(({ id }) => id !== entry.id),
    total: page.total - (page.entries.some(({ id }) => id === entry.id) ? 1 : 0),
    counts: moveCount(page.counts, entry.status, undefined),
  }))
}

function isNew({ status }: Submission): number {
  return status === 'new' ? 1 : 0
}

// Caches each entry, so that an entry in a list opens without loading.
async function readPage(key: string): Promise<InboxPage> {
  const page = await request(`GET ${key}`, InboxPage)
  for (const entry of page.entries) void mutate(entryKey(entry.id), entry, { revalidate: false })
  return page
}

function pageKey(cardId: number, { search, status }: InboxFilter, before?: string): string {
  const params = { ...(search && { search }), ...(status && { status }), ...(before && { before }) }
  return `${listPath(cardId)}?${new URLSearchParams(params)}`
}

async function updateCachedPages(
  cardId: number,
  change: (page: InboxPage) => InboxPage,
): Promise<void> {
  await mutate<InboxPage>(
    (key) => typeof key === 'string' && key.startsWith(`${listPath(cardId)}?`),
    (page) => page && change(page),
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
