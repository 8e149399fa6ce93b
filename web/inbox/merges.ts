import useSWR, { mutate } from 'swr'
import { DuplicateList, Submission } from '../../schema/inbox/inbox.ts'
import { type EntryMerge, Timeline } from '../../schema/inbox/merge.ts'
import { request } from '../api.ts'
import { refreshEntries } from './data.ts'

const entriesKey = '/api/submissions'

/** Other entries with the same email address or phone number; none until they are loaded. */
export function useDuplicates(id: number | undefined): Submission[] {
  const { data } = useSWR(id ? `${entriesKey}/${id}/duplicates` : null, (key) =>
    request(key, DuplicateList),
  )
  return data ?? []
}

/** What happened with the person, newest first. */
export function useTimeline(id: number | undefined) {
  const { data, error } = useSWR(id ? `${entriesKey}/${id}/timeline` : null, (key) =>
    request(key, Timeline),
  )
  return { items: data, error }
}

/** Merges the entries and fetches the lists again; returns the one that shows all. */
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
