import { Suspense } from 'react'
import { lazyWithTimedPreload } from './lazyWithPreload.tsx'
import type { ConfirmProps, DialogProps } from './ModalDialog.tsx'

/**
 * A modal dialog. Esc and a click outside close it; the focus returns to the element that opened
 * it.
 */
export function Dialog(props: DialogProps) {
  return (
    <Suspense fallback={null}>
      <Modal {...props} />
    </Suspense>
  )
}

/** Confirmation before a destructive action; Cancel has the initial focus. */
export function ConfirmDialog(props: ConfirmProps) {
  return (
    <Suspense fallback={null}>
      <Confirm {...props} />
    </Suspense>
  )
}

// Preloaded, so that dialogs also open offline.
const Modal = lazyWithTimedPreload(async () => (await import('./ModalDialog.tsx')).ModalDialog)
const Confirm = lazyWithTimedPreload(
  async () => (await import('./ModalDialog.tsx')).ModalConfirmDialog,
)
