import { useId } from 'react'
import { type CardState, cardStates } from '../../../../schema/card.ts'

/** Draft, live or paused, each with what visitors then see. */
export function StateChoice({
  state,
  onChange,
}: {
  state: CardState
  onChange: (state: CardState) => void
}) {
  const name = useId()
  return (
    <fieldset className="state-choice">
      <legend className="hidden-text">Who can see it</legend>
      {cardStates.map((value) => (
        <label key={value} data-chosen={value === state || undefined}>
          <input
            type="radio"
            name={name}
            value={value}
            checked={value === state}
            onChange={() => onChange(value)}
            aria-describedby={`${name}-${value}`}
          />
          <span>
            <strong>{stateWords[value].title}</strong>
            <span className="field-hint" id={`${name}-${value}`}>
              {stateWords[value].text}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}

const stateWords: Record<CardState, { title: string; text: string }> = {
  draft: {
    title: 'Draft',
    text: 'Visitors see Card Not Found. Only you can open the card.',
  },
  live: {
    title: 'Live',
    text: 'Everybody with the address or the QR code sees the card.',
  },
  paused: {
    title: 'Paused',
    text: 'Visitors see your name and that the card is paused; they cannot save the contact.',
  },
}
