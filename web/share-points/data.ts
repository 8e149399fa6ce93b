import useSWR, { mutate } from 'swr'
import * as z from 'zod/mini'
import type { SharePointFigures } from '../../schema/analytics/figures.ts'
import { archiveErrors, archiveMaxBytes, ImportedArchive } from '../../schema/cards/card-archive.ts'
import {
  type NewSharePoint,
  SharePoint,
  type SharePointChange,
} from '../../schema/share-points/share-point.ts'
import { fetchCardReport, liveReportConfig } from '../analytics/data.ts'
import { download, RequestError, request, requestIdempotently } from '../api.ts'
import { cacheCard, revalidateCards } from '../cards/data.ts'
import { postForm } from '../images/data.ts'
import { translated } from '../messages/t.ts'

const listKey = (cardId: number) => `/api/business-cards/${cardId}/share-points`

/** The card's share points, oldest first; undefined while loading. */
export function useSharePoints(cardId: number | undefined) {
  const {
    data,
    error,
    mutate: revalidate,
  } = useSWR(cardId ? listKey(cardId) : null, fetchSharePoints)
  return { points: data, error, revalidate }
}

/** All-time figures of the card's share points, refreshed every 5 s; undefined while loading. */
export function useSharePointFigures(cardId: number | undefined) {
  const { data } = useSWR(
    cardId ? (['share points', cardId] as const) : null,
    // An array and not a Map, because SWR detects changes only in arrays and plain objects.
    async ([, id]): Promise<SharePointFigures[]> =>
      (await fetchCardReport(id, { rows: 0 })).breakdowns.sharePoints,
    liveReportConfig,
  )
  return data
}

export async function createSharePoint(
  cardId: number,
  fields: Omit<z.input<typeof NewSharePoint>, 'clientId'>,
): Promise<SharePoint> {
  const made = await requestIdempotently(listKey(cardId), SharePoint, fields)
  await mutate(listKey(cardId))
  await revalidateCards()
  return made
}

const pointPath = (id: number) => `/api/share-points/${id}`

export async function changeSharePoint(
  { id, cardId }: SharePoint,
  change: SharePointChange,
): Promise<void> {
  const changed = await request(pointPath(id), SharePoint, { method: 'PATCH', body: change })
  const put = (list?: SharePoint[]) => list?.map((other) => (other.id === id ? changed : other))
  await mutate<SharePoint[]>(listKey(cardId), put, { revalidate: false })
}

function fetchSharePoints(key: string) {
  return request(key, z.array(SharePoint))
}

const archivePath = (cardId: number) => `/api/business-cards/${cardId}/archive`

/** Downloads a card as a ZIP. */
export async function downloadArchive(cardId: number): Promise<Blob> {
  // Cannot be canceled, and shows no progress.
  const options = { signal: new AbortController().signal, onBytes: () => {} }
  return (await download(archivePath(cardId), options)).file
}

/** Replaces the card with the one in the archive. */
export async function importArchive(cardId: number, file: File): Promise<ImportedArchive> {
  if (file.size > archiveMaxBytes)
    throw new RequestError(413, translated(archiveErrors['too large']))
  const parts = { file }
  const imported = await postForm(archivePath(cardId), { parts, schema: ImportedArchive })
  await cacheCard(imported.card)
  await mutate((key) => String(key).startsWith(`/api/business-cards/${cardId}/`))
  return imported
}
