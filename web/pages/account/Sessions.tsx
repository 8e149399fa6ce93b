import { useRef } from 'react'
import { Icon } from '../../../card/icons/Icon.tsx'
import type { Session } from '../../../schema/account.ts'
import { revokeOtherSessions, revokeSession, useSessions } from '../../data/account.ts'
import { useSubmit } from '../../shell/useSubmit.ts'
import { Button } from '../../ui/Button.tsx'
import { formatTimeInSentence } from '../../ui/format-date.ts'
import { FailureNote } from '../../ui/Notes.tsx'
import { toast } from '../../ui/toasts.ts'
import { ListPlaceholder } from './ListPlaceholder.tsx'

/** The user's sessions, each with a sign-out button. */
export function Sessions() {
  const { sessions, error, revalidate } = useSessions()
  const { attempt, busy, failure } = useSubmit('Sign-out failed')
  const heading = useRef<HTMLHeadingElement>(null)
  const end = (work: () => Promise<void>, said: string) =>
    void attempt(async () => {
      await work()
      toast('Signed out', said)
      // The row disappears with its button.
      heading.current?.focus()
    })
  const others = sessions?.some(({ current }) => !current)
  return (
    <section className="panel stack account-panel" data-gap="3" aria-labelledby="sessions-heading">
      <h2 id="sessions-heading" ref={heading} tabIndex={-1}>
        Active sessions
      </h2>
      <FailureNote title="Sign-out failed" message={failure} />
      {sessions && (
        <ul className="stack session-list">
          {sessions.map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              busy={busy}
              onRevoke={() =>
                end(() => revokeSession(session.id), `${session.device} is no longer signed in.`)
              }
            />
          ))}
        </ul>
      )}
      {!sessions && <ListPlaceholder of="sessions" error={error} onRetry={revalidate} />}
      {others && (
        <Button
          busy={busy && 'Signing out...'}
          onClick={() => end(revokeOtherSessions, 'Only this device is still signed in.')}
        >
          <Icon name="logout" size={18} />
          Sign out everywhere else
        </Button>
      )}
      {sessions && !others && <p>You're signed in on this device only.</p>}
    </section>
  )
}

function SessionRow({
  session: { device, createdAt, lastSeenAt, current },
  busy,
  onRevoke,
}: {
  session: Session
  busy: boolean
  onRevoke: () => void
}) {
  return (
    <li>
      <Icon name={/iOS|Android/.test(device) ? 'phone-device' : 'desktop'} />
      <div>
        <strong>{device}</strong>
        <p className="field-hint">
          Signed in {formatTimeInSentence(createdAt)}
          {!current && <>, last active {formatTimeInSentence(lastSeenAt)}</>}
        </p>
      </div>
      {current ? (
        <span className="badge" data-kind="ok">
          This device
        </span>
      ) : (
        <Button
          size="small"
          aria-disabled={busy || undefined}
          onClick={busy ? undefined : onRevoke}
        >
          Revoke<span className="hidden-text"> {device}</span>
        </Button>
      )}
    </li>
  )
}
