import type { PanelProps } from '../draft.ts'
import { ChatCode } from './ChatCode.tsx'
import { CssEditor } from './CssEditor.tsx'

/** What level 3 and above may add to a card: CSS of its own, and a chat. */
export function AdvancedTab(props: PanelProps) {
  return (
    <div className="tab-sections">
      <CssEditor {...props} />
      <ChatCode {...props} />
    </div>
  )
}
