import * as z from 'zod/mini'

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
  /** The name of the card that a moved one redirects to. */
  successor: z.nullish(z.string()),
  link: z.string(),
  contact: Contact,
  /** The contact in each language, the base language first; copies made before cards had languages have none. */
  contacts: z.optional(z.array(z.object({ language: z.string(), contact: Contact }))),
  madeAt: z.string(),
})
export type PocketCopy = z.infer<typeof PocketCopy>

/** Without storage, the card is only available online. */
export function savePocketCopy(copy: PocketCopy): void {
  try {
    localStorage.setItem(prefix + copy.id, JSON.stringify(copy))
  } catch {}
}

/** Returns the stored copy of a card; without an id, of the oldest card. */
export function findPocketCopy(id?: number): PocketCopy | undefined {
  const ids = id ? [id] : storedIds().toSorted((one, other) => one - other)
  return ids[0] === undefined ? undefined : read(ids[0])
}

export function deletePocketCopy(id: number): void {
  try {
    localStorage.removeItem(prefix + id)
  } catch {}
}

/** Removes all copies and the user of booth mode, so that nothing is left for the next user. */
export function deletePocketCopies(): void {
  for (const key of storedKeys()) localStorage.removeItem(prefix + key)
}

/** The user whose leads booth mode keeps on this device, until the session ends. */
export function readCaptureUser(): number | undefined {
  try {
    return Number(localStorage.getItem(prefix + captureUser)) || undefined
  } catch {
    return undefined
  }
}

export function storeCaptureUser(id: number): void {
  try {
    localStorage.setItem(prefix + captureUser, `${id}`)
  } catch {}
}

function storedIds(): number[] {
  return storedKeys().flatMap((key) => Number(key) || [])
}

function storedKeys(): string[] {
  try {
    return Object.keys(localStorage).flatMap((key) =>
      key.startsWith(prefix) ? key.slice(prefix.length) : [],
    )
  } catch {
    return []
  }
}

function read(id: number): PocketCopy | undefined {
  try {
    return PocketCopy.safeParse(JSON.parse(localStorage.getItem(prefix + id) ?? 'null')).data
  } catch {
    return undefined
  }
}
