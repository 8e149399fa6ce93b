import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { Icon } from '../../../../card/icons/Icon.tsx'
import { SecurityKind, type SecurityRow, securityKinds } from '../../../../schema/security-event.ts'
import { errorMessage } from '../../../api.ts'
import { type SecurityView, useSecurityEvents } from '../../../data/security-events.ts'
import { detailLabel, originLabel } from '../../../shell/security-event-labels.ts'
import { cardId as idOf } from '../../../shell/selected-card.ts'
import { Button } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { formatDateTime } from '../../../ui/format-date.ts'
import { ErrorPanel } from '../../../ui/Notes.tsx'
import { SelectField } from '../../../ui/SelectField.tsx'
import { AccessDenied, isForbidden } from '../AccessDenied.tsx'

const kinds = Object.entries(securityKinds)
  .map(([value, { title }]) => ({ value, label: title }))
  .sort((one, other) => one.label.localeCompare(other.label))

type Choose = (name: 'person' | 'kind', value: string | undefined) => void

/** Security events of all users, newest first; filtered by user or kind in the URL. */
export function SecurityEvents() {
  const [params, setParams] = useSearchParams()
  const kind = SecurityKind.safeParse(params.get('kind')).data
  const view: SecurityView = { user: idOf(params.get('person')), kind }
  const choose: Choose = (name, value) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before)
        if (value) next.set(name, value)
        else next.delete(name)
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  return (
    <div className="audit">
      <div className="security-filters">
        <SelectField
          label="Event"
          options={[{ value: '', label: 'All events' }, ...kinds]}
          value={kind ?? ''}
          onChange={(chosen) => choose('kind', chosen)}
        />
        {view.user && (
          <Button onClick={() => choose('person', undefined)}>
            Only user {view.user}
            <Icon name="close" size={14} />
            <span className="hidden-text">Remove</span>
          </Button>
        )}
      </div>
      <p className="audit-hint">
        Kept for 90 days. Select a name to see only that person. To read this log from a SIEM,
        create an API token for security events in Account, Security.
      </p>
      <Pages key={JSON.stringify(view)} view={view} onChoose={choose} />
    </div>
  )
}

function Pages({ view, onChoose }: { view: SecurityView; onChoose: Choose }) {
  const [cursors, setCursors] = useState<(number | undefined)[]>([undefined])
  return (
    <ol className="panel audit-list">
      {cursors.map((before, index) => (
        <Page
          key={before ?? 'first'}
          {...{ view, before, onChoose }}
          onMore={
            index === cursors.length - 1 ? (next) => setCursors([...cursors, next]) : undefined
          }
        />
      ))}
    </ol>
  )
}

type PageProps = {
  view: SecurityView
  before: number | undefined
  onChoose: Choose
  onMore: ((next: number) => void) | undefined
}

function Page({ view, before, onChoose, onMore }: PageProps) {
  const { page, error, again } = useSecurityEvents(view, before)
  if (isForbidden(error)) return <AccessDenied />
  if (!page && error)
    return (
      <li>
        <ErrorPanel
          title="Error loading the security events"
          message={errorMessage(error, 'Something went wrong. Please try again.')}
          onRetry={() => void again()}
        />
      </li>
    )
  if (!page) return <li role="status">Loading...</li>
  const { rows, next } = page
  return (
    <>
      {rows.length === 0 && (
        <li>
          <EmptyState icon="search" title="Nothing found" text="No such event is in the log." />
        </li>
      )}
      {rows.map((row) => (
        <Line key={row.id} row={row} onChoose={onChoose} />
      ))}
      {next && onMore && (
        <li>
          <Button onClick={() => onMore(next)}>Show more</Button>
        </li>
      )}
    </>
  )
}

function Line({ row, onChoose }: { row: SecurityRow; onChoose: Choose }) {
  const { at, title, outcome, count, user, actor } = row
  const details = detailLabel(row.details)
  const onlySelf = actor?.id === user?.id
  return (
    <li>
      <div className="security-event">
        <p dir="auto">
          <strong>{title}</strong>
          {details && ` ${details}`}
          {count > 1 && `, ${count} times`}
          {user && (
            <>
              {': '}
              <Name person={user} onChoose={onChoose} />
            </>
          )}
          {actor && !onlySelf && (
            <>
              {user ? ', by ' : ': '}
              <Name person={actor} onChoose={onChoose} />
            </>
          )}
        </p>
        <p className="security-origin">{networkWords(row)}</p>
      </div>
      <span className="audit-end">
        {outcome === 'failure' && (
          <span className="badge" data-kind="warn">
            Refused
          </span>
        )}
        <time dateTime={at}>{formatDateTime(at)}</time>
      </span>
    </li>
  )
}

type Person = NonNullable<SecurityRow['user']>

function Name({ person: { id, username }, onChoose }: { person: Person; onChoose: Choose }) {
  return (
    <button type="button" className="audit-name" onClick={() => onChoose('person', String(id))}>
      {username ?? `user ${id}`}
    </button>
  )
}

function networkWords(row: SecurityRow): string {
  const { asOrganization, asn } = row
  const provider = asOrganization ?? (asn ? `AS${asn}` : undefined)
  return [originLabel(row), provider].filter(Boolean).join(' · ')
}
