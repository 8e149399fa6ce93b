import { Icon } from '../../../card/icons/Icon.tsx'
import { t } from '../../messages/t.ts'
import { Button } from '../../ui/Button.tsx'
import { lazyWithTimedPreload } from '../../ui/lazyWithPreload.tsx'
import { setInstallGuideOpen, useInstallGuideOpen, useInstallGuideState } from './install-guide.ts'

const Guide = lazyWithTimedPreload(() => import('./InstallGuideDialog.tsx'), 'InstallGuideDialog')

/** The guide, which a page or `InstallButton` opens. */
export function InstallGuide() {
  const open = useInstallGuideOpen()
  const { markSeen } = useInstallGuideState()
  const close = () => {
    setInstallGuideOpen(false)
    markSeen()
  }
  return open && <Guide onClose={close} />
}

/** Opens the guide again. It is part of the page's flow, so it never covers anything. */
export function InstallButton() {
  const { installed, seen } = useInstallGuideState()
  if (installed || !seen) return null
  return (
    <div className="install-button">
      <Button
        kind="ghost"
        label={t('Install Guide')}
        data-tooltip-side="right"
        onClick={() => setInstallGuideOpen(true)}
      >
        <Icon name="download" size={18} />
      </Button>
    </div>
  )
}
