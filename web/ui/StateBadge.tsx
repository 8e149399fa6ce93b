import type { CardState } from '../../schema/card-fields.ts'

/** Shows whether the card is public. */
export function StateBadge({ state }: { state: CardState }) {
  return (
    <span className="badge state-badge" data-kind={kinds[state]}>
      {names[state]}
    </span>
  )
}

const names: Record<CardState, string> = {
  live: 'Live',
  draft: 'Draft',
  paused: 'Paused',
  moved: 'Moved',
  left: 'Left',
}
const kinds = { live: 'ok', draft: 'new', paused: 'warn', moved: 'warn', left: 'warn' } as const
