import { useSyncExternalStore } from 'react'
import { lazyWithPreload, Nothing } from './lazyWithPreload.tsx'
import { lastToastId, onToasts } from './toasts.ts'

// Most visits show no toast, so the list is loaded with the first one. If that fails, nothing is
// lost: the page shows the same text.
const ToastList = lazyWithPreload(
  () => import('./ToastList.tsx').catch(() => ({ ToastList: Nothing })),
  'ToastList',
  null,
)

/** Where toasts appear; rendered once in the app. */
export function Toasts() {
  const any = useSyncExternalStore(onToasts, lastToastId) > 0
  // An open dialog hides everything else from assistive technology, except live regions.
  return <div aria-live="off">{any && <ToastList />}</div>
}
