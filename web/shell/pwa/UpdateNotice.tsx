import { Icon } from '../../../card/icons/Icon.tsx'
import { t } from '../../messages/t.ts'
import { Button } from '../../ui/Button.tsx'
import { setWaitingWorker } from './waiting-worker.ts'

/** Never reloads automatically: the user may be typing. */
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
