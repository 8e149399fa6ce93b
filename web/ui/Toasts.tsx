import { Suspense, useSyncExternalStore } from 'react'
import { lazyWithPreload } from './lazyWithPreload.tsx'
import { lastToastId, onToasts } from './toasts.ts'

// Most pages are left without a toast, so what shows them is fetched with the first one. Should that fail,
// nothing is lost: what a toast says also stands on the page.
const ToastList = lazyWithPreload(async () => {
  const list = await import('./ToastList.tsx').catch(() => undefined)
  return list?.ToastList ?? Nothing
})

/** Stands once in the app. */
export function Toasts() {
  const any = useSyncExternalStore(onToasts, lastToastId) > 0
  // An open dialog hides everything else from assistive technology, but spares what holds a live region.
  return (
    <div aria-live="off">
      <Suspense fallback={null}>{any && <ToastList />}</Suspense>
    </div>
  )
}

function Nothing() {
  return null
}
