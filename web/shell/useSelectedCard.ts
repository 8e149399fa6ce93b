import { useEffect } from 'react'
import { useParams } from 'react-router-dom'
import type { User } from '../../schema/user.ts'
import { useCards } from '../data/cards.ts'
import { parseId, selectedCardId } from './selected-card.ts'
import { useLocalStorage } from './useLocalStorage.ts'

/** Returns the id of the selected card; opening a card's page selects it. */
export function useSelectedCard(user: User): number | undefined {
  const { cards } = useCards()
  const currentId = parseId(useParams().id)
  const [stored, store] = useLocalStorage(`openedCard:${user.id}`)
  useEffect(() => {
    if (currentId && String(currentId) !== stored) store(String(currentId))
  })
  return selectedCardId({ user, cards, currentId, lastOpenedId: parseId(stored) })
}
