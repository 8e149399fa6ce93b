import useSWR, { mutate } from 'swr'
import * as z from 'zod/mini'
import { ContactExport, type ContactFormat } from '../../schema/inbox/inbox.ts'
import { download, IgnoredBody, request } from '../api.ts'

const exportsPath = (cardId: number) => `/api/business-cards/${cardId}/contact-exports`

/** What the user has exported of the card's contacts, by format; undefined while loading. */
export function useContactExports(cardId: number) {
  const { data, error } = useSWR(exportsPath(cardId), (key) => request(key, z.array(ContactExport)))
  return { exports: data, error }
}

/**
 * Downloads the card's contacts in the format, all or those after an entry, and notes how far it went. The file is
 * complete before that, so nothing is left out of the next one.
 */
export async function downloadContacts(
  cardId: number,
  { format, after }: { format: ContactFormat; after: number | null },
): Promise<Blob> {
  const query = new URLSearchParams({ format, ...(after !== null && { after: `${after}` }) })
  const { signal } = new AbortController()
  const path = `/api/business-cards/${cardId}/contacts.csv?${query}`
  const { file, header } = await download(path, { signal, onBytes: () => {} })
  const body = { lastEntry: Number(header('X-Last-Entry')) }
  await request(`${exportsPath(cardId)}/${format}`, IgnoredBody, { method: 'PUT', body })
  await mutate(exportsPath(cardId))
  return file
}
