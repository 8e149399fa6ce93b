import { useState } from 'react'
import { type User, userSorts } from '../../schema/users/user.ts'
import { t } from '../messages/t.ts'
import { SelectField, TextField } from '../ui/Fields.tsx'
import { SegmentedControl } from '../ui/SegmentedControl.tsx'
import { useDebouncedChange } from '../ui/useDebouncedValue.ts'
import { useQueryParams } from '../ui/useSearchParam.ts'
import { levelOptions } from './access-levels.ts'
import type { UserFilter } from './data.ts'

type Props = ReturnType<typeof useUsersView> & { actor: User; view: UserFilter }

export function UserFilters({ actor, view, set, typed, setTyped }: Props) {
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

const rowsOfPage = 50

/** The table's filters in the URL; typed text is applied when typing pauses. */
export function useUsersView() {
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
