import { useSyncExternalStore } from 'react'
import { useKnownCards } from '../../cards/data.ts'
import { t } from '../../messages/t.ts'
import { product } from '../../product.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { AndroidSteps, IosSteps } from './InstallSteps.tsx'
import { installPrompt, onInstallPrompt, setInstallPrompt } from './install-prompt.ts'

/** How to install the app on each type of phone. */
export function InstallGuideDialog({ onClose }: { onClose: () => void }) {
  const onApple = /iPhone|iPad|iPod|Macintosh/.test(navigator.userAgent)
  const install = useInstallPrompt()
  const hasCard = Boolean(useKnownCards()?.length)
  return (
    <Dialog onClose={onClose} title={t('Install {appName}', { appName: product.appName })}>
      <div className="dialog-body">
        <p className="dialog-text">
          {hasCard
            ? t('Add {shortName} to your home screen to keep your card one tap away.', words)
            : t('Add {shortName} to your home screen to open it like any other app.', words)}
        </p>
        <Tabs
          label={t('Phone type')}
          start={onApple ? 'ios' : 'android'}
          tabs={[
            { value: 'ios', title: t('iOS'), content: <IosSteps /> },
            { value: 'android', title: t('Android'), content: <AndroidSteps /> },
          ]}
        />
      </div>
      <footer className="dialog-foot">
        {install && (
          <Button kind="primary" onClick={install} icon="download">
            {t('Install')}
          </Button>
        )}
        <Button kind={install ? 'secondary' : 'primary'} onClick={onClose}>
          {t('Got it')}
        </Button>
      </footer>
    </Dialog>
  )
}

const words = { shortName: product.shortName }

/** Returns a function that shows the browser's install prompt; undefined if there is none. */
function useInstallPrompt(): (() => void) | undefined {
  const event = useSyncExternalStore(onInstallPrompt, installPrompt)
  // A prompt can be used only once.
  return event && (() => void event.prompt().finally(() => setInstallPrompt(undefined)))
}
