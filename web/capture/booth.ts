import { useEffect, useState, useSyncExternalStore } from 'react'
import * as z from 'zod/mini'
import { LeadForm } from '../../schema/inbox/lead.ts'
import { User } from '../../schema/users/user.ts'
import { hasSignedInCookie } from '../accounts/data/signed-in-cookie.ts'
import { RequestError, request } from '../api.ts'
import { deletePocketCopies, readCaptureUser, storeCaptureUser } from '../cards/pocket/data.ts'
import { type LeadStore, listRecords, openLeadStore, putRecord } from './data.ts'
import { claimDraftSlot, type DraftSlot, placeId } from './draft-slot.ts'
import { Place } from './lead-draft.ts'
import { LeadQueue } from './lead-queue.ts'

const Point = z.object({ code: z.string(), label: z.string() })

/** A card and the questions asked for it, from the last response of the server. */
const BoothCard = z.object({
  ...{ id: z.number(), name: z.string() },
  form: LeadForm,
  points: z.array(Point),
})
export type BoothCard = z.infer<typeof BoothCard>

export type Booth = {
  store: LeadStore
  queue: LeadQueue
  /** What the last visit left. */
  left: { cards: BoothCard[]; draft: DraftSlot; place: Place | undefined }
}

/** Opens the user's data on this device; `blocked` if the browser cannot store any. */
export function useBooth(): Booth | 'loading' | 'signed-out' | 'blocked' {
  const [booth, setBooth] = useState<ReturnType<typeof useBooth>>('loading')
  useEffect(() => {
    let left = false
    const show = (found: ReturnType<typeof useBooth>) => left || setBooth(found)
    openBooth().then(show, () => show('blocked'))
    return () => {
      left = true
    }
  }, [])
  return booth
}

async function openBooth(): Promise<Booth | 'signed-out'> {
  const userId = await findStaff()
  if (userId === null) return 'signed-out'
  const store = await openLeadStore(userId)
  const queue = new LeadQueue(store)
  const [cards, drafts, draft] = await Promise.all([
    storedCards(store),
    listRecords(store, 'draft'),
    claimDraftSlot(store),
    queue.reload(),
  ])
  const place = Place.safeParse(drafts.get(placeId)).data
  return { store, queue, left: { cards, draft, place } }
}

/** The state of the queue. Sends when the page opens, becomes visible or gets a connection. */
export function useQueue(queue: LeadQueue) {
  useEffect(() => {
    const send = () => {
      if (document.visibilityState === 'visible') void queue.reload().then(() => queue.send())
    }
    send()
    addEventListener('online', send)
    document.addEventListener('visibilitychange', send)
    return () => {
      removeEventListener('online', send)
      document.removeEventListener('visibilitychange', send)
      queue.stop()
    }
  }, [queue])
  return useSyncExternalStore(queue.subscribe, queue.state)
}

/** The cards: stored ones until the server responds; undefined if there are none yet. */
export function useCards({ store, left }: Booth, linked: number | null) {
  const [cards, setCards] = useState<BoothCard[] | undefined>(
    left.cards.length > 0 ? left.cards : undefined,
  )
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    fetchCards(store, linked).then(setCards, () => setFailed(true))
  }, [store, linked])
  return { cards, failed }
}

/** Where staff are: from the link, else from the last visit, else the first card. */
export function usePlace({ store, left }: Booth, cards: BoothCard[] | undefined) {
  const [chosen, setChosen] = useState<Place | undefined>(() => linkedPlace(left.place))
  const card = cards?.find(({ id }) => id === chosen?.cardId) ?? cards?.[0]
  const event = card?.form.events.find(({ id }) => id === chosen?.eventId)
  const point = card?.points.find(({ code }) => code === chosen?.source)
  const change = (place: Place) => {
    setChosen(place)
    void putRecord(store, ['draft', placeId], place).catch(() => {})
  }
  const place = card && {
    ...{ cardId: card.id, eventId: event?.id ?? null, source: point?.code ?? null },
  }
  return { place, card, event, change }
}

/** A card and an event in the link, as in `/capture?card=1&event=2`. */
export function linkedIds() {
  const query = new URLSearchParams(location.search)
  return { cardId: Number(query.get('card')) || null, eventId: Number(query.get('event')) || null }
}

function linkedPlace(left: Place | undefined): Place | undefined {
  const { cardId, eventId } = linkedIds()
  const isSame = cardId === null || cardId === left?.cardId
  if (cardId === null && eventId === null) return left
  return {
    cardId: cardId ?? left?.cardId ?? 0,
    eventId: eventId ?? (isSame ? (left?.eventId ?? null) : null),
    source: isSame ? (left?.source ?? null) : null,
  }
}

/**
 * Returns the id of the signed-in user, null when signed out. Does not wait for the network if this device knows the id:
 * a bad connection may take minutes to fail.
 */
async function findStaff(): Promise<number | null> {
  if (!hasSignedInCookie()) return null
  const known = readCaptureUser()
  if (known === undefined) return fetchStaff()
  void fetchStaff().then((id) => {
    // Another user has signed in meanwhile.
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

/** Returns the cards that were last fetched on this device. */
async function storedCards(store: LeadStore): Promise<BoothCard[]> {
  const records = await listRecords(store, 'server')
  return z.array(BoothCard).safeParse(records.get('cards')).data ?? []
}

// Nobody has more cards at a booth, and each costs two requests.
const maxCards = 20

const ListedCards = z.array(
  z.object({ id: z.number(), name: z.nullable(z.string()), slug: z.string() }),
)

/** Fetches and stores the user's cards and the linked one. */
async function fetchCards(store: LeadStore, linked: number | null): Promise<BoothCard[]> {
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

const ListedPoints = z.array(z.extend(Point, { archived: z.boolean() }))

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
