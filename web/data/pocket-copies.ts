import * as z from 'zod/mini'

const prefix = 'pocket:'

/** A card for offline use: the contents of both QR codes, and when they were saved. */
export const PocketCopy = z.object({
  id: z.number(),
  slug: z.string(),
  name: z.string(),
  state: z.string(),
  /** The name of the card that a moved one redirects to. */
  successor: z.nullish(z.string()),
  link: z.string(),
  contact: z.object({ text: z.string(), leftOut: z.array(z.string()), fits: z.boolean() }),
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

/** Removes all copies, so that nothing is left for the next user. */
export function deletePocketCopies(): void {
  for (const id of storedIds()) deletePocketCopy(id)
}

function storedIds(): number[] {
  try {
    return Object.keys(localStorage).flatMap((key) =>
      key.startsWith(prefix) ? Number(key.slice(prefix.length)) : [],
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
