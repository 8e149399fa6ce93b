import { useEffect } from 'react'
import { useParams } from 'react-router-dom'
import type { User } from '../../schema/user.ts'
import { useCards } from '../data/cards.ts'
import { cardId, selectedCardId } from './selected-card.ts'
import { useLocalStorage } from './useLocalStorage.ts'

/** Returns the id of the selected card; opening a card's page selects it. */
export function useSelectedCard(user: User): number | undefined {
  const { cards } = useCards()
  const onPage = cardId(useParams().id)
  const [openedLast, keep] = useLocalStorage(`openedCard:${user.id}`)
  useEffect(() => {
    if (onPage && String(onPage) !== openedLast) keep(String(onPage))
  })
  return selectedCardId({ user, cards, onPage, openedLast: cardId(openedLast) })
}
