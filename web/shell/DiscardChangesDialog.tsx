import { t } from '../messages/t.ts'
import { ConfirmDialog } from '../ui/Dialog.tsx'
import type { useLeaveGuard } from './useLeaveGuard.ts'

/** Confirms leaving a page with unsaved changes; `guard` is that of the page. */
export function DiscardChangesDialog({
  guard,
  text = t('Your unsaved changes will be lost.'),
  onLeave = guard.leave,
}: {
  guard: ReturnType<typeof useLeaveGuard>
  text?: string
  onLeave?: () => void
}) {
  return (
    <ConfirmDialog
      title={t('Leave without saving?')}
      text={text}
      action={t('Leave')}
      cancel={t('Stay')}
      busy={false}
      onCancel={guard.stay}
      onConfirm={onLeave}
    />
  )
}
