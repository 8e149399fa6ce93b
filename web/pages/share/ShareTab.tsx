import type { PanelProps } from '../editor/draft.ts'
import { SharePoints } from './SharePage.tsx'

/** The share points of the card, as a tab of the editors. */
export function ShareTab({ card }: PanelProps) {
  return (
    <div className="stack" data-gap="4">
      <SharePoints id={card.id} embedded />
    </div>
  )
}
