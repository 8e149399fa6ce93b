import { useState } from 'react'
import type { Card } from '../../../schema/card.ts'
import { useCards, useUserCards } from '../../data/cards.ts'
import { lazyWithPreload } from '../../ui/lazyWithPreload.tsx'
import { SelectField } from '../../ui/SelectField.tsx'

const UserSearch = lazyWithPreload(() => import('../../shell/UserSearch.tsx'), 'UserSearch', null)

/**
 * Selects the card a template takes its values from: one's own, or one of a user found by search.
 */
export function ModelField({
  cardId,
  chosen,
  error,
  onChoose,
}: {
  cardId: number | undefined
  chosen: Card | undefined
  error: string | undefined
  onChoose: (cardId: number) => void
}) {
  const { cards: own = [] } = useCards()
  const [looking, setLooking] = useState(false)
  const [user, setUser] = useState<number>()
  const { cards: theirs } = useUserCards(user)
  const named = [...own, ...(theirs ?? []), ...(chosen ? [chosen] : [])]
  const cards = [...new Map(named.map((card) => [card.id, card])).values()]
  const choose = (value: string) => {
    setLooking(value === look)
    if (Number(value)) onChoose(Number(value))
  }
  return (
    <div className="stack" data-gap="3">
      <SelectField
        label="Model card"
        hint="Locked fields take their values from this card."
        error={error}
        value={looking ? look : String(cardId ?? '')}
        options={[
          { value: '', label: 'Select a card…' },
          ...cards.map(({ id, name, slug }) => ({
            value: String(id),
            label: name ? `${name} (${slug})` : slug,
          })),
          { value: look, label: "Another user's card…" },
        ]}
        onChange={choose}
      />
      {looking && (
        <UserSearch
          onChoose={(id) => {
            setUser(id)
            setLooking(false)
          }}
        />
      )}
      {theirs && (
        <p className="field-hint" role="status">
          {theirs.length === 0
            ? 'This user has no card.'
            : "This user's cards are now in the list."}
        </p>
      )}
    </div>
  )
}

const look = 'look'
