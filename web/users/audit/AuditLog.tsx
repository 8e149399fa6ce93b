import { Icon } from '../../../card/icons/Icon.tsx'
import type { AuditRow } from '../../../schema/audit.ts'
import { t } from '../../messages/t.ts'
import { Button } from '../../ui/Button.tsx'
import { formatDateTime } from '../../ui/format-date.ts'
import { parseId, useQueryParams } from '../../ui/useSearchParam.ts'
import { type AuditFilter, useAudit } from '../audit-data.ts'
import { auditLabel, targetLabel } from './audit-labels.ts'
import { LogPages } from './LogPages.tsx'

const kinds = ['actor', 'user', 'card'] as const
type Kind = (typeof kinds)[number]
type Choose = (kind: Kind, id: number) => void

/** The audit log, newest first; filtered by actor, user or card in the URL. */
export function AuditLog() {
  const [params, change] = useQueryParams()
  const view: AuditFilter = Object.fromEntries(
    kinds.map((kind) => [kind, parseId(params.get(kind))]),
  )
  const choose = (kind: Kind, id: number | undefined) =>
    change({
      // The server accepts only one of user and card.
      ...(kind !== 'actor' && { user: undefined, card: undefined }),
      [kind]: id?.toString(),
    })
  return (
    <div className="stack" data-gap="5">
      <Filters view={view} onRemove={(kind) => choose(kind, undefined)} />
      <LogPages
        key={JSON.stringify(view)}
        view={view}
        useLog={useAudit}
        failed={t('Error loading audit log')}
        empty={t('No changes yet')}
      >
        {(row) => <Line key={row.id} row={row} onChoose={choose} />}
      </LogPages>
    </div>
  )
}

function Filters({ view, onRemove }: { view: AuditFilter; onRemove: (kind: Kind) => void }) {
  const set = kinds.filter((kind) => view[kind])
  // Every row of a filtered log has the actor and the target.
  const [row] = useAudit(view).page?.rows ?? []
  if (set.length === 0)
    return row ? <p className="field-hint">{t('Select a name to filter.')}</p> : null
  return (
    <p className="actions">
      {set.map((kind) => (
        <Button key={kind} size="small" onClick={() => onRemove(kind)}>
          <bdi>
            {kind === 'actor'
              ? t('By {actor}', { actor: row?.actor ?? t('a deleted user') })
              : row && targetLabel(row)}
          </bdi>
          <Icon name="close" size={14} />
          <span className="hidden-text">{t('Remove')}</span>
        </Button>
      ))}
    </p>
  )
}

function Line({ row, onChoose }: { row: AuditRow; onChoose: Choose }) {
  const { actor, actorId, target, at } = row
  const [kind, id] = target.split(' ')
  const about = (['user', 'card'] as const).find((one) => one === kind)
  return (
    <li>
      <p>
        {actorId ? (
          <button type="button" className="audit-name" onClick={() => onChoose('actor', actorId)}>
            <bdi>{actor ?? t('a deleted user')}</bdi>
          </button>
        ) : (
          t('Someone')
        )}{' '}
        <bdi>{auditLabel(row)}</bdi>
      </p>
      <span className="audit-end">
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
