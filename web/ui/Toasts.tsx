import { Suspense, useSyncExternalStore } from 'react'
import { lazyWithPreload } from './lazyWithPreload.tsx'
import { lastToastId, onToasts } from './toasts.ts'

// Most visits show no toast, so the list is loaded with the first one. If that fails, nothing is
// lost: the page shows the same text.
const ToastList = lazyWithPreload(async () => {
  const list = await import('./ToastList.tsx').catch(() => undefined)
  return list?.ToastList ?? Nothing
})

/** Rendered once in the app. */
export function Toasts() {
  const any = useSyncExternalStore(onToasts, lastToastId) > 0
  // An open dialog hides everything else from assistive technology, except live regions.
  return (
    <div aria-live="off">
      <Suspense fallback={null}>{any && <ToastList />}</Suspense>
    </div>
  )
}

function Nothing() {
  return null
}
