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
        label={t('Model card')}
        hint={t('Locked fields take their values from this card.')}
        error={error}
        value={looking ? look : String(cardId ?? '')}
        options={[
          { value: '', label: t('Select a card…') },
          ...cards.map(({ id, name, slug }) => ({
            value: String(id),
            label: name ? `${name} (${slug})` : slug,
          })),
          { value: look, label: t("Another user's card…") },
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
            ? t('This user has no card.')
            : t("This user's cards are now in the list.")}
        </p>
      )}
    </div>
  )
}

const look = 'look'
