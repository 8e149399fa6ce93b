import type { ReactNode } from 'react'
import { Icon } from '../../card/icons/Icon.tsx'

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

/** What an action failed with; nothing without a message. */
export function FailureNote({ title, message }: { title: string; message: string | undefined }) {
  if (!message) return null
  return (
    <Note kind="bad" title={title}>
      {message}
    </Note>
  )
}

const icons = { ok: 'ok', bad: 'alert', warn: 'warn' } as const
