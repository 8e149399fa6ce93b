import useSWR, { mutate } from 'swr'
import type { EntryStatus } from '../../schema/form.ts'
import { Entry, type EntryChange, InboxPage } from '../../schema/inbox.ts'
import { IgnoredBody, request } from '../api.ts'
import { adjustNewEntryCount } from './cards.ts'

export type InboxView = { search: string; status: EntryStatus | undefined }

const listPath = (cardId: number) => `/api/business-cards/${cardId}/submissions`
const entryKey = (id: number) => `/api/submissions/${id}`

/** Where the entries of a card are downloaded from. */
export function inboxExportPath(cardId: number, kind: 'csv' | 'vcf'): string {
  return `${listPath(cardId)}.${kind}`
}

/** Where an entry is downloaded from as a contact. */
export function contactPath(id: number): string {
  return `${entryKey(id)}/contact`
}

/** A page of the card's entries, newest first: the first, or the one at a cursor. */
export function useInboxPage(cardId: number | undefined, view: InboxView, before?: string) {
  const {
    data,
    error,
    mutate: again,
  } = useSWR(cardId ? pageKey(cardId, view, before) : null, readPage)
  return { page: data, error, again }
}

export function useEntry(id: number | undefined) {
  const { data, error } = useSWR(id ? entryKey(id) : null, (key) => request(`GET ${key}`, Entry))
  return { entry: data, error }
}

/** Files the entry; the lists that show it follow, and keep showing it until they are asked for again. */
export async function changeEntry(entry: Entry, change: EntryChange): Promise<void> {
  const changed = await request(`PATCH ${entryKey(entry.id)}`, Entry, { body: change })
  await mutate(entryKey(entry.id), changed, { revalidate: false })
  await adjustNewEntryCount(entry.cardId, isNew(changed) - isNew(entry))
  await inLists(entry.cardId, (page) => {
    const before = page.entries.find(({ id }) => id === entry.id) ?? entry
    return {
      ...page,
      entries: page.entries.map((other) => (other.id === entry.id ? changed : other)),
      counts: moved(page.counts, before.status, changed.status),
    }
  })
}

export async function deleteEntry(entry: Entry): Promise<void> {
  await request(`DELETE ${entryKey(entry.id)}`, IgnoredBody)
  await mutate(entryKey(entry.id), undefined, { revalidate: false })
  await adjustNewEntryCount(entry.cardId, -isNew(entry))
  await inLists(entry.cardId, (page) => ({
    ...page,
    entries: page.entries.filter(({ id }) => id !== entry.id),
    total: page.total - (page.entries.some(({ id }) => id === entry.id) ? 1 : 0),
    counts: moved(page.counts, entry.status, undefined),
  }))
}

function isNew({ status }: Entry): number {
  return status === 'new' ? 1 : 0
}

// An entry that a list shows opens without waiting.
async function readPage(key: string): Promise<InboxPage> {
  const page = await request(`GET ${key}`, InboxPage)
  for (const entry of page.entries) void mutate(entryKey(entry.id), entry, { revalidate: false })
  return page
}

function pageKey(cardId: number, { search, status }: InboxView, before?: string): string {
  const asked = { ...(search && { search }), ...(status && { status }), ...(before && { before }) }
  return `${listPath(cardId)}?${new URLSearchParams(asked)}`
}

async function inLists(cardId: number, change: (page: InboxPage) => InboxPage): Promise<void> {
  await mutate<InboxPage>(
    (key) => typeof key === 'string' && key.startsWith(`${listPath(cardId)}?`),
    (page) => page && change(page),
    { revalidate: false },
  )
}

function moved(counts: InboxPage['counts'], from: EntryStatus, to: EntryStatus | undefined) {
  const left = { ...counts, [from]: Math.max(0, counts[from] - 1) }
  return to ? { ...left, [to]: left[to] + 1 } : left
}
