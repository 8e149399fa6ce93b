import { ConfirmDialog } from '../../ui/Dialog.tsx'
import type { Editor } from './useEditor.ts'

/** Asks before unsaved changes are left behind; who leaves gives them up. */
export function LeaveDialog({ editor: { guard, store } }: { editor: Editor }) {
  const leave = () => {
    store.discard()
    guard.leave()
  }
  return (
    <ConfirmDialog
      title="Leave without saving?"
      text="What you changed since the last save is lost."
      action="Leave"
      cancel="Stay"
      busy={false}
      onCancel={guard.stay}
      onConfirm={leave}
    />
  )
}
