/** The archive of a card as a ZIP, and its import into a card. */
import { type Context, Hono } from 'hono'
import { canReadSubmissions, canUseDeveloperFields } from '../../schema/access.ts'
import type { Card, CardInput } from '../../schema/cards/card.ts'
import {
  type ArchiveError,
  ArchiveParts,
  archiveErrors,
  archiveMaxBytes,
  ImportedArchive,
  unpackedMaxBytes,
} from '../../schema/cards/card-archive.ts'
import { cardFullMessage, uploadErrors } from '../../schema/images/upload.ts'
import { inboxFullMessage } from '../../schema/inbox/inbox.ts'
import { mayStillWrite } from '../accounts/auth-version.ts'
import { requireUser } from '../accounts/sessions.ts'
import { type App, publicOrigin } from '../env.ts'
import { kB } from '../http/declaration.ts'
import { endpoint } from '../http/endpoint.ts'
import { fail, HttpError, tooManyRequests } from '../http/errors.ts'
import { failBusy, maxWorkMs } from '../http/input.ts'
import { limitUploads } from '../images/image-store.ts'
import { hasRoomFor, limitAdded, listNew, refundAdded } from '../inbox/added-contacts.ts'
import { saveReplyTemplates } from '../inbox/settings.ts'
import { database } from '../platform/database.ts'
import { contentDisposition } from '../platform/download.ts'
import { log } from '../platform/log.ts'
import { invalidatePages } from '../public/page-cache.ts'
import { addArchivedPoints } from '../share-points/queries.ts'
import { archiveFiles } from './archive/export-archive.ts'
import {
  type CleanedPicture,
  cleanPictures,
  storeEntries,
  storePictures,
} from './archive/import-archive.ts'
import { type Archive, readArchive } from './archive/read-archive.ts'
import { zipStream } from './archive/zip.ts'
import { replaceFromArchive } from './replace-card.ts'
import { cardEditors, cardOfPath, findEditableCard } from './rules.ts'

export const cardArchiveRoutes = new Hono<App>()

const incompleteMessage =
  'The card was replaced, but share points and contacts may be missing. Import the archive again to add the rest.'
const tooManyMessage =
  'With this archive you would import more than 25,000 contacts, or 25 MB of them, in a day. Try again tomorrow.'

cardArchiveRoutes.get(
  '/:id/archive',
  endpoint({
    access: 1,
    rule: [cardEditors, 'with contacts: the card owner, or level 5'],
    load: cardOfPath,
    export: true,
    responseType: 'application/zip',
    summary: 'A card as a ZIP: page, data, contact files, pictures, share points and figures',
  }),
  async (c) => {
    const card = await findEditableCard(c)
    const withContacts = canReadSubmissions(requireUser(c), card)
    const files = archiveFiles(c.env, card, {
      origin: publicOrigin(c.env, c.req.raw),
      withContacts,
    })
    const stem = `${c.env.PRODUCT_SHORT_NAME}-${card.slug}-${new Date().toISOString().slice(0, 10)}`
    c.header('Content-Type', 'application/zip')
    c.header('Content-Disposition', contentDisposition({ stem, extension: 'zip' }))
    return c.body(zipStream(files))
  },
)

cardArchiveRoutes.post(
  '/:id/archive',
  endpoint({
    access: 1,
    rule: [
      cardEditors,
      'contacts: the card owner, or level 5; custom CSS and chatbot code: level 3',
    ],
    load: cardOfPath,
    form: ArchiveParts,
    maxBody: archiveMaxBytes + 4 * kB,
    response: ImportedArchive,
    summary: 'Replace a card with that of an archive, and add its share points and contacts',
    errors: { 409: `${cardFullMessage} Or: ${inboxFullMessage}` },
    audit: 'archive-imported',
  }),
  async (c) => {
    const { file } = c.req.valid('form')
    const card = await findEditableCard(c)
    if (file.size > archiveMaxBytes) fail(413, archiveErrors['too large'])
    const user = requireUser(c)
    return withUnpackedMemory(user.id, async (take) => {
      const archive = await readArchive(file, take)
      if ('error' in archive) fail(400, sentenceOf(archive.error))
      return c.json(await importArchive(c, card, archive))
    })
  },
)

/** Everything that can refuse the import runs before the first write. */
async function importArchive(
  c: Context<App>,
  card: Card,
  archive: Archive,
): Promise<ImportedArchive> {
  const mayRead = canReadSubmissions(requireUser(c), card)
  await limitPictures(c, archive.pictures.length)
  const cleaned = await cleanPictures(archive.pictures)
  if (typeof cleaned === 'string') fail(400, uploadErrors[cleaned])
  const added = mayRead ? await countEntries(c, card, archive) : { entries: [], merged: [] }
  const { saved, input, pictures } = await importCard(c, card, { archive, cleaned }).catch(
    async (error) => {
      // The import was refused, so nothing was added.
      if (error instanceof HttpError) await refundAdded(c.env, addedBy(c, added))
      throw error
    },
  )
  const stored = await storeContents(c, card, { ...archive, ...added }).catch((error) => {
    log('error', c.req.routePath, { requestId: c.get('requestId'), error })
    return fail(503, incompleteMessage)
  })
  return {
    card: saved,
    ...{ pictures, sharePoints: stored.sharePoints, entries: stored.entries },
    leftOut: [
      ...(hasCode(input) && !canUseDeveloperFields(requireUser(c)) ? ['code' as const] : []),
      ...(archive.entries.length > 0 && !mayRead ? ['contacts' as const] : []),
      ...(stored.sharePoints < archive.points.length ? ['share points' as const] : []),
    ],
  }
}

type CardOfArchive = { archive: Archive; cleaned: CleanedPicture[] }

async function importCard(c: Context<App>, card: Card, { archive, cleaned }: CardOfArchive) {
  const urls = await importPictures(c, card, cleaned)
  const input = archive.inputWith(urls)
  const saved = await replaceFromArchive(c, card, withinRights(c, card, input))
  return { saved, input, pictures: urls.size }
}

type AddedEntries = Pick<Archive, 'entries' | 'merged'>

/**
 * Returns the entries that the card does not have, and the merged contacts of which it has no entry. Counts them towards
 * the user's import limit; fails with 409 or 429 if there are too many.
 */
async function countEntries(
  c: Context<App>,
  card: Card,
  { entries, merged }: Archive,
): Promise<AddedEntries> {
  const db = database(c.env.DB)
  const missing = await listNew(
    db,
    card.id,
    entries.map(({ clientId }) => clientId),
  )
  const isNew = new Set(missing)
  const added = {
    entries: entries.filter(({ clientId }) => missing.delete(clientId)),
    merged: merged.filter(({ members }) => members.every((member) => isNew.has(member))),
  }
  if (!(await hasRoomFor(db, card.id, added.entries.length))) fail(409, inboxFullMessage)
  const wait = await limitAdded(c.env, addedBy(c, added))
  if (wait > 0) fail(429, tooManyMessage, { headers: { 'Retry-After': `${wait}` } })
  return added
}

function addedBy(c: Context<App>, { entries, merged }: AddedEntries) {
  return {
    ...{ userId: requireUser(c).id, by: 'import' as const },
    texts: entries.map(({ json }) => json),
    merges: merged.flatMap(({ owners, merges }) => [...owners, ...merges]),
  }
}

/** Stores share points, contacts and reply templates. Returns the number of share points stored and of entries added. */
async function storeContents(
  c: Context<App>,
  card: Card,
  { points, entries, merged, replyTemplates }: Archive,
) {
  const db = database(c.env.DB)
  const user = requireUser(c)
  const owner = { cardId: card.id, may: mayStillWrite(user, card) }
  const codes = await addArchivedPoints(c.env, owner, points)
  if (points.some(({ showsHidden }) => showsHidden))
    await invalidatePages(c.env, publicOrigin(c.env, c.req.raw), [card.slug])
  if (!canReadSubmissions(user, card)) return { sharePoints: codes.size, entries: 0 }
  const added = await storeEntries(db, owner, { entries, merged, codes })
  if (replyTemplates) await saveReplyTemplates(db, owner, replyTemplates)
  return { sharePoints: codes.size, entries: added }
}

function sentenceOf(error: ArchiveError | string): string {
  return new Map<string, string>(Object.entries(archiveErrors)).get(error) ?? error
}

/** Counts the pictures as uploads of the user, before they are cleaned. */
async function limitPictures(c: Context<App>, count: number): Promise<void> {
  for (let picture = 0; picture < count; picture += 1) {
    const wait = await limitUploads(c.env, requireUser(c).id)
    if (wait > 0) tooManyRequests(wait)
  }
}

async function importPictures(c: Context<App>, card: Card, cleaned: CleanedPicture[]) {
  const urls = await storePictures(c.env, card.id, cleaned)
  return urls ?? fail(409, cardFullMessage)
}

/** The input with the card's own slug and version, and with its own code if the caller may not write code. */
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

/** The most bytes that an isolate unpacks at once, over all users. Each user has at most the bytes of one archive. */
const maxBytes = 1.5 * unpackedMaxBytes

type Reservation = { userId: number; bytes: number; expiresAt: number }
const reservations = new Set<Reservation>()

/** Runs `work` with a function that reserves memory and fails with 503 if there is not enough left. */
export async function withUnpackedMemory<Result>(
  userId: number,
  work: (take: (bytes: number) => void) => Promise<Result>,
): Promise<Result> {
  const own = { userId, bytes: 0, expiresAt: Date.now() + maxWorkMs }
  reservations.add(own)
  const take = (bytes: number) => {
    own.bytes += bytes
    own.expiresAt = Date.now() + maxWorkMs
    if (!hasRoom(own)) failBusy()
  }
  try {
    return await work(take)
  } finally {
    reservations.delete(own)
  }
}

function hasRoom({ userId }: Reservation): boolean {
  const now = Date.now()
  let all = 0
  let ofUser = 0
  for (const one of reservations) {
    if (one.expiresAt <= now) {
      // The runtime may end the request of a disconnected client without running `finally`.
      reservations.delete(one)
      continue
    }
    all += one.bytes
    if (one.userId === userId) ofUser += one.bytes
  }
  return all <= maxBytes && ofUser <= unpackedMaxBytes
}
