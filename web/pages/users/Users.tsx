import { Suspense, useState } from 'react'
import type { User, UserRow } from '../../../schema/user.ts'
import { sentence } from '../../api.ts'
import { useUsers } from '../../data/users.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { soon } from '../../ui/later.tsx'
import { ErrorPanel, Note } from '../../ui/Notes.tsx'
import { AccessDenied, isForbidden } from './AccessDenied.tsx'
import { GoneNote } from './GoneNote.tsx'
import { Pager } from './Pager.tsx'
import { UserFilters } from './UserFilters.tsx'
import { UserTable } from './UserTable.tsx'
import { useRemoveUser } from './useRemoveUser.ts'
import { useUsersView } from './useUsersView.ts'

const UserDialog = soon(async () => (await import('./UserDialog.tsx')).UserDialog)
const HandOverDialog = soon(async () => (await import('./HandOverDialog.tsx')).HandOverDialog)

/** The table with what can be done to its rows. */
export function Users({ user }: { user: User }) {
  const { view, set, typed, setTyped } = useUsersView()
  const { page, error, again } = useUsers(view)
  const [open, setOpen] = useState<{ what: 'edit' | 'hand over'; row: UserRow }>()
  const removal = useRemoveUser()
  if (isForbidden(error)) return <AccessDenied />
  const close = () => setOpen(undefined)
  return (
    <div className="users">
      <UserFilters actor={user} {...{ view, set, typed, setTyped }} />
      {removal.failure && (
        <Note kind="bad" title="Error">
          {removal.failure}
        </Note>
      )}
      {removal.gone && (
        <GoneNote
          actor={user}
          row={removal.gone}
          busy={removal.busy}
          onRestore={removal.restore}
          onHandOver={(row) => setOpen({ what: 'hand over', row })}
        />
      )}
      {error && (
        <ErrorPanel
          title="Failed to fetch users"
          message={sentence(error, 'Something went wrong. Please try again.')}
          onRetry={() => void again()}
        />
      )}
      {!page && !error && (
        <p className="users-loading" role="status">
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
          onHandOver={(row) => setOpen({ what: 'hand over', row })}
          onDelete={removal.remove}
          onRestore={removal.restore}
        />
      )}
      {page && <Pager view={view} shown={page.rows.length} total={page.total} set={set} />}
      <Suspense fallback={null}>
        {open?.what === 'edit' && <UserDialog actor={user} row={open.row} onClose={close} />}
        {open?.what === 'hand over' && (
          <HandOverDialog from={open.row} onClose={close} onDone={removal.forget} />
        )}
      </Suspense>
    </div>
  )
}

function NoUsers({ deleted }: { deleted: boolean | undefined }) {
  return (
    <EmptyState
      icon="users"
      title="No users found"
      text={deleted ? 'Nobody was deleted in the last 30 days.' : undefined}
    />
  )
}
