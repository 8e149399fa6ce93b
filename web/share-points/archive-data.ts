import { mutate } from 'swr'
import { archiveErrors, archiveMaxBytes, ImportedArchive } from '../../schema/cards/card-archive.ts'
import { download, RequestError } from '../api.ts'
import { cacheCard } from '../cards/data.ts'
import { postForm } from '../images/data.ts'
import { translated } from '../messages/t.ts'

const archivePath = (cardId: number) => `/api/business-cards/${cardId}/archive`

/** Downloads a card as a ZIP. */
export async function downloadArchive(cardId: number): Promise<Blob> {
  const options = { signal: new AbortController().signal, onBytes: () => {} }
  return (await download(archivePath(cardId), options)).file
}

/** Replaces the card with that of the archive. */
export async function importArchive(cardId: number, file: File): Promise<ImportedArchive> {
  if (file.size > archiveMaxBytes)
    throw new RequestError(413, translated(archiveErrors['too large']))
  const parts = { file }
  const imported = await postForm(archivePath(cardId), { parts, schema: ImportedArchive })
  await cacheCard(imported.card)
  await mutate((key) => String(key).startsWith(`/api/business-cards/${cardId}/`))
  return imported
}
