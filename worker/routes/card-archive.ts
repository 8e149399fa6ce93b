/** The archive of a card as a ZIP, and its import into a card. */
import { type Context, Hono } from 'hono'
import { canReadSubmissions, canUseDeveloperFields } from '../../schema/access.ts'
import type { Card, CardInput } from '../../schema/card.ts'
import {
  type ArchiveError,
  ArchiveParts,
  archiveErrors,
  archiveMaxBytes,
  type ImportedArchive,
} from '../../schema/card-archive.ts'
import { cardFullMessage, uploadErrors } from '../../schema/upload.ts'
import { requireUser } from '../auth/session-cookie.ts'
import { multipartBody } from '../body.ts'
import { storeMerges } from '../card-archive/archived-merges.ts'
import { archiveFiles } from '../card-archive/export-archive.ts'
import {
  type Archive,
  cleanPictures,
  readArchive,
  storeEntries,
  storePictures,
} from '../card-archive/import-archive.ts'
import { zipStream } from '../card-archive/zip.ts'
import { invalidatePages } from '../cards/page-cache.ts'
import { type App, type Bindings, publicOrigin } from '../env.ts'
import { fail, tooManyRequests } from '../errors.ts'
import { saveReplyTemplates } from '../inbox/reply-templates.ts'
import { limitUploads } from '../media/upload-limits.ts'
import { database } from '../platform/database.ts'
import { contentDisposition } from '../platform/download.ts'
import { addArchivedPoints } from '../share-points/share-point-queries.ts'
import { findEditableCard, replaceCard } from './replace-card.ts'

export const cardArchiveRoutes = new Hono<App>()

cardArchiveRoutes.get('/:id/archive', async (c) => {
  const card = await findEditableCard(c)
  const withContacts = canReadSubmissions(requireUser(c), card)
  const files = archiveFiles(c.env, card, { origin: publicOrigin(c.env, c.req.raw), withContacts })
  const stem = `${c.env.PRODUCT_SHORT_NAME}-${card.slug}-${new Date().toISOString().slice(0, 10)}`
  c.header('Content-Type', 'application/zip')
  c.header('Content-Disposition', contentDisposition({ stem, extension: 'zip' }))
  return c.body(zipStream(files))
})

cardArchiveRoutes.post('/:id/archive', multipartBody(ArchiveParts), async (c) => {
  const { file } = c.req.valid('form')
  const card = await findEditableCard(c)
  if (file.size > archiveMaxBytes) fail(413, archiveErrors['too large'])
  const archive = readArchive(new Uint8Array(await file.arrayBuffer()))
  if ('error' in archive) fail(400, sentenceOf(archive.error))
  const urls = await importPictures(c, card, archive)
  const input = archive.inputWith(urls)
  const saved = await replaceCard(c, card, withinRights(c, card, input))
  const codes = await addArchivedPoints(c.env, card.id, archive.points)
  const mayRead = canReadSubmissions(requireUser(c), card)
  const entries = mayRead ? await importEntries(c.env, card.id, { archive, codes }) : 0
  if (mayRead && archive.replyTemplates)
    await saveReplyTemplates(database(c.env.DB), card.id, archive.replyTemplates)
  if (archive.points.some(({ showsHidden }) => showsHidden))
    await invalidatePages(c.env, publicOrigin(c.env, c.req.raw), [saved.slug])
  return c.json({
    card: saved,
    ...{ pictures: urls.size, sharePoints: codes.size, entries },
    leftOut: [
      ...(hasCode(input) && !canUseDeveloperFields(requireUser(c)) ? ['code' as const] : []),
      ...(archive.entries.length > 0 && !mayRead ? ['contacts' as const] : []),
      ...(codes.size < archive.points.length ? ['share points' as const] : []),
    ],
  } satisfies ImportedArchive)
})

/** Returns how many were added. */
async function importEntries(
  env: Bindings,
  cardId: number,
  { archive, codes }: { archive: Archive; codes: Map<string, string> },
): Promise<number> {
  const { entries, merges: archived } = archive
  const added = await storeEntries(env, { cardId, entries, codes })
  await storeMerges(env.DB, { entries, archived, added })
  return added.size
}

function sentenceOf(error: ArchiveError | string): string {
  return new Map<string, string>(Object.entries(archiveErrors)).get(error) ?? error
}

/** Pictures are cleaned before the first is stored, and count as uploads of the user. */
async function importPictures(c: Context<App>, card: Card, { pictures }: Archive) {
  const cleaned = await cleanPictures(pictures)
  if (typeof cleaned === 'string') fail(400, uploadErrors[cleaned])
  for (const _ of cleaned) {
    const wait = await limitUploads(c.env, requireUser(c).id)
    if (wait > 0) tooManyRequests(wait)
  }
  const urls = await storePictures(c.env, card.id, cleaned)
  return urls ?? fail(409, cardFullMessage)
}

/** The slug and the version stay those of the card, and so does code that the caller may not write. */
function withinRights(c: Context<App>, card: Card, input: CardInput): CardInput {
  const own = { ...input, slug: card.slug, version: card.version }
  if (canUseDeveloperFields(requireUser(c))) return own
  const { customCss } = card.customizations
  return {
    ...own,
    embedCodes: card.embedCodes,
    customizations: { ...own.customizations, customCss },
  }
}

function hasCode({ embedCodes, customizations }: CardInput): boolean {
  return embedCodes.length > 0 || Boolean(customizations.customCss)
}
