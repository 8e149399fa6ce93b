import { useState } from 'react'
import type { User, UserRow } from '../../../schema/user.ts'
import { deleteUser, restoreUser, type UserFilter, useUsers } from '../../data/users.ts'
import { ErrorPanel } from '../../shell/ErrorPanel.tsx'
import { useSubmit } from '../../shell/useSubmit.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { lazyWithTimedPreload } from '../../ui/lazyWithPreload.tsx'
import { FailureNote, Note } from '../../ui/Notes.tsx'
import { toast } from '../../ui/toasts.ts'
import { AccessDenied, isForbidden } from './AccessDenied.tsx'
import { UserFilters, useUsersView } from './UserFilters.tsx'
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
      <FailureNote title="Error" message={removal.failure} />
      {removal.gone && (
        <DeletedUserNote
          actor={user}
          row={removal.gone}
          busy={removal.busy}
          onRestore={removal.restore}
          onHandOver={(row) => setOpen({ what: 'hand over', row })}
        />
      )}
      {error && <ErrorPanel title="Failed to fetch users" error={error} onRetry={revalidate} />}
      {!page && !error && (
        <p className="users-loading" role="status" aria-busy>
          Loading users...
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

function NoUsers({ deleted }: { deleted: boolean | undefined }) {
  return (
    <EmptyState
      icon="users"
      title="No users found"
      text={deleted ? 'No users were deleted in the last 30 days.' : undefined}
    />
  )
}

/** Deletes a user after confirmation and can restore them; `gone` is the last one deleted. */
function useRemoveUser() {
  const deletion = useSubmit('Error', 'Failed to delete user')
  const restoring = useSubmit('Error', 'Failed to restore user')
  const [gone, setGone] = useState<UserRow>()
  const remove = (row: UserRow) => {
    if (!window.confirm('Are you sure you want to delete this user?')) return
    void deletion.attempt(async () => {
      await deleteUser(row.id)
      setGone(row)
      toast('Success', 'User deleted successfully')
    })
  }
  const restore = (row: UserRow) =>
    void restoring.attempt(async () => {
      await restoreUser(row.id)
      setGone(undefined)
      toast('Success', 'User restored successfully')
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

/** After a deletion: the state of the user's cards, and how to keep them. */
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
    <Note kind="warn" title={`${row.username} was deleted`}>
      Their cards are no longer public. Everything can be restored for 30 days.{' '}
      {atOnce
        ? 'You can also hand over the cards to a colleague.'
        : 'You can hand over the cards to a colleague in three days; a System Admin can do it now.'}
      <span className="actions">
        {atOnce && (
          <Button size="small" onClick={() => onHandOver(row)}>
            Hand over cards
          </Button>
        )}
        <Button size="small" busy={busy && 'Restoring...'} onClick={() => onRestore(row)}>
          Restore
        </Button>
      </span>
    </Note>
  )
}

/** Pagination; changes of the count are announced. */
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
    <nav className="pager" aria-label="Pages">
      <p role="status">
        {shown > 0 && `${numbers(before + 1)}–${numbers(before + shown)} of `}
        {total === 1 ? '1 user' : `${numbers(total)} users`}
      </p>
      {!(first && last) && (
        <>
          <Button aria-disabled={first || undefined} onClick={() => !first && go(view.page - 1)}>
            Previous
          </Button>
          <Button aria-disabled={last || undefined} onClick={() => !last && go(view.page + 1)}>
            Next
          </Button>
        </>
      )}
    </nav>
  )
}

function numbers(count: number): string {
  return count.toLocaleString()
}
