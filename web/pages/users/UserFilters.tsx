import type { User } from '../../../schema/user.ts'
import type { UsersView } from '../../data/users.ts'
import { Segmented } from '../../ui/Segmented.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { levelOptions } from './levels.ts'
import type { useUsersView } from './useUsersView.ts'

type Props = ReturnType<typeof useUsersView> & { actor: User; view: UsersView }

export function UserFilters({ actor, view, set, typed, setTyped }: Props) {
  const levels = levelOptions(actor.accessLevel).map(({ value, label }) => ({
    value: String(value),
    label,
  }))
  return (
    <search className="users-filters">
      <TextField
        label="Search"
        type="search"
        autoComplete="off"
        placeholder="Name, username or email…"
        value={typed}
        onChange={setTyped}
      />
      <SelectField
        label="Access Level"
        options={[{ value: '', label: 'All levels' }, ...levels]}
        value={String(view.level ?? '')}
        onChange={(level) => set({ level: level || undefined })}
      />
      <Segmented
        label="Show"
        options={[
          { value: 'active', label: 'Active' },
          { value: 'deleted', label: 'Deleted' },
        ]}
        value={view.deleted ? 'deleted' : 'active'}
        onChange={(which) => set({ deleted: which === 'deleted' ? '1' : undefined })}
      />
    </search>
  )
}
