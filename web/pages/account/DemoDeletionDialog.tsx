import { notInDemo } from '../../../schema/account.ts'
import { ConfirmDialog } from '../../ui/Dialog.tsx'
import { toast } from '../../ui/toasts.ts'

/** Asks, and then says that a demonstration deletes nothing. */
export function DemoDeletionDialog({ onClose }: { onClose: () => void }) {
  const confirm = () => {
    onClose()
    toast('Account deletion', notInDemo)
  }
  return (
    <ConfirmDialog
      title="Are you absolutely sure?"
      text="This deletes your account, your cards and everything visitors sent you."
      action="Delete Account"
      busy={false}
      onCancel={onClose}
      onConfirm={confirm}
    />
  )
}
