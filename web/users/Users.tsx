import { useState } from 'react'
import { type User, type UserRow, userSorts } from '../../schema/users/user.ts'
import { RequestError } from '../api.ts'
import { locale } from '../messages/language.ts'
import { t } from '../messages/t.ts'
import { ErrorPanel } from '../shell/ErrorPanel.tsx'
import { useSubmit } from '../shell/useSubmit.ts'
import { Button, LinkButton } from '../ui/Button.tsx'
import { SelectField, TextField } from '../ui/Fields.tsx'
import { lazyWithTimedPreload } from '../ui/lazyWithPreload.tsx'
import { EmptyState, FailureNote, Note } from '../ui/Notes.tsx'
import { SegmentedControl } from '../ui/SegmentedControl.tsx'
import { toast } from '../ui/toasts.ts'
import { useDebouncedChange } from '../ui/useDebouncedValue.ts'
import { useQueryParams } from '../ui/useSearchParam.ts'
import { levelOptions } from './access-levels.ts'
import { deleteUser, restoreUser, type UserFilter, useUsers } from './data.ts'
import { UserTable } from './UserTable.tsx'

const UserDialog = lazyWithTimedPreload(() => import('./UserDialog.tsx'), 'UserDialog')
const TransferCardsDialog = lazyWithTimedPreload(
  () => import('./TransferCardsDialog.tsx'),
  'TransferCardsDialog',
)

/** The user table with its actions. */
export function Users({ user }: { user: User }) {
  const { view, set, typed, setTyped } = useUsersView()
  const { page, error, revalidate } = useUsers(view)
  const [open, setOpen] = useState<{ what: 'edit' | 'hand over'; row: UserRow }>()
  const removal = useRemoveUser()
  if (isForbidden(error)) return <AccessDenied />
  const close = () => setOpen(undefined)
  return (
    <div className="stack" data-gap="5">
      <UserFilters actor={user} {...{ view, set, typed, setTyped }} />
      <FailureNote title={t('Error')} message={removal.failure} />
      {removal.gone && (
        <DeletedUserNote
          actor={user}
          row={removal.gone}
          busy={removal.busy}
          onRestore={removal.restore}
          onHandOver={(row) => setOpen({ what: 'hand over', row })}
        />
      )}
      {error && (
        <ErrorPanel title={t('Failed to fetch users')} error={error} onRetry={revalidate} />
      )}
      {!page && !error && (
        <p className="users-loading" role="status" aria-busy>
          {t('Loading users...')}
        </p>
      )}
      {page && page.rows.length === 0 && <NoUsers deleted={view.deleted} />}
      {page && page.rows.length > 0 && (
        <UserTable
          actor={user}
          rows={page.rows}
          view={view}
          set={set}
          busy={removal.busy}
          onEdit={(row) => setOpen({ what: 'edit', row })}
          onTransfer={(row) => setOpen({ what: 'hand over', row })}
          onDelete={removal.remove}
          onRestore={removal.restore}
        />
      )}
      {page && <Pager view={view} shown={page.rows.length} total={page.total} set={set} />}
      {open?.what === 'edit' && <UserDialog actor={user} row={open.row} onClose={close} />}
      {open?.what === 'hand over' && (
        <TransferCardsDialog from={open.row} onClose={close} onDone={removal.forget} />
      )}
    </div>
  )
}

const rowsOfPage = 50

/** The table's filters, which are in the URL; typed text is applied when typing pauses. */
function useUsersView() {
  const [params, change] = useQueryParams()
  const set = (changes: Record<string, string | undefined>) =>
    change({ page: undefined, ...changes })
  const search = params.get('search') ?? ''
  const [typed, setTyped] = useState(search)
  useDebouncedChange(typed, 300, () => set({ search: typed.trim() || undefined }))
  const view: UserFilter = {
    search,
    level: [1, 2, 3, 4, 5].find((level) => String(level) === params.get('level')),
    deleted: params.get('deleted') === '1',
    sort: userSorts.find((sort) => sort === params.get('sort')) ?? 'id',
    order: params.get('order') === 'desc' ? 'desc' : 'asc',
    page: Math.max(1, Math.trunc(Number(params.get('page'))) || 1),
    limit: rowsOfPage,
  }
  return { view, set, typed, setTyped }
}

/** Deletes a user after a confirmation, and restores users; `gone` is the user deleted last. */
function useRemoveUser() {
  const deletion = useSubmit(t('Error'), t('Failed to delete user'))
  const restoring = useSubmit(t('Error'), t('Failed to restore user'))
  const [gone, setGone] = useState<UserRow>()
  const remove = (row: UserRow) => {
    if (!window.confirm(t('Are you sure you want to delete this user?'))) return
    void deletion.attempt(async () => {
      await deleteUser(row.id)
      setGone(row)
      toast(t('Success'), t('User deleted successfully'))
    })
  }
  const restore = (row: UserRow) =>
    void restoring.attempt(async () => {
      await restoreUser(row.id)
      setGone(undefined)
      toast(t('Success'), t('User restored successfully'))
    })
  return {
    gone,
    remove,
    restore,
    forget: () => setGone(undefined),
    busy: deletion.busy || restoring.busy,
    failure: deletion.failure ?? restoring.failure,
  }
}

type FiltersProps = ReturnType<typeof useUsersView> & { actor: User; view: UserFilter }

function UserFilters({ actor, view, set, typed, setTyped }: FiltersProps) {
  const levels = levelOptions(actor.accessLevel).map(({ value, label }) => ({
    value: String(value),
    label,
  }))
  return (
    <search className="users-filters">
      <TextField
        label={t('Search')}
        type="search"
        autoComplete="off"
        placeholder={t('Name, username or email…')}
        value={typed}
        onChange={setTyped}
      />
      <SelectField
        label={t('Access Level')}
        options={[{ value: '', label: t('All levels') }, ...levels]}
        value={String(view.level ?? '')}
        onChange={(level) => set({ level: level || undefined })}
      />
      <SegmentedControl
        label={t('Show')}
        options={[
          { value: 'active', label: t('Active') },
          { value: 'deleted', label: t('Deleted') },
        ]}
        value={view.deleted ? 'deleted' : 'active'}
        onChange={(which) => set({ deleted: which === 'deleted' ? '1' : undefined })}
      />
    </search>
  )
}

/** Shown after a deletion: what happens to the user's cards, and how to keep them. */
function DeletedUserNote({
  actor,
  row,
  busy,
  onRestore,
  onHandOver,
}: {
  actor: User
  row: UserRow
  busy: boolean
  onRestore: (row: UserRow) => void
  onHandOver: (row: UserRow) => void
}) {
  const atOnce = actor.accessLevel >= 5
  return (
    <Note kind="warn" title={t('{username} was deleted', { username: row.username })}>
      {t('Their cards are no longer public. Everything can be restored for 30 days. {value}', {
        value: atOnce
          ? t('You can also hand over the cards to a colleague.')
          : t(
              'You can hand over the cards to a colleague in three days; a System Admin can do it now.',
            ),
      })}
      <span className="actions">
        {atOnce && (
          <Button size="small" onClick={() => onHandOver(row)}>
            {t('Hand over cards')}
          </Button>
        )}
        <Button size="small" busy={busy && t('Restoring...')} onClick={() => onRestore(row)}>
          {t('Restore')}
        </Button>
      </span>
    </Note>
  )
}

function NoUsers({ deleted }: { deleted: boolean | undefined }) {
  return (
    <EmptyState
      icon="users"
      title={t('No users found')}
      text={deleted ? t('No users were deleted in the last 30 days.') : undefined}
    />
  )
}

/** Moves between pages; announces changes of the count. */
function Pager({
  view,
  shown,
  total,
  set,
}: {
  view: UserFilter
  shown: number
  total: number
  set: (changes: Record<string, string | undefined>) => void
}) {
  const before = (view.page - 1) * view.limit
  const go = (page: number) => {
    set({ page: page > 1 ? String(page) : undefined })
    window.scrollTo({ top: 0 })
  }
  const first = view.page === 1
  const last = before + shown >= total
  return (
    <nav className="pager" aria-label={t('Pages')}>
      <p role="status">
        {shown > 0 &&
          `${t('{numbers}–{numbers2} of', { numbers: numbers(before + 1), numbers2: numbers(before + shown) })} `}
        {t('{total, plural, one {1 user} other {{numbers} users}}', {
          numbers: numbers(total),
          total,
        })}
      </p>
      {!(first && last) && (
        <>
          <Button aria-disabled={first || undefined} onClick={() => !first && go(view.page - 1)}>
            {t('Previous')}
          </Button>
          <Button aria-disabled={last || undefined} onClick={() => !last && go(view.page + 1)}>
            {t('Next')}
          </Button>
        </>
      )}
    </nav>
  )
}

function numbers(count: number): string {
  return count.toLocaleString(locale)
}

/** Shown when the server denies access to data of the page. */
export function AccessDenied({ text = t('You do not have permission to view this page.') }) {
  return (
    <EmptyState icon="lock" title={t('Access Denied')} text={text}>
      <p>{t('This page requires admin privileges. Please contact your administrator.')}</p>
      <LinkButton to="/dashboard">{t('Go Back to Dashboard')}</LinkButton>
    </EmptyState>
  )
}

export function isForbidden(error: unknown): boolean {
  return error instanceof RequestError && error.status === 403
}
