import { useEffect, useState, useSyncExternalStore } from 'react'
import { type BoothCard, fetchCards, findStaff, storedCards } from './booth-data.ts'
import { type LeadStore, listRecords, openLeadStore, putRecord } from './data.ts'
import { claimDraftSlot, type DraftSlot, placeId } from './draft-slot.ts'
import { Place } from './lead-draft.ts'
import { LeadQueue } from './lead-queue.ts'

export type Booth = {
  store: LeadStore
  queue: LeadQueue
  /** What the last visit left. */
  left: { cards: BoothCard[]; draft: DraftSlot; place: Place | undefined }
}

/** Opens what this device keeps for the user; `signed-out`, or `blocked` where the browser stores nothing. */
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

/** The state of the queue, which sends when the page opens or returns, and when there is a connection again. */
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

/** The cards of the last visit until the server responds; undefined while neither is known. */
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

/** Where staff are: as a link says, else as at the last visit, else at the first card. */
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
