import type { ReactNode } from 'react'
import { Button } from '../../ui/Button.tsx'

/** The end of a panel: what it is for, anything else it offers, and the way back. */
export function PanelFoot({
  action,
  busy,
  onPress,
  onBack,
  children,
}: {
  action: string
  busy: string | false
  /** Absent where the button sends the form around it. */
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
