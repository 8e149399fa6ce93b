import { useEffect, useState, useSyncExternalStore } from 'react'
import type { Card } from '../../../schema/card.ts'
import type { User } from '../../../schema/user.ts'
import { fetchCard, keepCard, saveCard } from '../../data/cards.ts'
import { forgetEverything } from '../../data/session.ts'
import { CardDraft, isDirty, shownErrors } from './card-draft.ts'
import { forgetDraft, keepDraft, keptDraft, keptKey } from './kept-draft.ts'

/** The draft of a card for a person: typed, undone, kept on this device, saved. */
export function useCardDraft(user: User, card: Card) {
  const [store] = useState(() => open(user, card))
  const state = useSyncExternalStore(store.subscribe, store.state)
  const dirty = isDirty(state)
  useEffect(() => store.meet(card), [store, card])
  useEffect(() => {
    const again = () => {
      if (store.state().waiting) void store.save()
    }
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  }, [store])
  return { store, ...state, draft: state.history.now, dirty, errors: shownErrors(state) }
}

function open(user: User, card: Card): CardDraft {
  const key = keptKey(user.id, card.id)
  const wire = {
    send: (draft: Parameters<typeof saveCard>[2], version: number) =>
      saveCard(card.id, version, draft),
    fetch: async () => {
      const fetched = await fetchCard(card.id)
      await keepCard(fetched)
      return fetched
    },
    keep: (kept: Parameters<typeof keepDraft>[1] | undefined) =>
      kept ? keepDraft(key, kept) : forgetDraft(key),
    sessionEnded: () => void forgetEverything(),
  }
  return new CardDraft(card, wire, keptDraft(key))
}
