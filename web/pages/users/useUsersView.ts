import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { userSorts } from '../../../schema/user.ts'
import type { UsersView } from '../../data/users.ts'
import { useSettledChange } from '../../ui/useSettledChange.ts'

const rowsOfPage = 50

/** What the table shows, as the address has it; what is typed goes there when the typing stops. */
export function useUsersView() {
  const [params, setParams] = useSearchParams()
  const set = (changes: Record<string, string | undefined>) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before)
        for (const [key, value] of Object.entries({ page: undefined, ...changes }))
          if (value) next.set(key, value)
          else next.delete(key)
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  const search = params.get('search') ?? ''
  const [typed, setTyped] = useState(search)
  useSettledChange(typed, 300, () => set({ search: typed.trim() || undefined }))
  const view: UsersView = {
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
