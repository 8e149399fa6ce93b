import { Icon } from '../../../card/icons/Icon.tsx'
import { t } from '../../messages/t.ts'
import { Button } from '../../ui/Button.tsx'
import { setWaitingWorker } from './waiting-worker.ts'

const updateIntervalMs = 3_600_000

/** Offers to reload for a new version. Never reloads automatically: the user may be typing. */
export function UpdateNotice({ worker }: { worker: ServiceWorker }) {
  const reload = () => {
    // Another tab may have activated it already.
    if (worker.state !== 'installed') return location.reload()
    navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), {
      once: true,
    })
    worker.postMessage('take over')
  }
  return (
    <div className="update-note" role="status">
      <Icon name="refresh" size={18} />
      <p>{t('A new version is ready')}</p>
      <Button size="small" kind="primary" onClick={reload}>
        {t('Reload')}
      </Button>
      <Button
        size="small"
        kind="ghost"
        label={t('Later')}
        onClick={() => setWaitingWorker(undefined)}
      >
        <Icon name="close" size={16} />
      </Button>
    </div>
  )
}

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
