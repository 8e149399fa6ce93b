import type { ReactNode } from 'react'
import { Button } from '../../ui/Button.tsx'

/** Footer of a panel: main action, alternatives and Back. */
export function PanelFoot({
  action,
  busy,
  onPress,
  onBack,
  children,
}: {
  action: string
  busy: string | false
  /** Absent if the button submits the form. */
  onPress?: () => void
  onBack: () => void
  children?: ReactNode
}) {
  return (
    <>
      <Button
        type={onPress ? 'button' : 'submit'}
        kind="primary"
        size="large"
        busy={busy}
        onClick={onPress}
      >
        {action}
      </Button>
      {children}
      <Button kind="ghost" onClick={onBack}>
        Back to login
      </Button>
    </>
  )
}
