import { useState } from 'react'
import { sentence } from '../../api.ts'
import { ConfirmDialog } from '../../ui/Dialog.tsx'
import { Note } from '../../ui/Notes.tsx'

/** Asks, then loads the card again. */
export function ResetDialog({
  onReset,
  onClose,
}: {
  onReset: () => Promise<void>
  onClose: () => void
}) {
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
