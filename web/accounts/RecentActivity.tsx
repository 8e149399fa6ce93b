import { useState } from 'react'
import { Icon } from '../../card/icons/Icon.tsx'
import type { ActivityRow } from '../../schema/users/audit.ts'
import { t, translated } from '../messages/t.ts'
import { ErrorPanel } from '../shell/ErrorPanel.tsx'
import { detailLabel, originLabel, securityEventIcon } from '../shell/security-event-labels.ts'
import { Button } from '../ui/Button.tsx'
import { formatDateTime } from '../ui/format.ts'
import { useActivity } from '../users/audit-data.ts'

/** Security events of the account, with advice for events the user does not recognize. */
export function RecentActivity({ passwordHeading }: { passwordHeading: string }) {
  const change = () => document.getElementById(passwordHeading)?.focus()
  return (
    <section className="panel stack account-panel" data-gap="3" aria-labelledby="activity-heading">
      <h2 id="activity-heading">{t('Recent activity')}</h2>
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
    </section>
  )
}

// Each page has the one after it, which begins where this one ends now.
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
          {byYou === false && ` ${t('· by an administrator')}`}
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
