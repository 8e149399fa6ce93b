import useSWR from 'swr'
import * as z from 'zod/mini'
import { ListedCard, maxCardsPage } from '../../schema/cards/card.ts'
import { requestPage } from '../api.ts'

/** The cards of all users, for level 4 and above; undefined while loading. */
export function useAllCards() {
  const { data, error, mutate: revalidate } = useSWR('all cards', fetchAllCards)
  return { cards: data, error, revalidate }
}

async function fetchAllCards(): Promise<ListedCard[]> {
  const cards: ListedCard[] = []
  for (let page = 1; ; page += 1) {
    const { rows, total } = await requestPage(
      `/api/business-cards?all=1&page=${page}&limit=${maxCardsPage}`,
      z.array(ListedCard),
    )
    cards.push(...rows)
    if (rows.length === 0 || cards.length >= total) return cards
  }
}
