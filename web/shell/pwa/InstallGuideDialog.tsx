import { Icon } from '../../../card/icons/Icon.tsx'
import { product } from '../../product.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { AndroidSteps, IosSteps } from './InstallSteps.tsx'
import { useInstallPrompt } from './install-prompt.ts'

export function InstallGuideDialog({ onClose }: { onClose: () => void }) {
  const onApple = /iPhone|iPad|iPod|Macintosh/.test(navigator.userAgent)
  const install = useInstallPrompt()
  return (
    <Dialog onClose={onClose} title={`Install ${product.appName}`}>
      <div className="dialog-body">
        <p className="dialog-text">
          Add {product.shortName} to your home screen to keep your card one tap away.
        </p>
        <Tabs
          label="Phone type"
          start={onApple ? 'ios' : 'android'}
          tabs={[
            { value: 'ios', title: 'iOS', content: <IosSteps /> },
            { value: 'android', title: 'Android', content: <AndroidSteps /> },
          ]}
        />
      </div>
      <footer className="dialog-foot">
        {install && (
          <Button kind="primary" onClick={install}>
            <Icon name="download" size={18} />
            Install
          </Button>
        )}
        <Button kind={install ? 'secondary' : 'primary'} onClick={onClose}>
          Got it
        </Button>
      </footer>
    </Dialog>
  )
}
