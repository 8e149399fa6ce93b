import { useEffect } from 'react'
import { useLocation, useParams } from 'react-router-dom'
import type { User } from '../../schema/users/user.ts'
import { useCards } from '../cards/data.ts'
import { parseId } from '../ui/useSearchParam.ts'
import { readLocalStorage, removeLocalStorage, useLocalStorage } from './useLocalStorage.ts'

/** Pages whose `id` is not a card's. */
const notCards = /^\/(events|templates)\//

/** Returns the id of the selected card; opening a card's page selects it. */
export function useSelectedCard(user: User): number | undefined {
  const { cards } = useCards()
  const { pathname } = useLocation()
  const { id } = useParams()
  const currentId = notCards.test(pathname) ? undefined : parseId(id)
  const [stored, store] = useLocalStorage(keyOf(user))
  useEffect(() => {
    if (currentId && String(currentId) !== stored) store(String(currentId))
  })
  return selectedCardId({ user, cards, currentId, lastOpenedId: parseId(stored) })
}

type Selection = {
  user: { accessLevel: number }
  /** The user's own cards, oldest first; undefined while loading. */
  cards: { id: number }[] | undefined
  /** The card of the current page. */
  currentId: number | undefined
  lastOpenedId: number | undefined
}

/** Returns the card that the sidebar's entries open: the page's card, else the last opened one, else the oldest. */
export function selectedCardId({
  user,
  cards,
  currentId,
  lastOpenedId,
}: Selection): number | undefined {
  if (currentId) return currentId
  if (!cards) return undefined
  // Administrators also open cards of other users, which are in none of their lists.
  const reopenable =
    user.accessLevel >= 4 ? lastOpenedId : cards.find((card) => card.id === lastOpenedId)?.id
  return reopenable ?? cards[0]?.id
}

/** Forgets a deleted card, so that another one is selected. */
export function forgetOpenedCard(user: Pick<User, 'id'>, cardId: number): void {
  if (readLocalStorage(keyOf(user)) === String(cardId)) removeLocalStorage(keyOf(user))
}

function keyOf({ id }: Pick<User, 'id'>): string {
  return `openedCard:${id}`
}
