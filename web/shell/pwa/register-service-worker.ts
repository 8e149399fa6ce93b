import { setWaitingWorker } from './waiting-worker.ts'

const updateIntervalMs = 3_600_000

/**
 * Registers the service worker and reports a newer build. Checks for one when the tab becomes visible, at most once an
 * hour.
 */
export async function registerServiceWorker(): Promise<void> {
  // The app also works without a service worker.
  const registration = await navigator.serviceWorker?.register('/sw.js').catch(() => undefined)
  if (!registration) return
  reportWaiting(registration)
  registration.addEventListener('updatefound', () => {
    const { installing } = registration
    installing?.addEventListener('statechange', () => reportWaiting(registration))
  })
  let checkedAt = Date.now()
  document.addEventListener('visibilitychange', () => {
    if (document.hidden || Date.now() - checkedAt < updateIntervalMs) return
    checkedAt = Date.now()
    void registration.update().catch(() => {})
  })
}

// On a first visit no worker controls the page, so a waiting worker is not an update.
function reportWaiting({ waiting }: ServiceWorkerRegistration): void {
  if (waiting && navigator.serviceWorker.controller) setWaitingWorker(waiting)
}
