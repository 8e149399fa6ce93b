import * as z from 'zod/mini'
import {
  parseStored,
  readLocalStorage,
  removeLocalStorage,
  storedKeys,
  writeLocalStorage,
} from '../../shell/useLocalStorage.ts'

const prefix = 'pocket:'
const captureUser = 'capture-user'

const Contact = z.object({
  text: z.string(),
  leftOut: z.array(z.string()),
  fits: z.boolean(),
})

/** A card for offline use: the contents of both QR codes, and when they were saved. */
export const PocketCopy = z.object({
  id: z.number(),
  slug: z.string(),
  name: z.string(),
  state: z.string(),
  /** The name of the card to which a moved card redirects. */
  successor: z.nullish(z.string()),
  link: z.string(),
  contact: Contact,
  /** The contact in each language, base language first. Copies made before cards had languages have none. */
  contacts: z.optional(z.array(z.object({ language: z.string(), contact: Contact }))),
  madeAt: z.string(),
})
export type PocketCopy = z.infer<typeof PocketCopy>

/** Stores a copy. Without storage, the card is available only online. */
export function savePocketCopy(copy: PocketCopy): void {
  writeLocalStorage(prefix + copy.id, JSON.stringify(copy))
}

/** Returns the stored copy of a card or, without an id, of the oldest card; undefined if there is none. */
export function findPocketCopy(id?: number): PocketCopy | undefined {
  const ids = id ? [id] : storedKeys(prefix).flatMap((key) => Number(key) || [])
  const [oldest] = ids.toSorted((one, other) => one - other)
  return oldest ? parseStored(readLocalStorage(prefix + oldest), PocketCopy) : undefined
}

export function deletePocketCopy(id: number): void {
  removeLocalStorage(prefix + id)
}

/** Deletes all copies and the user of booth mode, so that nothing is left for the next user. */
export function deletePocketCopies(): void {
  for (const key of storedKeys(prefix)) removeLocalStorage(prefix + key)
}

/** The user whose leads booth mode keeps on this device, until the session ends. */
export function readCaptureUser(): number | undefined {
  return Number(readLocalStorage(prefix + captureUser)) || undefined
}

export function storeCaptureUser(id: number): void {
  writeLocalStorage(prefix + captureUser, `${id}`)
}
