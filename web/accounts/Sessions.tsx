import { useRef } from 'react'
import { Icon } from '../../card/icons/Icon.tsx'
import type { Session } from '../../schema/accounts/account.ts'
import { Trans } from '../messages/Trans.tsx'
import { t } from '../messages/t.ts'
import { useSubmit } from '../shell/useSubmit.ts'
import { Button } from '../ui/Button.tsx'
import { deviceName } from '../ui/charts/breakdown.ts'
import { formatTimeInSentence } from '../ui/format.ts'
import { FailureNote } from '../ui/Notes.tsx'
import { toast } from '../ui/toasts.ts'
import { revokeOtherSessions, revokeSession, useSessions } from './data/account.ts'
import { ListPlaceholder } from './ListPlaceholder.tsx'

/** The user's sessions, each with a sign-out button. */
export function Sessions() {
  const { sessions, error, revalidate } = useSessions()
  const { attempt, busy, failure } = useSubmit(t('Sign-out failed'))
  const heading = useRef<HTMLHeadingElement>(null)
  const end = (work: () => Promise<void>, said: string) =>
    void attempt(async () => {
      await work()
      toast(t('Signed out'), said)
      // The row disappears with its button.
      heading.current?.focus()
    })
  const others = sessions?.some(({ current }) => !current)
  return (
    <section className="panel stack account-panel" data-gap="3" aria-labelledby="sessions-heading">
      <h2 id="sessions-heading" ref={heading} tabIndex={-1}>
        {t('Active sessions')}
      </h2>
      <FailureNote title={t('Sign-out failed')} message={failure} />
      {sessions && (
        <ul className="stack session-list">
          {sessions.map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              busy={busy}
              onRevoke={() =>
                end(
                  () => revokeSession(session.id),
                  t('{device} is no longer signed in.', { device: deviceName(session.device) }),
                )
              }
            />
          ))}
        </ul>
      )}
      {!sessions && <ListPlaceholder of="sessions" error={error} onRetry={revalidate} />}
      {others && (
        <Button
          busy={busy && t('Signing out...')}
          onClick={() => end(revokeOtherSessions, t('Only this device is still signed in.'))}
        >
          <Icon name="logout" size={18} />
          {t('Sign out everywhere else')}
        </Button>
      )}
      {sessions && !others && <p>{t("You're signed in on this device only.")}</p>}
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
        <strong>{deviceName(device)}</strong>
        <p className="field-hint">
          {t('Signed in {time}', { time: formatTimeInSentence(createdAt) })}
          {!current && <>{t(', last active {time}', { time: formatTimeInSentence(lastSeenAt) })}</>}
        </p>
      </div>
      {current ? (
        <span className="badge" data-kind="ok">
          {t('This device')}
        </span>
      ) : (
        <Button
          size="small"
          aria-disabled={busy || undefined}
          onClick={busy ? undefined : onRevoke}
        >
          <Trans
            id="Revoke<span> {device}</span>"
            values={{ device: deviceName(device) }}
            components={{ span: <span className="hidden-text" /> }}
          />
        </Button>
      )}
    </li>
  )
}
