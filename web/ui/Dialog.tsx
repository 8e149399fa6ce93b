import type { ReactNode } from 'react'
import { t } from '../messages/t.ts'
import { Button } from './Button.tsx'
import { lazyWithTimedPreload } from './lazyWithPreload.tsx'

// Preloaded, so that dialogs also open offline.

/** A modal dialog. Esc and a click outside close it; the focus returns to the element that opened it. */
export const Dialog = lazyWithTimedPreload(() => import('./ModalDialog.tsx'), 'ModalDialog')

/** Confirmation before a destructive action; Cancel has the initial focus. */
export const ConfirmDialog = lazyWithTimedPreload(
  () => import('./ModalDialog.tsx'),
  'ModalConfirmDialog',
)

/** The buttons of a form in a dialog: Cancel and submit. */
export function DialogFoot({
  action = t('Save'),
  busy,
  kind = 'primary',
  onCancel,
}: {
  action?: string
  busy: string | false
  kind?: 'primary' | 'danger'
  onCancel: () => void
}) {
  return (
    <footer className="dialog-foot">
      <Button onClick={onCancel}>{t('Cancel')}</Button>
      <Button type="submit" kind={kind} busy={busy}>
        {action}
      </Button>
    </footer>
  )
}

/** The buttons of a dialog that only shows something: `children`, and Done. */
export function DoneFoot({ children, onClose }: { children?: ReactNode; onClose: () => void }) {
  return (
    <footer className="dialog-foot">
      {children}
      <Button kind="primary" onClick={onClose}>
        {t('Done')}
      </Button>
    </footer>
  )
}
