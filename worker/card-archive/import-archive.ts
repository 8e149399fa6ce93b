/** Reads a card's archive, checks all of it, and stores its pictures, share points and entries. */
import { sql } from 'drizzle-orm'
import { CardInput } from '../../schema/card.ts'
import {
  ArchivedCard,
  ArchivedEntries,
  type ArchivedEntry,
  ArchivedMerges,
  type ArchivedPoint,
  type ArchiveError,
  archiveVersion,
  pictureName,
} from '../../schema/card-archive.ts'
import type { ReplyTemplate } from '../../schema/reply-template.ts'
import { type UploadErrorCode, type UploadType, uploadMaxBytes } from '../../schema/upload.ts'
import type { Bindings } from '../env.ts'
import { type CleanImage, cleanUpload } from '../media/clean.ts'
import { storeImage } from '../media/image-store.ts'
import { makeInlinePhoto } from '../media/inline-photo.ts'
import { detectLogoTone } from '../media/logo-tone.ts'
import { recordUpload } from '../media/uploads.ts'
import { database } from '../platform/database.ts'
import { repeatable } from '../platform/repeatable.ts'
import { unzip } from './zip.ts'

const cardMaxBytes = 1024 * 1024
const entriesMaxBytes = 12_000_000

export type Archive = {
  /** The card with URLs of stored images in place of the pictures. */
  inputWith: (urls: Map<string, string>) => CardInput
  points: ArchivedPoint[]
  entries: ArchivedEntry[]
  merges: ArchivedMerges
  replyTemplates: ReplyTemplate[] | undefined
  pictures: Picture[]
}

type Picture = { name: string; type: UploadType; bytes: Uint8Array<ArrayBuffer> }

const noMerges: ArchivedMerges = { entries: [], merges: [] }

/** The checked contents of an archive; or why it is refused, as a code or a sentence. */
export function readArchive(bytes: Uint8Array): Archive | { error: ArchiveError | string } {
  const files = unzip(bytes, limitOf)
  if (typeof files === 'string') return { error: files }
  const text = files.get('card.json')
  if (!text) return { error: 'no card' }
  const content = parsed(text)
  if (isNewer(content)) return { error: 'newer' }
  const archived = ArchivedCard.safeParse(content)
  const entries = ArchivedEntries.safeParse(parsed(files.get('contacts.json')) ?? [])
  const merges = ArchivedMerges.safeParse(parsed(files.get('merges.json')) ?? noMerges)
  if (!archived.success || !entries.success || !merges.success) return { error: 'damaged' }
  const { card, sharePoints, replyTemplates } = archived.data
  const json = JSON.stringify(card)
  const inputWith = (urls: Map<string, string>) =>
    CardInput.safeParse(JSON.parse(json.replace(pictureNames, (_, name) => `"${urls.get(name)}"`)))
  const pictures = picturesOf(card, files)
  if (pictures === undefined) return { error: 'no picture' }
  // Names of pictures are those of images, so the card can be checked before they are stored.
  const checked = inputWith(new Map(pictures.map(({ name }) => [name, `/images/${name}`])))
  if (!checked.success) return { error: checked.error.issues[0]?.message ?? 'damaged' }
  return {
    inputWith: (urls) => inputWith(urls).data ?? checked.data,
    ...{
      points: sharePoints,
      entries: entries.data,
      merges: merges.data,
      replyTemplates,
      pictures,
    },
  }
}

const pictureNames = /"pictures\/([0-9a-f]{64}-\d{1,5}\.(?:jpg|png|gif|webp|svg))"/g

function limitOf(name: string): number | undefined {
  if (name === 'card.json') return cardMaxBytes
  if (name === 'contacts.json' || name === 'merges.json') return entriesMaxBytes
  return pictureName.test(name) ? uploadMaxBytes : undefined
}

/** Undefined if it is not JSON in UTF-8. */
function parsed(bytes: Uint8Array | undefined): unknown {
  if (!bytes) return undefined
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes))
  } catch {
    return false
  }
}

function isNewer(content: unknown): boolean {
  if (typeof content !== 'object' || content === null || !('version' in content)) return false
  return typeof content.version === 'number' && content.version > archiveVersion
}

const types = {
  profilePicture: 'profile',
  coverPhoto: 'cover',
  logoUrl: 'logo',
  faviconUrl: 'favicon',
} as const satisfies Record<string, UploadType>

/** The pictures that the card refers to, for each of its uses; undefined if one is missing. */
function picturesOf(
  card: Record<string, unknown>,
  files: Map<string, Uint8Array<ArrayBuffer>>,
): Picture[] | undefined {
  const single = Object.entries(types).map(([field, type]) => ({ path: card[field], type }))
  const gallery = Array.isArray(card.gallery) ? card.gallery : []
  const uses = [
    ...single,
    ...gallery.map((image: unknown) => ({ path: urlOf(image), type: 'gallery' as const })),
  ]
  const pictures: Picture[] = []
  for (const { path, type } of uses) {
    const name = typeof path === 'string' ? pictureName.exec(path)?.[1] : undefined
    if (!name) continue
    const bytes = files.get(`pictures/${name}`)
    if (!bytes) return undefined
    pictures.push({ name, type, bytes })
  }
  return pictures
}

function urlOf(image: unknown): unknown {
  return typeof image === 'object' && image !== null && 'url' in image ? image.url : undefined
}

type Cleaned = Omit<Picture, 'bytes'> & { clean: CleanImage }

/** Cleans the pictures as uploads are; or why one of them is refused. */
export async function cleanPictures(pictures: Picture[]): Promise<Cleaned[] | UploadErrorCode> {
  const cleaned: Cleaned[] = []
  for (const { bytes, ...picture } of pictures) {
    const clean = await cleanUpload(bytes)
    if (typeof clean === 'string') return clean
    cleaned.push({ ...picture, clean })
  }
  return cleaned
}

/** Stores the pictures as uploads of the card and returns their URLs by name; undefined if it has too many images. */
export async function storePictures(
  env: Bindings,
  cardId: number,
  pictures: Cleaned[],
): Promise<Map<string, string> | undefined> {
  const urls = new Map<string, string>()
  for (const { name, type, clean } of pictures) {
    const upload = {
      ...{ cardId, hash: clean.hash, bytes: clean.bytes.length },
      inlinePhoto: type === 'profile' ? await makeInlinePhoto(env, clean) : null,
      logoTone: type === 'logo' ? await detectLogoTone(env, clean) : null,
    }
    if (!(await recordUpload(database(env.DB), upload))) return undefined
    urls.set(name, await storeImage(env, clean, type))
  }
  return urls
}

// D1 takes at most 2 MB in a value, and a character has up to 3 bytes.
const charactersPerStatement = 500_000
const knownSources = new Set(['link', 'qr', 'nfc', 'share', 'signature', 'capture'])

type Entries = { cardId: number; entries: ArchivedEntry[]; codes: Map<string, string> }

/** Adds entries to the inbox of a card, except those it has, and returns the ids of the added ones by client id. */
export async function storeEntries(
  env: Bindings,
  { cardId, entries, codes }: Entries,
): Promise<Map<string, number>> {
  const db = database(env.DB)
  const sent = JSON.stringify(entries.map(({ clientId }) => clientId))
  const listStored = () =>
    db.all<{
      id: number
      clientId: string
    }>(sql`select id, client_id as clientId from form_submissions
      where card_id = ${cardId} and client_id in (select value from json_each(${sent}))`)
  const known = new Set((await listStored()).map(({ id }) => id))
  const sourceOf = ({ source }: ArchivedEntry) =>
    codes.get(source) ?? (knownSources.has(source) ? source : 'unknown')
  const rows = entries.map((entry) => JSON.stringify({ ...entry, source: sourceOf(entry) }))
  for (const chunk of chunksOf(rows)) {
    const value = (name: string) => sql.raw(`value ->> '$.${name}'`)
    await repeatable(() =>
      db.run(sql`
      insert into form_submissions (card_id, client_id, form_data, consent_hash, submitter_location,
        submitter_device, source, status, note, timestamp, revision, revised_at, withdrawn_at,
        captured_at, rating, follow_up_on, tags, fields)
      select ${cardId}, ${value('clientId')}, value -> '$.formData', ${value('consentHash')},
        ${value('place')}, ${value('device')}, ${value('source')}, ${value('status')},
        ${value('note')}, ${value('timestamp')}, ${value('revision')}, ${value('revisedAt')},
        ${value('withdrawnAt')}, ${value('capturedAt')}, ${value('rating')},
        ${value('followUpOn')}, value -> '$.tags', value -> '$.fields'
      from json_each(${`[${chunk.join(',')}]`})
      where exists (select 1 from business_cards where id = ${cardId} and deleted_at is null)
      on conflict do nothing`),
    )
  }
  const added = (await listStored()).filter(({ id }) => !known.has(id))
  return new Map(added.map(({ id, clientId }) => [clientId, id]))
}

/** The texts in lists for statements, of at most that many characters in total, or of one. */
export function chunksOf(texts: string[]): string[][] {
  const chunks: string[][] = []
  let size = Number.POSITIVE_INFINITY
  for (const text of texts) {
    size += text.length
    if (size > charactersPerStatement) {
      chunks.push([])
      size = text.length
    }
    chunks.at(-1)?.push(text)
  }
  return chunks
}
