/** Cards of the signed-in user and of others: fetched, changed, and kept current in the cache of SWR. */
import useSWR, { mutate, SWRConfig } from 'swr'
import * as z from 'zod/mini'
import {
  Card,
  type CardInput,
  DeletedCard,
  ListedCard,
  type NewCard,
  SavedCard,
} from '../../schema/cards/card.ts'
import { IgnoredBody, request, requestIdempotently } from '../api.ts'

const cardsKey = '/api/business-cards'
const deletedKey = '/api/deleted-cards'
const cardKey = (id: number) => `${cardsKey}/${id}`

/** The signed-in user's own cards, oldest first; undefined while loading. */
export function useCards() {
  const { data, error, isValidating, mutate: revalidate } = useSWR(cardsKey, readCards)
  return { cards: data, error, isValidating, revalidate }
}

/** The signed-in user's cards if they are cached; requests nothing, so it also works for visitors. */
export function useKnownCards(): ListedCard[] | undefined {
  return useSWR<ListedCard[]>(cardsKey, null).data
}

export function useCard(id: number | undefined) {
  const {
    data,
    error,
    mutate: revalidate,
  } = useSWR(id ? cardKey(id) : null, (key) => request(key, Card))
  return { card: data, error, revalidate }
}

export async function createCard(input: z.input<typeof NewCard>): Promise<Card> {
  const card = await requestIdempotently(cardsKey, Card, input)
  await cacheCard(card)
  return card
}

/** Whether the card is a draft that was never saved: its first save publishes it. */
export function isUnpublished({ state, version }: Pick<Card, 'state' | 'version'>): boolean {
  return state === 'draft' && version === 1
}

/** Fetches the current card from the server. */
export function fetchCard(id: number): Promise<Card> {
  return request(cardKey(id), Card)
}

/** Replaces the card if its version is still `version`; otherwise throws a 412. Pass the card in the result to `cacheCard`. */
export function saveCard(
  id: number,
  version: number,
  input: z.input<typeof CardInput>,
): Promise<SavedCard> {
  const headers = { 'If-Match': `"v${version}"` }
  return request(cardKey(id), SavedCard, { method: 'PUT', body: input, headers })
}

/** Changes only the slug of the card. */
export async function saveSlug(id: number, slug: string): Promise<void> {
  const saved = await request(`${cardKey(id)}/slug`, Card, { method: 'PUT', body: { slug } })
  await cacheCard(saved)
}

/** Updates the cached card, which every screen shows, and refetches the list of cards. */
export async function cacheCard(card: Card): Promise<void> {
  await mutate(cardKey(card.id), card, { revalidate: false })
  await mutate(cardsKey)
}

/** Adjusts the cached count of new entries after an entry was filed. */
export async function adjustNewEntryCount(id: number, delta: number): Promise<void> {
  const adjust = (card: ListedCard) =>
    card.id === id ? { ...card, newEntries: Math.max(0, card.newEntries + delta) } : card
  // The response of a request in flight is discarded.
  const revalidate = cachedCards()?.isValidating ?? false
  await mutate<ListedCard[]>(cardsKey, (cards) => cards?.map(adjust), { revalidate })
}

/** Refetches the cards if the cached number of new entries, for one card or for all, differs from this one. */
export async function checkNewEntryCount(newEntries: number, id?: number): Promise<void> {
  const cards: ListedCard[] = cachedCards()?.data ?? []
  const counted = cards.filter((card) => id === undefined || card.id === id)
  const known = counted.reduce((total, card) => total + card.newEntries, 0)
  if (counted.length > 0 && known !== newEntries) await mutate(cardsKey)
}

// Not by `mutate` with a function, which discards the response of a request in flight even if it changes nothing.
function cachedCards() {
  return SWRConfig.defaultValue.cache.get(cardsKey)
}

export async function deleteCard(id: number): Promise<void> {
  await request(cardKey(id), IgnoredBody, { method: 'DELETE' })
  await mutate(cardKey(id), undefined, { revalidate: false })
  await revalidateCards()
}

/** Ends all passes that reveal hidden details of the card. */
export async function lockHiddenDetails(id: number): Promise<void> {
  await request(`${cardKey(id)}/lock`, IgnoredBody, { method: 'POST' })
}

export async function restoreCard(id: number): Promise<void> {
  await request(`${cardKey(id)}/restore`, IgnoredBody, { method: 'POST' })
  await revalidateCards()
}

/** Any user's cards, oldest first. */
export function useUserCards(userId: number | undefined) {
  const {
    data,
    error,
    mutate: revalidate,
  } = useSWR(userId ? `${cardsKey}/user/${userId}` : null, readCards)
  return { cards: data, error, revalidate }
}

/** A user's deleted cards that can be restored; fetches only if `enabled`. */
export function useDeletedCards(userId: number, enabled: boolean) {
  const { data } = useSWR(enabled ? `${deletedKey}?user=${userId}` : null, (key) =>
    request(key, z.array(DeletedCard)),
  )
  return data ?? []
}

/** Refetches all lists of cards, and the users with their first card's slug, after a card came or went. */
export async function revalidateCards(): Promise<void> {
  const lists = [`${cardsKey}/user/`, deletedKey, '/api/users?']
  await mutate((key) => key === cardsKey || lists.some((start) => String(key).startsWith(start)))
}

function readCards(key: string) {
  return request(key, z.array(ListedCard))
}
