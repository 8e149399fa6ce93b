import { setWaitingWorker } from './waiting-worker.ts'

const hour = 3_600_000

/** Lets the app open without a connection; from then on a newer build is noticed, also by a page that stays open. */
export async function registerServiceWorker(): Promise<void> {
  // A browser without it, or one that was told not to, has the app all the same.
  const registration = await navigator.serviceWorker?.register('/sw.js').catch(() => undefined)
  if (!registration) return
  noticeWaiting(registration)
  registration.addEventListener('updatefound', () => {
    const { installing } = registration
    installing?.addEventListener('statechange', () => noticeWaiting(registration))
  })
  let asked = Date.now()
  document.addEventListener('visibilitychange', () => {
    if (document.hidden || Date.now() - asked < hour) return
    asked = Date.now()
    void registration.update().catch(() => {})
  })
}

// The first worker of all waits for nobody, and is no news.
function noticeWaiting({ waiting }: ServiceWorkerRegistration): void {
  if (waiting && navigator.serviceWorker.controller) setWaitingWorker(waiting)
}
