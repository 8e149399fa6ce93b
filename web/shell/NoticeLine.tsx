import type { ReactNode } from 'react'
import { Icon, type IconName } from '../../card/icons/Icon.tsx'
import { t } from '../messages/t.ts'
import { Button } from '../ui/Button.tsx'

/** A notice on one line; on phones without its text. */
export function NoticeLine({
  icon,
  title,
  text,
  dismissLabel = t('Hide this notice'),
  onDismiss,
  children,
}: {
  icon: IconName
  title: string
  text?: ReactNode
  dismissLabel?: string
  /** Without it, the notice stays until what it asks for is done. */
  onDismiss?: (() => void) | undefined
  /** The action. */
  children: ReactNode
}) {
  return (
    <section className="notice-line" aria-label={title}>
      <Icon name={icon} size={18} />
      <p className="clipped">
        <strong>{title}</strong>
        {text && <span> · {text}</span>}
      </p>
      {children}
      {onDismiss && (
        <Button kind="ghost" size="small" label={dismissLabel} onClick={onDismiss}>
          <Icon name="close" size={16} />
        </Button>
      )}
    </section>
  )
}
