import type { ReactNode } from 'react'
import { Icon, type IconName } from '../../card/Icon.tsx'
import { product } from '../product.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Tabs } from '../ui/Tabs.tsx'

export function InstallGuideDialog({ onClose }: { onClose: () => void }) {
  const onApple = /iPhone|iPad|iPod|Macintosh/.test(navigator.userAgent)
  return (
    <Dialog onClose={onClose} title={`Install ${product.name}`}>
      <div className="dialog-body">
        <p className="dialog-text">
          Put {product.shortName} on your home screen, so that your card is one tap away.
        </p>
        <Tabs
          label="Kind of phone"
          start={onApple ? 'ios' : 'android'}
          tabs={[
            { value: 'ios', title: 'iOS', content: <IosSteps /> },
            { value: 'android', title: 'Android', content: <AndroidSteps /> },
          ]}
        />
      </div>
      <footer className="dialog-foot">
        <Button kind="primary" onClick={onClose}>
          Got it
        </Button>
      </footer>
    </Dialog>
  )
}

function IosSteps() {
  return (
    <ol className="steps">
      <Step icon="share">
        Open this page in Safari and tap <strong>Share</strong> in the toolbar.
      </Step>
      <Step icon="plus">
        Scroll down and tap <strong>Add to Home Screen</strong>.
      </Step>
      <Step icon="check">
        Tap <strong>Add</strong>. The icon is on your home screen.
      </Step>
    </ol>
  )
}

function AndroidSteps() {
  return (
    <ol className="steps">
      <Step icon="dots">
        Open this page in Chrome and tap the <strong>menu</strong> at the top right.
      </Step>
      <Step icon="plus">
        Tap <strong>Add to Home screen</strong>.
      </Step>
      <Step icon="check">
        Tap <strong>Install</strong>. The icon is on your home screen.
      </Step>
    </ol>
  )
}

function Step({ icon, children }: { icon: IconName; children: ReactNode }) {
  return (
    <li>
      <span className="step-icon">
        <Icon name={icon} />
      </span>
      <span>{children}</span>
    </li>
  )
}
