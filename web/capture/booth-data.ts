import * as z from 'zod/mini'
import { LeadForm } from '../../schema/inbox/lead.ts'
import { User } from '../../schema/users/user.ts'
import { hasSignedInCookie } from '../accounts/data/signed-in-cookie.ts'
import { RequestError, request } from '../api.ts'
import { deletePocketCopies, readCaptureUser, storeCaptureUser } from '../cards/pocket/data.ts'
import { type LeadStore, listRecords, putRecord } from './data.ts'

// More cards than anybody has at a booth; each costs two requests.
const maxCards = 20

const Point = z.object({ code: z.string(), label: z.string() })

/** A card with what is asked at it, as the server said last. */
const BoothCard = z.object({
  ...{ id: z.number(), name: z.string() },
  form: LeadForm,
  points: z.array(Point),
})
export type BoothCard = z.infer<typeof BoothCard>

const ListedCards = z.array(
  z.object({ id: z.number(), name: z.nullable(z.string()), slug: z.string() }),
)
const ListedPoints = z.array(z.extend(Point, { archived: z.boolean() }))

/**
 * The id of the signed-in user, at once if this device knows it: a bad connection may take minutes to fail. Null when
 * signed out.
 */
export async function findStaff(): Promise<number | null> {
  if (!hasSignedInCookie()) return null
  const known = readCaptureUser()
  if (known === undefined) return fetchStaff()
  void fetchStaff().then((id) => {
    // Somebody else signed in, in a way that this device did not see.
    if (id !== null && id !== known) location.reload()
  })
  return known
}

async function fetchStaff(): Promise<number | null> {
  try {
    const { id } = await request('/api/user', User)
    storeCaptureUser(id)
    return id
  } catch (error) {
    if (error instanceof RequestError && error.status === 401) deletePocketCopies()
    return null
  }
}

/** The cards that were read last on this device. */
export async function storedCards(store: LeadStore): Promise<BoothCard[]> {
  const records = await listRecords(store, 'server')
  return z.array(BoothCard).safeParse(records.get('cards')).data ?? []
}

/** Reads the user's cards, and another one that a link names, and stores them for later. */
export async function fetchCards(store: LeadStore, linked: number | null): Promise<BoothCard[]> {
  const own = await request('/api/business-cards', ListedCards)
  const ids = own.slice(0, maxCards).map(({ id }) => id)
  const wanted = linked && !ids.includes(linked) ? [...ids, linked] : ids
  const cards: BoothCard[] = []
  for (const id of wanted) {
    const card = await fetchCard(id)
    if (card) cards.push(card)
  }
  await putRecord(store, ['server', 'cards'], cards)
  return cards
}

/** Undefined if the user may not capture leads for the card. */
async function fetchCard(id: number): Promise<BoothCard | undefined> {
  const path = `/api/business-cards/${id}`
  try {
    const [form, points] = await Promise.all([
      request(`${path}/lead-form`, LeadForm),
      request(`${path}/share-points`, ListedPoints),
    ])
    const open = points.filter(({ archived }) => !archived)
    return { id, name: form.name, form, points: open.map(({ code, label }) => ({ code, label })) }
  } catch (error) {
    const isRefused = error instanceof RequestError && [403, 404].includes(error.status)
    if (isRefused) return undefined
    throw error
  }
}
