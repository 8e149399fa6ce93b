import { useState } from 'react'
import { Icon } from '../../card/icons/Icon.tsx'
import { t } from '../messages/t.ts'
import { Button } from '../ui/Button.tsx'
import { SelectField } from '../ui/Fields.tsx'
import type { BoothCard } from './booth-data.ts'
import type { Place } from './lead-draft.ts'

type Props = {
  cards: BoothCard[]
  card: BoothCard
  place: Place
  onChange: (place: Place) => void
}

/** The card, and where it has them the event and the share point. Folded once they are chosen. */
export function PlaceFields({ cards, card, place, onChange }: Props) {
  const [open, setOpen] = useState(false)
  const event = card.form.events.find(({ id }) => id === place.eventId)
  const point = card.points.find(({ code }) => code === place.source)
  const summary = [card.name, event?.name, point?.label].filter(Boolean).join(' · ')
  return (
    <section className="panel capture-place" aria-label={t('Where you are')}>
      <div className="row">
        <p dir="auto">{summary}</p>
        <Button size="small" aria-expanded={open} onClick={() => setOpen(!open)}>
          <Icon name={open ? 'check' : 'edit'} size={16} />
          {open ? t('Done') : t('Change')}
        </Button>
      </div>
      {open && <Fields {...{ cards, card, place, onChange }} />}
    </section>
  )
}

function Fields({ cards, card, place, onChange }: Props) {
  const { events } = card.form
  return (
    <div className="stack" data-gap="4">
      {cards.length > 1 && (
        <SelectField
          label={t('Card')}
          value={`${card.id}`}
          options={cards.map(({ id, name }) => ({ value: `${id}`, label: name }))}
          onChange={(id) => onChange({ ...place, cardId: Number(id), source: null })}
        />
      )}
      {events.length > 0 && (
        <SelectField
          label={t('Event')}
          value={`${place.eventId ?? ''}`}
          options={[
            { value: '', label: t('None') },
            ...events.map(({ id, name }) => ({ value: `${id}`, label: name })),
          ]}
          onChange={(id) => onChange({ ...place, eventId: Number(id) || null })}
        />
      )}
      {card.points.length > 0 && (
        <SelectField
          label={t('Share point')}
          value={place.source ?? ''}
          options={[
            { value: '', label: t('None') },
            ...card.points.map(({ code, label }) => ({ value: code, label })),
          ]}
          onChange={(code) => onChange({ ...place, source: code || null })}
        />
      )}
      {cards.length < 2 && events.length + card.points.length === 0 && (
        <p className="muted">{t('This card has no current events or share points.')}</p>
      )}
    </div>
  )
}
