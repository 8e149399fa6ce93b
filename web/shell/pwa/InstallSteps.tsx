import type { ReactNode } from 'react'
import { Icon, type IconName } from '../../../card/icons/Icon.tsx'
import { Trans } from '../../messages/Trans.tsx'

export function IosSteps() {
  return (
    <ol className="steps">
      <Step icon="share">
        <Trans id="Open this page in Safari and tap <strong>Share</strong> in the toolbar." />
      </Step>
      <Step icon="plus">
        <Trans id="Scroll down and tap <strong>Add to Home Screen</strong>." />
      </Step>
      <Step icon="check">
        <Trans id="Tap <strong>Add</strong>. The icon appears on your home screen." />
      </Step>
    </ol>
  )
}

export function AndroidSteps() {
  return (
    <ol className="steps">
      <Step icon="dots">
        <Trans id="Open this page in Chrome and tap the <strong>menu</strong> at the top right." />
      </Step>
      <Step icon="plus">
        <Trans id="Tap <strong>Add to Home screen</strong>." />
      </Step>
      <Step icon="check">
        <Trans id="Tap <strong>Install</strong>. The icon appears on your home screen." />
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
