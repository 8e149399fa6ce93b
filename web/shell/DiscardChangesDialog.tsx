import { ConfirmDialog } from '../ui/Dialog.tsx'
import type { useLeaveGuard } from './useLeaveGuard.ts'

/** Confirms leaving a page with unsaved changes; `guard` is that of the page. */
export function DiscardChangesDialog({
  guard,
  text = 'Your unsaved changes will be lost.',
  onLeave = guard.leave,
}: {
  guard: ReturnType<typeof useLeaveGuard>
  text?: string
  onLeave?: () => void
}) {
  return (
    <ConfirmDialog
      title="Leave without saving?"
      text={text}
      action="Leave"
      cancel="Stay"
      busy={false}
      onCancel={guard.stay}
      onConfirm={onLeave}
    />
  )
}
