import type { ReactNode } from 'react'
import { Icon } from '../../card/icons/Icon.tsx'
import { canTransferCards } from '../../schema/access.ts'
import { viewPath } from '../../schema/screens.ts'
import type { User, UserRow } from '../../schema/users/user.ts'
import { t } from '../messages/t.ts'
import { Button } from '../ui/Button.tsx'
import { formatTimeInSentence } from '../ui/format.ts'
import { lazyWithTimedPreload } from '../ui/lazyWithPreload.tsx'
import { useSearchParam } from '../ui/useSearchParam.ts'
import { levelLabel } from './access-levels.ts'
import type { UserFilter } from './data.ts'

type RowActions = {
  busy: boolean
  onEdit: (row: UserRow) => void
  onTransfer: (row: UserRow) => void
  onDelete: (row: UserRow) => void
  onRestore: (row: UserRow) => void
}

type Props = RowActions & {
  actor: User
  rows: UserRow[]
  view: UserFilter
  set: (changes: Record<string, string | undefined>) => void
}

/** A page of users with their actions. On phones, each row is a card. */
export function UserTable({ actor, rows, view, set, ...actions }: Props) {
  const [opened, open] = useSearchParam('user')
  const sorted = { view, set }
  return (
    <table className="users-table">
      <caption className="hidden-text">{view.deleted ? t('Deleted users') : t('Users')}</caption>
      <thead>
        <tr>
          <Sorted by="username" {...sorted}>
            {t('Username')}
          </Sorted>
          <Sorted by="fullName" {...sorted}>
            {t('Full Name')}
          </Sorted>
          <Sorted by="email" {...sorted}>
            {t('Email')}
          </Sorted>
          <th scope="col">{t('Card URL Slug')}</th>
          <Sorted by="accessLevel" {...sorted}>
            {t('Access Level')}
          </Sorted>
          <th scope="col">{t('Actions')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <UserLine
            key={row.id}
            actor={actor}
            row={row}
            open={opened === String(row.id)}
            onOpen={() => open(opened === String(row.id) ? null : String(row.id))}
            {...actions}
          />
        ))}
      </tbody>
    </table>
  )
}

type SortedProps = {
  by: UserFilter['sort']
  view: UserFilter
  set: (changes: Record<string, string | undefined>) => void
  children: ReactNode
}

/** A column heading that sorts: ascending, then descending, then by creation. */
function Sorted({ by, view, set, children }: SortedProps) {
  const now = view.sort === by ? view.order : undefined
  const next = now === undefined ? { sort: by } : now === 'asc' ? { sort: by, order: 'desc' } : {}
  const sort = () => set({ sort: undefined, order: undefined, ...next })
  const spoken = now && ({ asc: 'ascending', desc: 'descending' } as const)[now]
  return (
    <th scope="col" aria-sort={spoken}>
      <button type="button" className="users-sort" data-order={now} onClick={sort}>
        {children}
        <Icon name="chevron-down" size={14} />
      </button>
    </th>
  )
}

const UserCards = lazyWithTimedPreload(
  () => import('./UserCards.tsx'),
  'UserCards',
  <p role="status" aria-busy>
    {t('Loading...')}
  </p>,
)

type UserLineProps = RowActions & { actor: User; row: UserRow; open: boolean; onOpen: () => void }

/** A user's row; a click expands their cards. */
function UserLine({ actor, row, open, onOpen, ...actions }: UserLineProps) {
  return (
    <>
      <tr className="users-row" data-open={open || undefined}>
        <td>
          <button
            type="button"
            className="users-open"
            aria-expanded={open}
            aria-label={t('{username}, cards', { username: row.username })}
            onClick={onOpen}
          >
            <Icon name="chevron-right" size={16} />
            <span dir="auto">{row.username}</span>
          </button>
        </td>
        <td>
          <bdi>{row.fullName || '–'}</bdi>
        </td>
        <td>
          {row.email}
          {!row.emailVerified && <small className="users-unconfirmed">{t('Not confirmed')}</small>}
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
            <UserCards actor={actor} row={row} />
          </td>
        </tr>
      )}
    </>
  )
}

function SlugLink({ row, slug }: { row: UserRow; slug: string }) {
  if (row.deletedAt) return slug
  return (
    <a className="text-link" href={viewPath(slug)} target="_blank" rel="noopener" dir="auto">
      {slug}
    </a>
  )
}

function Active({
  actor,
  row,
  onEdit,
  onTransfer,
  onDelete,
}: RowActions & Pick<UserLineProps, 'actor' | 'row'>) {
  const blockedReason = deletionBlockedReason(actor, row)
  return (
    <span className="users-actions">
      <Button
        kind="ghost"
        size="small"
        label={t('Edit {username}', { username: row.username })}
        onClick={() => onEdit(row)}
        icon="edit"
      />
      <TransferButton actor={actor} row={row} onTransfer={onTransfer} />
      <Button
        kind={blockedReason ? 'ghost' : 'danger-text'}
        size="small"
        label={t('Delete {username}{blockedReason}', {
          username: row.username,
          blockedReason: blockedReason && `: ${blockedReason}`,
        })}
        aria-disabled={blockedReason ? true : undefined}
        onClick={() => !blockedReason && onDelete(row)}
        icon="trash"
      />
    </span>
  )
}

function deletionBlockedReason(actor: User, row: UserRow): string {
  if (row.id === 1) return t('the first user cannot be deleted')
  return row.id === actor.id ? t('you cannot delete yourself here') : ''
}

function Deleted({
  actor,
  row,
  busy,
  onTransfer,
  onRestore,
}: RowActions & Pick<UserLineProps, 'actor' | 'row'>) {
  return (
    <span className="users-actions">
      <small>{t('Deleted {time}', { time: formatTimeInSentence(row.deletedAt ?? '') })}</small>
      <TransferButton actor={actor} row={row} onTransfer={onTransfer} />
      <Button
        size="small"
        aria-label={t('Restore {username}', { username: row.username })}
        busy={busy && t('Restoring...')}
        onClick={() => onRestore(row)}
      >
        {t('Restore')}
      </Button>
    </span>
  )
}

function LevelBadge({ level }: { level: number }) {
  const kind = level >= 4 ? 'bad' : level === 3 ? 'ok' : level === 2 ? 'new' : undefined
  return (
    <span className="badge" data-kind={kind}>
      {levelLabel(level)}
    </span>
  )
}

/** Hands over the cards of a user; disabled, with the reason, where the rules do not allow it. */
function TransferButton({
  actor,
  row,
  onTransfer,
}: {
  actor: User
  row: UserRow
  onTransfer: (row: UserRow) => void
}) {
  const blockedReason = transferBlockedReason(actor, row)
  return (
    <Button
      kind="ghost"
      size="small"
      label={t("Hand over {username}'s cards{blockedReason}", {
        username: row.username,
        blockedReason: blockedReason && `: ${blockedReason}`,
      })}
      aria-disabled={blockedReason ? true : undefined}
      onClick={() => !blockedReason && onTransfer(row)}
      icon="user-plus"
    />
  )
}

function transferBlockedReason(actor: User, row: UserRow): string {
  if (canTransferCards(actor, row)) return ''
  return row.deletedAt
    ? t('available three days after deletion; a System Admin can do it now')
    : t('only the user or a System Admin can do it')
}
