import { useState } from 'react'
import { renewCodes } from '../../data/second-factor.ts'
import { useAttempt } from '../../shell/useAttempt.ts'
import { ConfirmDialog, Dialog } from '../../ui/Dialog.tsx'
import { Note } from '../../ui/Notes.tsx'
import { RecoveryCodeList } from './RecoveryCodeList.tsx'

/** Asks first: what was printed before is void by it. */
export function NewCodesDialog({ onClose }: { onClose: () => void }) {
  const [codes, setCodes] = useState<string[]>()
  const { attempt, busy, failure } = useAttempt('No new codes')
  if (codes)
    return (
      <Dialog title="Keep your recovery codes" onClose={onClose}>
        <RecoveryCodeList codes={codes} onClose={onClose} />
      </Dialog>
    )
  return (
    <ConfirmDialog
      title="Make new recovery codes?"
      text="The ones you have no longer work then."
      action="Make new codes"
      busy={busy && 'Making...'}
      error={
        failure && (
          <Note kind="bad" title="No new codes">
            {failure}
          </Note>
        )
      }
      onCancel={onClose}
      onConfirm={() => void attempt(async () => setCodes(await renewCodes()))}
    />
  )
}
