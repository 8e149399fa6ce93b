import type { ReactNode } from 'react'
import { Icon, type IconName } from '../../card/icons/Icon.tsx'

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

/** Shows why an action failed; renders nothing without a message. */
export function FailureNote({ title, message }: { title: string; message: string | undefined }) {
  if (!message) return null
  return (
    <Note kind="bad" title={title}>
      {message}
    </Note>
  )
}

const icons = { ok: 'ok', bad: 'alert', warn: 'warn' } as const

/** Takes the place of an empty list. */
export function EmptyState({
  icon,
  title,
  text,
  children,
}: {
  icon: IconName
  title: string
  text?: string
  children?: ReactNode
}) {
  return (
    <section className="empty">
      <span className="empty-icon">
        <Icon name={icon} size={26} />
      </span>
      <h2>{title}</h2>
      {text && <p>{text}</p>}
      {children}
    </section>
  )
}

/** A progress bar; `text` is its value for screen readers. */
export function ProgressBar({
  label,
  value,
  max,
  text,
}: {
  label: string
  value: number
  max: number
  text: string
}) {
  return (
    <div className="progress">
      <progress aria-label={label} value={value} max={max} />
      <span>{text}</span>
    </div>
  )
}
