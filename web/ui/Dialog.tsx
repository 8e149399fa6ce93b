import { lazyWithTimedPreload } from './lazyWithPreload.tsx'

// Preloaded, so that dialogs also open offline.

/**
 * A modal dialog. Esc and a click outside close it; the focus returns to the element that opened
 * it.
 */
export const Dialog = lazyWithTimedPreload(() => import('./ModalDialog.tsx'), 'ModalDialog')

/** Confirmation before a destructive action; Cancel has the initial focus. */
export const ConfirmDialog = lazyWithTimedPreload(
  () => import('./ModalDialog.tsx'),
  'ModalConfirmDialog',
)
