import type { ReactNode } from 'react'
import { Icon } from '../../card/icons/Icon.tsx'
import { Button } from './Button.tsx'

/** An inline message; `bad` is announced at once. */
export function Note({
  kind,
  title,
  pinned,
  children,
}: {
  kind: 'ok' | 'bad' | 'warn'
  title?: string
  /** Sticky while the page scrolls. */
  pinned?: true
  children: ReactNode
}) {
  return (
    <div
      className="note"
      data-kind={kind}
      data-pinned={pinned}
      role={kind === 'bad' ? 'alert' : 'status'}
    >
      <Icon name={icons[kind]} />
      <div>
        {title && <strong>{title}</strong>}
        <p>{children}</p>
      </div>
    </div>
  )
}

/** Replaces a page or section that failed to load. */
export function ErrorPanel({
  title,
  message,
  onRetry,
}: {
  title: string
  message: string
  onRetry: () => void
}) {
  return (
    <div className="note" data-kind="bad" role="alert">
      <Icon name="alert" />
      <div>
        <h2>{title}</h2>
        <p>{message}</p>
      </div>
      <Button size="small" onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}

const icons = { ok: 'ok', bad: 'alert', warn: 'warn' } as const
