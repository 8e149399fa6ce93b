import type { CardState } from '../../../schema/card.ts'

/** What the public meets instead of the card; nothing for a live one. */
export function StateBadge({ state }: { state: CardState }) {
  if (state === 'live') return null
  return (
    <span className="badge state-badge" data-state={state}>
      {names[state]}
    </span>
  )
}

/** What a card that is not live means to who scans it. */
export const stateMeaning = {
  live: undefined,
  draft: 'Draft: only you can see it',
  paused: 'Paused: visitors see your name and a short note',
} as const

const names = { draft: 'Draft', paused: 'Paused' } as const
