import type { ReactNode } from 'react'
import { Icon } from '../../../card/Icon.tsx'
import type { User, UserRow } from '../../../schema/user.ts'
import type { UsersView } from '../../data/users.ts'
import { useTab } from '../../ui/useTab.ts'
import { UserLine } from './UserLine.tsx'

export type RowActions = {
  busy: boolean
  onEdit: (row: UserRow) => void
  onHandOver: (row: UserRow) => void
  onDelete: (row: UserRow) => void
  onRestore: (row: UserRow) => void
}

type Props = RowActions & {
  actor: User
  rows: UserRow[]
  view: UsersView
  set: (changes: Record<string, string | undefined>) => void
}

/** On a phone each row is a card. */
export function UserTable({ actor, rows, view, set, ...actions }: Props) {
  const [opened, open] = useTab('user')
  const sorted = { view, set }
  return (
    <table className="users-table">
      <caption className="hidden-text">{view.deleted ? 'Deleted users' : 'Users'}</caption>
      <thead>
        <tr>
          <Sorted by="username" {...sorted}>
            Username
          </Sorted>
          <Sorted by="fullName" {...sorted}>
            Full Name
          </Sorted>
          <Sorted by="email" {...sorted}>
            Email
          </Sorted>
          <th scope="col">Card URL Slug</th>
          <Sorted by="accessLevel" {...sorted}>
            Access Level
          </Sorted>
          <th scope="col">Actions</th>
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
  by: UsersView['sort']
  view: UsersView
  set: (changes: Record<string, string | undefined>) => void
  children: ReactNode
}

/** Up, down, and back to the order in which they were made. */
function Sorted({ by, view, set, children }: SortedProps) {
  const now = view.sort === by ? view.order : undefined
  const next = now === undefined ? { sort: by } : now === 'asc' ? { sort: by, order: 'desc' } : {}
  const press = () => set({ sort: undefined, order: undefined, ...next })
  const spoken = now && ({ asc: 'ascending', desc: 'descending' } as const)[now]
  return (
    <th scope="col" aria-sort={spoken}>
      <button type="button" className="users-sort" data-order={now} onClick={press}>
        {children}
        <Icon name="chevron-down" size={14} />
      </button>
    </th>
  )
}
