import { Suspense } from 'react'
import { lazyWithTimedPreload } from './lazyWithPreload.tsx'
import type { ConfirmProps, DialogProps } from './ModalDialog.tsx'

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
const Modal = lazyWithTimedPreload(async () => (await import('./ModalDialog.tsx')).ModalDialog)
const Confirm = lazyWithTimedPreload(
  async () => (await import('./ModalDialog.tsx')).ModalConfirmDialog,
)
