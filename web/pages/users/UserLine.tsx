import { Suspense } from 'react'
import { Icon } from '../../../card/Icon.tsx'
import { canHandOver } from '../../../schema/access.ts'
import { viewPath } from '../../../schema/screens.ts'
import type { User, UserRow } from '../../../schema/user.ts'
import { Button } from '../../ui/Button.tsx'
import { timeInSentence } from '../../ui/dates.ts'
import { soon } from '../../ui/later.tsx'
import { LevelBadge } from './LevelBadge.tsx'
import type { RowActions } from './UserTable.tsx'

const UserCards = soon(async () => (await import('./UserCards.tsx')).UserCards)

type Props = RowActions & { actor: User; row: UserRow; open: boolean; onOpen: () => void }

/** A user; pressed, their cards show beneath. */
export function UserLine({ actor, row, open, onOpen, ...actions }: Props) {
  return (
    <>
      <tr className="users-row" data-open={open || undefined}>
        <td>
          <button
            type="button"
            className="users-open"
            aria-expanded={open}
            aria-label={`${row.username}, cards`}
            onClick={onOpen}
          >
            <Icon name="chevron-right" size={16} />
            <span dir="auto">{row.username}</span>
          </button>
        </td>
        <td dir="auto">{row.fullName || '–'}</td>
        <td>
          {row.email}
          {!row.emailVerified && <small className="users-unconfirmed">Not confirmed</small>}
        </td>
        <td>{row.cardSlug ? <SlugLink row={row} slug={row.cardSlug} /> : '–'}</td>
        <td>
          <LevelBadge level={row.accessLevel} />
        </td>
        <td>
          {row.deletedAt ? (
            <Deleted {...{ actor, row }} {...actions} />
          ) : (
            <Active {...{ actor, row }} {...actions} />
          )}
        </td>
      </tr>
      {open && (
        <tr className="users-cards">
          <td colSpan={6}>
            <Suspense fallback={<p role="status">Loading...</p>}>
              <UserCards actor={actor} row={row} />
            </Suspense>
          </td>
        </tr>
      )}
    </>
  )
}

function SlugLink({ row, slug }: { row: UserRow; slug: string }) {
  if (row.deletedAt) return slug
  return (
    <a className="text-link" href={viewPath(slug)} target="_blank" rel="noopener">
      {slug}
    </a>
  )
}

function Active({
  actor,
  row,
  onEdit,
  onHandOver,
  onDelete,
}: RowActions & Pick<Props, 'actor' | 'row'>) {
  const kept = keptBecause(actor, row)
  return (
    <span className="users-actions">
      <Button kind="ghost" size="small" label={`Edit ${row.username}`} onClick={() => onEdit(row)}>
        <Icon name="edit" size={18} />
      </Button>
      <HandOver actor={actor} row={row} onHandOver={onHandOver} />
      <Button
        kind={kept ? 'ghost' : 'danger-text'}
        size="small"
        label={`Delete ${row.username}${kept && `: ${kept}`}`}
        aria-disabled={kept ? true : undefined}
        onClick={() => !kept && onDelete(row)}
      >
        <Icon name="trash" size={18} />
      </Button>
    </span>
  )
}

function keptBecause(actor: User, row: UserRow): string {
  if (row.id === 1) return 'the first user cannot be deleted'
  return row.id === actor.id ? 'you cannot delete yourself here' : ''
}

function HandOver({ actor, row, onHandOver }: Pick<Props, 'actor' | 'row' | 'onHandOver'>) {
  const held = heldBecause(actor, row)
  return (
    <Button
      kind="ghost"
      size="small"
      label={`Hand over cards of ${row.username}${held && `: ${held}`}`}
      aria-disabled={held ? true : undefined}
      onClick={() => !held && onHandOver(row)}
    >
      <Icon name="user-plus" size={18} />
    </Button>
  )
}

function heldBecause(actor: User, row: UserRow): string {
  if (canHandOver(actor, row)) return ''
  return row.deletedAt
    ? 'possible three days after the deletion; a System Admin can do it now'
    : 'only they or a System Admin can'
}

function Deleted({
  actor,
  row,
  busy,
  onHandOver,
  onRestore,
}: RowActions & Pick<Props, 'actor' | 'row'>) {
  return (
    <span className="users-actions">
      <small>Deleted {timeInSentence(row.deletedAt ?? '')}</small>
      <HandOver actor={actor} row={row} onHandOver={onHandOver} />
      <Button
        size="small"
        aria-label={`Restore ${row.username}`}
        busy={busy && 'Restoring...'}
        onClick={() => onRestore(row)}
      >
        Restore
      </Button>
    </span>
  )
}
