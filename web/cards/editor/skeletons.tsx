import type { ReactNode } from 'react'
import { Icon } from '../../../card/icons/Icon.tsx'
import { t } from '../../messages/t.ts'
import { Spinner } from '../../ui/Button.tsx'

/** Shown until a panel is loaded. */
export function PanelSkeleton() {
  return (
    <div className="panel-waiting" role="status">
      <Spinner />
      <span className="hidden-text">{t('Loading')}</span>
    </div>
  )
}

/** Shown until the card in its phone frame is loaded. */
export function DeviceSkeleton({ below }: { below?: ReactNode }) {
  return (
    <div className="stack visual-editor" data-gap="3" role="status">
      <span className="hidden-text">{t('Loading')}</span>
      <div className="device">
        <div className="device-screen skeleton" />
      </div>
      {below}
    </div>
  )
}

/** The line below a card that is edited by tapping it. */
export function TapHint() {
  return (
    <p className="visual-editor-hint">
      <Icon name="click" size={18} />
      {t('Tap on any element to edit')}
    </p>
  )
}
