import type { CardState } from '../../schema/cards/card-fields.ts'
import { t, tIn } from '../messages/t.ts'

/** Shows whether the card is public. */
export function StateBadge({ state }: { state: CardState }) {
  return (
    <span className="badge state-badge" data-kind={kinds[state]}>
      {names[state]}
    </span>
  )
}

const names: Record<CardState, string> = {
  live: t('Live'),
  draft: t('Draft'),
  paused: t('Paused'),
  moved: t('Moved'),
  left: tIn('state of a card', 'Left'),
}
const kinds = { live: 'ok', draft: 'new', paused: 'warn', moved: 'warn', left: 'warn' } as const
