import { type ReactNode, Suspense } from 'react'
import { soon } from './later.tsx'

export type DialogProps = {
  title: string
  width?: 'narrow' | 'crop' | 'wide' | 'review'
  onClose: () => void
  children: ReactNode
}

export type ConfirmProps = {
  title: string
  text: string
  action: string
  cancel?: string
  busy: string | false
  /** What went wrong the last time; stays in the dialog. */
  error?: ReactNode
  onCancel: () => void
  onConfirm: () => void
}

/** Esc and a press beside it close it; the focus returns to what opened it. */
export function Dialog(props: DialogProps) {
  return (
    <Suspense fallback={null}>
      <Modal {...props} />
    </Suspense>
  )
}

/** Asks before a loss; Cancel has the focus. */
export function ConfirmDialog(props: ConfirmProps) {
  return (
    <Suspense fallback={null}>
      <Confirm {...props} />
    </Suspense>
  )
}

// Without a connection, too, a question comes up.
const Modal = soon(async () => (await import('./modal-dialogs.tsx')).ModalDialog)
const Confirm = soon(async () => (await import('./modal-dialogs.tsx')).ModalConfirm)
