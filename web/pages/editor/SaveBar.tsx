import { Suspense, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { useOnPage } from '../../ui/useOnPage.ts'
import { ResetDialog } from './later.ts'
import type { Editor } from './useEditor.ts'

/** Always there, so that the page does not jump: what state the draft is in, and what can be done about it. */
export function SaveBar({ editor }: { editor: Editor }) {
  const { dirty, busy, waiting, saveAll, store } = editor
  const [asking, setAsking] = useState(false)
  useOnPage('save-bar')
  const text = waiting
    ? 'Not saved: no connection'
    : dirty
      ? 'Unsaved changes'
      : 'All changes saved'
  return (
    <section className="save-bar" aria-label="Save" data-dirty={dirty || undefined}>
      <p>{text}</p>
      <Button
        kind="ghost"
        aria-disabled={!dirty || undefined}
        onClick={() => dirty && setAsking(true)}
      >
        Reset
      </Button>
      <Button
        kind="primary"
        busy={busy && 'Saving...'}
        aria-disabled={!dirty || undefined}
        onClick={() => dirty && saveAll()}
      >
        Save Changes
      </Button>
      <Suspense fallback={null}>
        {asking && <ResetDialog onReset={store.reset} onClose={() => setAsking(false)} />}
      </Suspense>
    </section>
  )
}
