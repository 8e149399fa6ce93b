import { Icon } from '../../../card/icons/Icon.tsx'
import { SecurityKind, type SecurityRow, securityKinds } from '../../../schema/security-event.ts'
import { type SecurityEventFilter, useSecurityEvents } from '../../accounts/data/security-events.ts'
import { locale } from '../../messages/language.ts'
import { Trans } from '../../messages/Trans.tsx'
import { t, translated } from '../../messages/t.ts'
import { detailLabel, originLabel } from '../../shell/security-event-labels.ts'
import { Button } from '../../ui/Button.tsx'
import { formatDateTime } from '../../ui/format-date.ts'
import { SelectField } from '../../ui/SelectField.tsx'
import { parseId, useQueryParams } from '../../ui/useSearchParam.ts'
import { LogPages } from './LogPages.tsx'

const kinds = Object.entries(securityKinds)
  .map(([value, { title }]) => ({ value, label: translated(title) }))
  .sort((one, other) => one.label.localeCompare(other.label, locale))

type Choose = (name: 'person' | 'kind', value: string | undefined) => void

/** Security events of all users, newest first; filtered by user or kind in the URL. */
export function SecurityEvents() {
  const [params, change] = useQueryParams()
  const kind = SecurityKind.safeParse(params.get('kind')).data
  const view: SecurityEventFilter = { user: parseId(params.get('person')), kind }
  const choose: Choose = (name, value) => change({ [name]: value })
  return (
    <div className="stack" data-gap="5">
      <div className="security-filters">
        <SelectField
          label={t('Event')}
          options={[{ value: '', label: t('All events') }, ...kinds]}
          value={kind ?? ''}
          onChange={(chosen) => choose('kind', chosen)}
        />
        {view.user && <Only view={view} onRemove={() => choose('person', undefined)} />}
      </div>
      <p className="field-hint">
        {t(
          'Kept for 90 days. Select a name to see only that person. To read this log from a SIEM, create an API token for security events in Account > Security.',
        )}
      </p>
      <LogPages
        key={JSON.stringify(view)}
        view={view}
        useLog={useSecurityEvents}
        failed={t('Error loading security events')}
        empty={t('No matching events')}
      >
        {(row) => <Line key={row.id} row={row} onChoose={choose} />}
      </LogPages>
    </div>
  )
}

/** Names the user whose events are shown, and removes this filter. */
function Only({ view, onRemove }: { view: SecurityEventFilter; onRemove: () => void }) {
  const rows = useSecurityEvents(view).page?.rows ?? []
  const people = rows.flatMap(({ user, actor }) => [user, actor])
  const name = people.find((person) => person?.id === view.user)?.username
  return (
    <Button onClick={onRemove}>
      <Trans
        id="Only <bdi>{name}</bdi>"
        values={{ name: name ?? t('this user') }}
        components={{ bdi: <bdi /> }}
      />
      <Icon name="close" size={14} />
      <span className="hidden-text">{t('Remove')}</span>
    </Button>
  )
}

function Line({ row, onChoose }: { row: SecurityRow; onChoose: Choose }) {
  const { at, outcome, count, user, actor } = row
  const title = translated(row.title)
  const details = detailLabel(row.details)
  const onlySelf = actor?.id === user?.id
  return (
    <li>
      <div className="security-event">
        <p>
          <strong>{title}</strong>
          {details && ` ${details}`}
          {count > 1 && t(', {count} times', { count })}
          {user && (
            <>
              {': '}
              <Name person={user} onChoose={onChoose} />
            </>
          )}
          {actor && !onlySelf && user && (
            <Trans
              id=", by <name/>"
              components={{ name: <Name person={actor} onChoose={onChoose} /> }}
            />
          )}
          {actor && !onlySelf && !user && (
            <>
              {': '}
              <Name person={actor} onChoose={onChoose} />
            </>
          )}
        </p>
        <p className="field-hint">{networkWords(row)}</p>
      </div>
      <span className="audit-end">
        {outcome === 'failure' && (
          <span className="badge" data-kind="warn">
            {t('Refused')}
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
      <bdi>{username ?? t('user {id}', { id })}</bdi>
    </button>
  )
}

function networkWords(row: SecurityRow): string {
  const { asOrganization, asn } = row
  const provider = asOrganization ?? (asn ? `AS${asn}` : undefined)
  return [originLabel(row), provider].filter(Boolean).join(' · ')
}
