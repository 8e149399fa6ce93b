/** Reads a card's archive and checks all of it, within limits of memory and work. Nothing is stored here. */
import type * as z from 'zod/mini'
import { CardInput } from '../../../schema/cards/card.ts'
import {
  ArchivedCard,
  ArchivedEntry,
  ArchivedMerge,
  ArchivedOwner,
  type ArchivedPoint,
  type ArchiveError,
  archiveErrors,
  archiveVersion,
  maxEntries,
  pictureName,
} from '../../../schema/cards/card-archive.ts'
import { type UploadType, uploadMaxBytes } from '../../../schema/images/upload.ts'
import type { ReplyTemplate } from '../../../schema/inbox/reply-template.ts'
import { HttpError } from '../../http/errors.ts'
import { parseJson } from '../../http/input.ts'
import { fieldsOf, itemsOf } from '../../platform/json-text.ts'
import {
  type MergedContact,
  type Merges,
  mergedContacts,
  mergeText,
  ownerText,
} from './archived-merges.ts'
import { unzip } from './zip.ts'

const maxBytes: Record<string, number> = {
  'card.json': 1024 * 1024,
  'contacts.json': 12_000_000,
  'merges.json': 12_000_000,
}
/** The most keys and list items in card.json: a card within the limits of a request, its translations and share points. */
const cardMaxKeys = 20_000
// After each turn, other requests run.
const itemsPerTurn = 200
const bytesPerTurn = 500_000

export type Archive = {
  /** The card with URLs of stored images in place of the pictures. */
  inputWith: (urls: Map<string, string>) => CardInput
  points: ArchivedPoint[]
  entries: EntryText[]
  /** Contacts to merge, whose entries are all in the archive. */
  merged: MergedContact[]
  replyTemplates: ReplyTemplate[] | undefined
  pictures: Picture[]
}

/** An entry as JSON, which takes less memory than its value. */
export type EntryText = Pick<ArchivedEntry, 'clientId' | 'source'> & {
  isWithdrawn: boolean
  /** The length of its answers in characters. */
  size: number
  json: string
}

export type Picture = { name: string; type: UploadType; bytes: Uint8Array<ArrayBuffer> }

type Files = Map<string, Uint8Array<ArrayBuffer>>
type Refused = { error: ArchiveError | string }

/**
 * Returns the checked contents of an archive, or why it is refused, as a code or a sentence. Calls `take` with the number of
 * bytes each time some were unpacked.
 */
export async function readArchive(
  archive: Blob,
  take: (bytes: number) => void,
): Promise<Archive | Refused> {
  const unzipped = await unzip(archive, {
    limitOf: (name) => limitOf(name) ?? limitOf(withoutFolder(name)),
    onUnpacked: take,
  })
  if (typeof unzipped === 'string') return { error: unzipped }
  const files = unzipped.has('card.json') ? unzipped : filesOfFolder(unzipped)
  if (!files.has('card.json')) return { error: 'no card' }
  try {
    const { card, sharePoints: points, replyTemplates } = readCard(files.get('card.json'))
    const entries = await readEntries(files.get('contacts.json'))
    files.delete('contacts.json')
    const known = new Set(entries.map(({ clientId }) => clientId))
    const merged = mergedContacts(entries, await readMerges(files.get('merges.json'), known))
    return { ...checkedCard(card, files), points, entries, merged, replyTemplates }
  } catch (error) {
    if (error instanceof NotAnArchive) return { error: error.message }
    // Thrown by `parseJson` and `itemsOf`.
    if (error instanceof HttpError || error instanceof SyntaxError) return { error: 'damaged' }
    throw error
  }
}

class NotAnArchive extends Error {}

function readCard(text: Uint8Array = new Uint8Array()): ArchivedCard {
  const content = parseJson(text, cardMaxKeys)
  if (isNewer(content)) throw new NotAnArchive('newer')
  return checked(ArchivedCard, content)
}

async function readEntries(text: Uint8Array | undefined): Promise<EntryText[]> {
  const entries: EntryText[] = []
  if (!text) return entries
  for await (const entry of checkedItems(ArchivedEntry, text)) {
    const { clientId, source, withdrawnAt, formData } = entry
    const isWithdrawn = withdrawnAt !== null
    const size = JSON.stringify(formData).length
    entries.push({ clientId, source, isWithdrawn, size, json: JSON.stringify(entry) })
  }
  return entries
}

async function readMerges(text: Uint8Array | undefined, known: Set<string>): Promise<Merges> {
  if (!text) return { owners: [], merges: [] }
  const { entries, merges, ...others } = Object.fromEntries(fieldsOf(text, 2))
  if (!entries || !merges || Object.keys(others).length > 0) throw new NotAnArchive('damaged')
  const found: Merges = { owners: [], merges: [] }
  for await (const owner of checkedItems(ArchivedOwner, entries))
    if (known.has(owner.entry)) found.owners.push(ownerText(owner))
  for await (const merge of checkedItems(ArchivedMerge, merges))
    found.merges.push(mergeText(ofKnown(merge, known)))
  return found
}

// A merge with unknown entries keeps no names, and its contact stays unmerged: twelve megabytes can have two million names,
// which take ten times the memory.
function ofKnown(merge: ArchivedMerge, known: Set<string>): ArchivedMerge {
  const isKnown = merge.groups.every((group) => group.every((entry) => known.has(entry)))
  return isKnown ? merge : { ...merge, groups: [[unknown]] }
}

const unknown = ''

/** Checks the items one after the other, because together their values would take several times the memory of the text. */
async function* checkedItems<T extends z.ZodMiniType>(schema: T, list: Uint8Array) {
  let count = 0
  let bytes = 0
  for (const item of itemsOf(list)) {
    if (count === maxEntries) throw new NotAnArchive('too many contacts')
    yield checked(schema, parseJson(item))
    count += 1
    bytes += item.length
    if (count % itemsPerTurn > 0 && bytes < bytesPerTurn) continue
    bytes = 0
    await scheduler.wait(0)
  }
}

const sentences = new Set<string>(Object.values(archiveErrors))

function checked<T extends z.ZodMiniType>(schema: T, value: unknown): z.output<T> {
  const { success, data, error } = schema.safeParse(value)
  if (success) return data
  const message = error.issues[0]?.message ?? ''
  throw new NotAnArchive(sentences.has(message) ? message : 'damaged')
}

/** The card and its pictures. Pictures have the names of images, so the card can be checked before they are stored. */
function checkedCard(card: ArchivedCard['card'], files: Files) {
  const json = JSON.stringify(card)
  // Throws if the card is over the limits of a request.
  parseJson(new TextEncoder().encode(json))
  const inputWith = (urls: Map<string, string>) =>
    CardInput.safeParse(JSON.parse(json.replace(pictureNames, (_, name) => `"${urls.get(name)}"`)))
  const pictures = picturesOf(card, files)
  if (pictures === undefined) throw new NotAnArchive('no picture')
  const found = inputWith(new Map(pictures.map(({ name }) => [name, `/images/${name}`])))
  if (!found.success) throw new NotAnArchive(found.error.issues[0]?.message ?? 'damaged')
  return { pictures, inputWith: (urls: Map<string, string>) => inputWith(urls).data ?? found.data }
}

const pictureNames = /"pictures\/([0-9a-f]{64}-\d{1,5}\.(?:jpg|png|gif|webp|svg))"/g

function limitOf(name: string): number | undefined {
  if (Object.hasOwn(maxBytes, name)) return maxBytes[name]
  return pictureName.test(name) ? uploadMaxBytes : undefined
}

function withoutFolder(name: string): string {
  return name.replace(/^[^/]+\//, '')
}

/** The files of the one folder with a card, because programs compress a folder with its name. */
function filesOfFolder(files: Files): Files {
  const [card, another] = [...files.keys()].filter((name) => /^[^/]+\/card\.json$/.test(name))
  if (!card || another) return files
  const folder = card.slice(0, -'card.json'.length)
  const inside = [...files].filter(([name]) => name.startsWith(folder))
  return new Map(inside.map(([name, bytes]) => [withoutFolder(name), bytes]))
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
function picturesOf(card: Record<string, unknown>, files: Files): Picture[] | undefined {
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
