import { useState } from 'react'
import type { Card } from '../../schema/cards/card.ts'
import { useCards, useUserCards } from '../cards/data.ts'
import { t } from '../messages/t.ts'
import { SelectField } from '../ui/Fields.tsx'
import { lazyWithPreload } from '../ui/lazyWithPreload.tsx'

const UserSearch = lazyWithPreload(() => import('../shell/UserSearch.tsx'), 'UserSearch', null)

/** Selects the card that a template takes its values from: an own card, or a card of a user found by search. */
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
  const [isSearching, setIsSearching] = useState(false)
  const [user, setUser] = useState<number>()
  const { cards: foundCards } = useUserCards(user)
  const listed = [...own, ...(foundCards ?? []), ...(chosen ? [chosen] : [])]
  const cards = [...new Map(listed.map((card) => [card.id, card])).values()]
  const choose = (value: string) => {
    setIsSearching(value === otherUser)
    if (Number(value)) onChoose(Number(value))
  }
  return (
    <div className="stack" data-gap="3">
      <SelectField
        label={t('Model card')}
        hint={t('Locked fields take their values from this card.')}
        error={error}
        value={isSearching ? otherUser : String(cardId ?? '')}
        options={[
          { value: '', label: t('Select a card…') },
          ...cards.map(({ id, name, slug }) => ({
            value: String(id),
            label: name ? `${name} (${slug})` : slug,
          })),
          { value: otherUser, label: t("Another user's card…") },
        ]}
        onChange={choose}
      />
      {isSearching && (
        <UserSearch
          onChoose={(id) => {
            setUser(id)
            setIsSearching(false)
          }}
        />
      )}
      {foundCards && (
        <p className="field-hint" role="status">
          {foundCards.length === 0
            ? t('This user has no card.')
            : t("This user's cards are now in the list.")}
        </p>
      )}
    </div>
  )
}

const otherUser = 'otherUser'
