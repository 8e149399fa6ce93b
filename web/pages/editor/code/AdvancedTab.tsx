import { Suspense } from 'react'
import { later } from '../../../ui/later.tsx'
import { Spinner } from '../../../ui/Spinner.tsx'
import type { PanelProps } from '../draft.ts'
import { ChatCode } from './ChatCode.tsx'

// With it comes a parser of CSS, as heavy as the rest of the editor.
const CssEditor = later(async () => (await import('./CssEditor.tsx')).CssEditor)

/** What level 3 and above may add to a card: CSS of its own, and a chat. */
export function AdvancedTab(props: PanelProps) {
  return (
    <div className="tab-sections">
      <Suspense fallback={<Waiting />}>
        <CssEditor {...props} />
      </Suspense>
      <ChatCode {...props} />
    </div>
  )
}

function Waiting() {
  return (
    <div className="panel-waiting" role="status">
      <Spinner />
      <span className="hidden-text">Loading</span>
    </div>
  )
}
