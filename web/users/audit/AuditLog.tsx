import { useState } from 'react'
import { Icon } from '../../../card/icons/Icon.tsx'
import { type AuditRow, isAuditKind, securityKinds } from '../../../schema/users/audit.ts'
import { locale } from '../../messages/language.ts'
import { Trans } from '../../messages/Trans.tsx'
import { t, translated } from '../../messages/t.ts'
import { ErrorPanel } from '../../shell/ErrorPanel.tsx'
import { detailLabel, originLabel } from '../../shell/security-event-labels.ts'
import { Button } from '../../ui/Button.tsx'
import { SelectField } from '../../ui/Fields.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { EmptyState } from '../../ui/Notes.tsx'
import { parseId, useQueryParams } from '../../ui/useSearchParam.ts'
import { type AuditFilter, useAudit } from '../audit-data.ts'
import { AccessDenied, isForbidden } from '../Users.tsx'
import { auditLabel, eventTitle, targetLabel } from './audit-labels.ts'

const subjects = ['actor', 'user', 'card'] as const
type Subject = (typeof subjects)[number]
type Choose = (subject: Subject, id: number | undefined) => void

const kinds = Object.entries(securityKinds)
  .map(([value, { title }]) => ({ value, label: translated(title) }))
  .sort((one, other) => one.label.localeCompare(other.label, locale))

/** The audit log, newest first; filtered by kind, actor, user or card in the URL. */
export function AuditLog() {
  const [params, change] = useQueryParams()
  const kind = params.get('kind') ?? ''
  const view: AuditFilter = {
    ...Object.fromEntries(subjects.map((subject) => [subject, parseId(params.get(subject))])),
    ...(isAuditKind(kind) && { kind }),
  }
  const choose: Choose = (subject, id) =>
    change({
      // Few entries concern both a user and a card.
      ...(subject !== 'actor' && { user: undefined, card: undefined }),
      [subject]: id?.toString(),
    })
  return (
    <div className="stack" data-gap="5">
      <div className="audit-filters">
        <SelectField
          label={t('Event')}
          options={[{ value: '', label: t('All events') }, ...kinds]}
          value={view.kind ?? ''}
          onChange={(chosen) => change({ kind: chosen || undefined })}
        />
        <Subjects view={view} onRemove={(subject) => choose(subject, undefined)} />
      </div>
      <p className="field-hint">
        {t(
          'Changes are kept for 24 months, sign-ins, refusals and exports for 90 days. Select a name to filter. To read this log from a SIEM, create an API token for security events in Account > Security.',
        )}
      </p>
      <ol key={JSON.stringify(view)} className="panel audit-list">
        <Page view={view} before={undefined} onChoose={choose} />
      </ol>
    </div>
  )
}

/** The actor, user or card that the log is filtered by; a click removes the filter. */
function Subjects({ view, onRemove }: { view: AuditFilter; onRemove: (subject: Subject) => void }) {
  // Any row of the filtered log has the names. The filter by kind is left out, since it may match no row.
  const [row] = useAudit({ ...view, kind: undefined }).page?.rows ?? []
  return subjects
    .filter((subject) => view[subject])
    .map((subject) => (
      <Button key={subject} onClick={() => onRemove(subject)}>
        <bdi>{subjectLabel(subject, row)}</bdi>
        <Icon name="close" size={14} />
        <span className="hidden-text">{t('Remove')}</span>
      </Button>
    ))
}

function subjectLabel(subject: Subject, row: AuditRow | undefined): string {
  if (subject === 'actor') return t('By {actor}', { actor: row?.actor ?? t('a deleted user') })
  if (row?.target.startsWith(subject)) return targetLabel(row)
  return row?.user ? t('the user {name}', { name: row.user }) : t('this user')
}

type PageProps = { view: AuditFilter; before: number | undefined; onChoose: Choose }

// Each page renders the next one, which begins after its last row.
function Page({ view, before, onChoose }: PageProps) {
  const { page, error, revalidate } = useAudit(view, before)
  const [more, setMore] = useState(false)
  if (isForbidden(error)) return <AccessDenied />
  if (!page && error)
    return (
      <li>
        <ErrorPanel title={t('Error loading audit log')} error={error} onRetry={revalidate} />
      </li>
    )
  if (!page)
    return (
      <li>
        <span role="status">{t('Loading...')}</span>
      </li>
    )
  const { rows, next } = page
  return (
    <>
      {rows.length === 0 && (
        <li>
          <EmptyState icon="search" title={t('No matching events')} />
        </li>
      )}
      {rows.map((row) => (
        <Line key={row.id} row={row} onChoose={onChoose} />
      ))}
      {next && more && <Page view={view} before={next} onChoose={onChoose} />}
      {next && !more && (
        <li>
          <Button onClick={() => setMore(true)}>{t('Show more')}</Button>
        </li>
      )}
    </>
  )
}

type LineProps = { row: AuditRow; onChoose: Choose }

function Line({ row, onChoose }: LineProps) {
  const { target, at, outcome, count, device } = row
  const [kind, id] = target.split(' ')
  const about = (['user', 'card'] as const).find((one) => one === kind)
  return (
    <li>
      <div className="audit-entry">
        <p>
          {eventTitle(row) === undefined ? (
            <Change row={row} onChoose={onChoose} />
          ) : (
            <SecurityEvent row={row} onChoose={onChoose} />
          )}
          {count > 1 && t(', {count} times', { count })}
        </p>
        {device !== null && <p className="field-hint">{networkText({ ...row, device })}</p>}
      </div>
      <span className="audit-end">
        {outcome === 'failure' && (
          <span className="badge" data-kind="warn">
            {t('Refused')}
          </span>
        )}
        {about && (
          <button
            type="button"
            className="audit-name"
            aria-label={t('Only this {about}: {targetLabel}', {
              about,
              targetLabel: targetLabel(row),
            })}
            onClick={() => onChoose(about, Number(id))}
          >
            {t('Only this {about}', { about })}
          </button>
        )}
        <time dateTime={at}>{formatDateTime(at)}</time>
      </span>
    </li>
  )
}

function Change({ row, onChoose }: LineProps) {
  const { actor, actorId } = row
  return (
    <>
      {actorId ? (
        <Name name={actor} onClick={() => onChoose('actor', actorId)} />
      ) : (
        (actor ?? t('Someone'))
      )}{' '}
      <bdi>{auditLabel(row)}</bdi>
    </>
  )
}

/** A sign-in or refusal, such as "Signed in with a passkey: maria". */
function SecurityEvent({ row, onChoose }: LineProps) {
  const { actorId, userId, actor, user } = row
  const details = detailLabel(row.details)
  const names = [
    userId && <Name key="user" name={user} onClick={() => onChoose('user', userId)} />,
    actorId && actorId !== userId && (
      <Name key="actor" name={actor} onClick={() => onChoose('actor', actorId)} />
    ),
  ].filter(Boolean)
  return (
    <>
      <strong>{eventTitle(row)}</strong>
      {details && ` ${details}`}
      {names.length > 0 && ': '}
      {names[0]}
      {names[1] && <Trans id=", by <name/>" components={{ name: names[1] }} />}
    </>
  )
}

function Name({ name, onClick }: { name: string | null; onClick: () => void }) {
  return (
    <button type="button" className="audit-name" onClick={onClick}>
      <bdi>{name ?? t('a deleted user')}</bdi>
    </button>
  )
}

function networkText(row: AuditRow & { device: string }): string {
  const { asOrganization, asn } = row
  const provider = asOrganization ?? (asn ? `AS${asn}` : undefined)
  return [originLabel(row), provider].filter(Boolean).join(' · ')
}
