import type { ReactNode, Ref } from 'react'
import { Trans } from '../messages/Trans.tsx'
import { t } from '../messages/t.ts'
import { ErrorPanel } from '../shell/ErrorPanel.tsx'
import { useSubmit } from '../shell/useSubmit.ts'
import { Button } from '../ui/Button.tsx'
import { ConfirmDialog } from '../ui/Dialog.tsx'
import { FailureNote } from '../ui/Notes.tsx'
import { toast } from '../ui/toasts.ts'

type PanelProps = {
  /** Id of the heading. */
  id: string
  title: string
  heading?: Ref<HTMLHeadingElement>
  /** Whether scripts can focus the heading; the default with a ref. */
  focusable?: boolean
  className?: string
  children: ReactNode
}

/** A titled panel of a tab. */
export function AccountPanel({
  id,
  title,
  heading,
  focusable = heading !== undefined,
  className = '',
  children,
}: PanelProps) {
  return (
    <section className={`panel stack account-panel ${className}`} data-gap="3" aria-labelledby={id}>
      <h2 id={id} ref={heading} tabIndex={focusable ? -1 : undefined}>
        {title}
      </h2>
      {children}
    </section>
  )
}

const texts = {
  passkeys: {
    failed: t('Your passkeys could not be loaded'),
    loading: t('Loading your passkeys'),
  },
  sessions: {
    failed: t('Your sessions could not be loaded'),
    loading: t('Loading your sessions'),
  },
  feeds: { failed: t('Your feeds could not be loaded'), loading: t('Loading your feeds') },
  tokens: { failed: t('Your tokens could not be loaded'), loading: t('Loading your tokens') },
}

/** Takes the place of a list while it loads, or shows why it failed to load. */
export function ListPlaceholder({
  of,
  error,
  onRetry,
}: {
  of: keyof typeof texts
  error: unknown
  onRetry: () => unknown
}) {
  if (error) return <ErrorPanel title={texts[of].failed} error={error} onRetry={onRetry} />
  return (
    <div className="stack session-list" role="status" aria-busy="true">
      <span className="hidden-text">{texts[of].loading}</span>
      <div className="skeleton skeleton-row" />
      {of === 'sessions' && <div className="skeleton skeleton-row" />}
    </div>
  )
}

/** Opens the dialog that revokes the token or feed of this name. */
export function RevokeButton({ name, onClick }: { name: string; onClick: () => void }) {
  return (
    <Button size="small" aria-haspopup="dialog" onClick={onClick}>
      <Trans id="Revoke<span> {name}</span>" values={{ name }} />
    </Button>
  )
}

type RevokeProps = {
  /** Name of the token or feed. */
  name: string
  title: string
  text: string
  /** Title of the toast after success. */
  done: string
  /** Title of the note after a failure. */
  failed: string
  revoke: () => Promise<void>
  onClose: () => void
  onDone: () => unknown
}

/** Revokes a token or feed, and with it the access of the programs that use it. */
export function RevokeDialog(props: RevokeProps) {
  const { name, title, text, done, failed, revoke, onClose, onDone } = props
  const { attempt, busy, failure } = useSubmit(failed)
  const confirm = () =>
    void attempt(async () => {
      await revoke()
      toast(done, t('“{name}” no longer has access.', { name }))
      onDone()
      onClose()
    })
  return (
    <ConfirmDialog
      title={title}
      text={text}
      action={t('Revoke')}
      busy={busy && t('Revoking...')}
      error={<FailureNote title={failed} message={failure} />}
      onCancel={onClose}
      onConfirm={confirm}
    />
  )
}
