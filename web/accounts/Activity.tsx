import { useRef, useState } from 'react'
import { Icon } from '../../card/icons/Icon.tsx'
import type { Session } from '../../schema/accounts/account.ts'
import type { ActivityRow } from '../../schema/users/audit.ts'
import { Trans } from '../messages/Trans.tsx'
import { t, translated } from '../messages/t.ts'
import { ErrorPanel } from '../shell/ErrorPanel.tsx'
import { detailLabel, originLabel, securityEventIcon } from '../shell/security-event-labels.ts'
import { useSubmit } from '../shell/useSubmit.ts'
import { Button } from '../ui/Button.tsx'
import { deviceName } from '../ui/charts/breakdown.ts'
import { formatDateTime, formatTimeInSentence } from '../ui/format.ts'
import { FailureNote } from '../ui/Notes.tsx'
import { toast } from '../ui/toasts.ts'
import { useActivity } from '../users/audit-data.ts'
import { AccountPanel, ListPlaceholder } from './AccountParts.tsx'
import { revokeOtherSessions, revokeSession, useSessions } from './data/account.ts'

/** The user's sessions, each with a sign-out button. */
export function Sessions() {
  const { sessions, error, revalidate } = useSessions()
  const { attempt, busy, failure } = useSubmit(t('Sign-out failed'))
  const heading = useRef<HTMLHeadingElement>(null)
  const end = (work: () => Promise<void>, message: string) =>
    void attempt(async () => {
      await work()
      toast(t('Signed out'), message)
      // The row disappears with its button.
      heading.current?.focus()
    })
  const hasOthers = sessions?.some(({ current }) => !current)
  return (
    <AccountPanel id="sessions-heading" title={t('Active sessions')} heading={heading}>
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
      {hasOthers && (
        <Button
          busy={busy && t('Signing out...')}
          onClick={() => end(revokeOtherSessions, t('Only this device is still signed in.'))}
          icon="logout"
        >
          {t('Sign out everywhere else')}
        </Button>
      )}
      {sessions && !hasOthers && <p>{t("You're signed in on this device only.")}</p>}
    </AccountPanel>
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
          <Trans id="Revoke<span> {device}</span>" values={{ device: deviceName(device) }} />
        </Button>
      )}
    </li>
  )
}

/** Security events of the account, with advice for events the user does not recognize. */
export function RecentActivity({ passwordHeading }: { passwordHeading: string }) {
  const change = () => document.getElementById(passwordHeading)?.focus()
  return (
    <AccountPanel id="activity-heading" title={t('Recent activity')}>
      <p>
        {t(
          "If you don't recognize something here, change your password. This signs out other devices and revokes your API tokens, feeds and analytics links.",
        )}
      </p>
      <Button size="small" onClick={change}>
        {t('Change password')}
      </Button>
      <ul className="stack session-list">
        <Page before={undefined} />
      </ul>
    </AccountPanel>
  )
}

// Each page renders the next one, which begins after its last row.
function Page({ before }: { before: number | undefined }) {
  const { page, error, revalidate } = useActivity(before)
  const [more, setMore] = useState(false)
  if (!page && error)
    return (
      <li>
        <ErrorPanel
          title={t('Your activity could not be loaded')}
          error={error}
          onRetry={revalidate}
        />
      </li>
    )
  if (!page)
    return (
      <li>
        <div role="status" aria-busy="true">
          <span className="hidden-text">{t('Loading your activity')}</span>
          <div className="skeleton skeleton-row" />
        </div>
      </li>
    )
  const { rows, next } = page
  return (
    <>
      {rows.length === 0 && <li>{t('No activity in the last 90 days.')}</li>}
      {rows.map((row) => (
        <Row key={row.id} row={row} />
      ))}
      {next && more && <Page before={next} />}
      {next && !more && (
        <li>
          <Button size="small" onClick={() => setMore(true)}>
            {t('Show more activity')}
          </Button>
        </li>
      )}
    </>
  )
}

function Row({ row }: { row: ActivityRow }) {
  const { at, title, outcome, count, byYou, fromHere } = row
  const details = detailLabel(row.details)
  return (
    <li>
      <Icon name={securityEventIcon(row)} />
      <div>
        <strong>{translated(title)}</strong>
        {details && <> {details}</>}
        {count > 1 && <>{t(', {count} times', { count })}</>}
        <p className="field-hint">
          <time dateTime={at}>{formatDateTime(at)}</time>
          {/* An administrator's location is not shown. */}
          {byYou === false && ` ${t('· by an admin')}`}
          {byYou !== false &&
            row.device !== null &&
            ` · ${originLabel({ ...row, device: row.device })}`}
          {byYou !== false && fromHere && ` ${t('· this network')}`}
        </p>
      </div>
      {outcome === 'failure' && (
        <span className="badge" data-kind="warn">
          {t('Refused')}
        </span>
      )}
    </li>
  )
}
