import type { ReactNode } from 'react'
import { t } from '../../messages/t.ts'
import { Button } from '../../ui/Button.tsx'

/** The buttons of a panel: its action, alternatives to it, and Back. */
export function PanelFooter({
  action,
  busy,
  onAction,
  onBack,
  children,
}: {
  action: string
  busy: string | false
  /** Absent if the button submits the form. */
  onAction?: () => void
  onBack: () => void
  children?: ReactNode
}) {
  return (
    <>
      <Button
        type={onAction ? 'button' : 'submit'}
        kind="primary"
        size="large"
        busy={busy}
        onClick={onAction}
      >
        {action}
      </Button>
      {children}
      <Button kind="ghost" onClick={onBack}>
        {t('Back to login')}
      </Button>
    </>
  )
}
