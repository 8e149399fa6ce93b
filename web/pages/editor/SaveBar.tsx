import { useState } from 'react'
import { sentence } from '../../api.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/Dialog.tsx'
import { Note } from '../../ui/Notes.tsx'
import type { Editor } from './useEditor.ts'

/** Always there, so that the page does not jump: what state the draft is in, and what can be done about it. */
export function SaveBar({ editor }: { editor: Editor }) {
  const { dirty, busy, waiting, saveAll, store } = editor
  const [asking, setAsking] = useState(false)
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
      {asking && <ResetDialog onReset={store.reset} onClose={() => setAsking(false)} />}
    </section>
  )
}

function ResetDialog({ onReset, onClose }: { onReset: () => Promise<void>; onClose: () => void }) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const reset = async () => {
    setBusy(true)
    await onReset().then(onClose, (error) =>
      setFailure(sentence(error, 'The card could not be loaded again. Please try again.')),
    )
    setBusy(false)
  }
  return (
    <ConfirmDialog
      title="Reset changes?"
      text="The card is loaded again as it was last saved. Everything you have not saved is lost."
      action="Reset"
      busy={busy && 'Resetting...'}
      error={failure && <Note kind="bad">{failure}</Note>}
      onCancel={onClose}
      onConfirm={() => void reset()}
    />
  )
}
