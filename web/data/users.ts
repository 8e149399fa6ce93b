import useSWR, { mutate } from 'swr'
import * as z from 'zod/mini'
import { BulkResult, type BulkRowResult, type NameCheck, TakenNames } from '../../schema/bulk.ts'
import {
  HandedOver,
  type NewUser,
  type UserEdit,
  UserRow,
  type userSorts,
} from '../../schema/user.ts'
import { IgnoredBody, request, requestPage } from '../api.ts'
import { refreshCards } from './cards.ts'

const usersKey = '/api/users'

/** What a page of the table shows; nothing is asked by a blank search or an absent level. */
export type UsersView = {
  search: string
  level?: number
  deleted?: boolean
  sort: (typeof userSorts)[number]
  order: 'asc' | 'desc'
  page: number
  limit: number
}

/** A page of the users one may see; the former one stays in sight until the next is there. */
export function useUsers(view: UsersView | undefined) {
  const {
    data,
    error,
    mutate: again,
  } = useSWR(view ? pageKey(view) : null, (key) => requestPage(key, z.array(UserRow)), {
    keepPreviousData: true,
  })
  return { page: data, error, again }
}

export async function createUser(user: NewUser): Promise<UserRow> {
  const made = await request(`POST ${usersKey}`, UserRow, { body: user })
  await refreshUsers()
  return made
}

/** Also one's own row: what every page shows of oneself follows. */
export async function editUser(id: number, changes: UserEdit): Promise<UserRow> {
  const user = await request(`PATCH ${usersKey}/${id}`, UserRow, { body: changes })
  await refreshUsers()
  await mutate('/api/user')
  return user
}

export async function deleteUser(id: number): Promise<void> {
  await request(`DELETE ${usersKey}/${id}`, IgnoredBody)
  await refreshUsers()
}

export async function restoreUser(id: number): Promise<UserRow> {
  const user = await request(`POST ${usersKey}/${id}/restore`, UserRow)
  await refreshUsers()
  return user
}

/** For somebody who lost their phone; they are signed out everywhere. */
export async function removeUserFactor(id: number): Promise<void> {
  await request(`DELETE ${usersKey}/${id}/second-factor`, IgnoredBody)
  await refreshUsers()
}

/** Gives all cards of one user to another: how many there were. */
export async function handOverCards(id: number, to: number): Promise<number> {
  const { cards } = await request(`POST ${usersKey}/${id}/handover`, HandedOver, { body: { to } })
  await refreshCards()
  return cards
}

/** Which of the names others have. */
export async function checkNames(names: NameCheck): Promise<TakenNames> {
  return request(`POST ${usersKey}/check`, TakenNames, { body: names })
}

/** Makes the users of some rows: what became of each, in their order. Safe to send again. */
export async function sendUsers(users: unknown[]): Promise<BulkRowResult[]> {
  const { results } = await request(`POST ${usersKey}/bulk`, BulkResult, { body: { users } })
  return results
}

/** After somebody was made, changed or removed. */
export async function refreshUsers(): Promise<void> {
  await mutate((key) => typeof key === 'string' && key.startsWith(`${usersKey}?`))
}

function pageKey({ search, level, deleted, sort, order, page, limit }: UsersView): string {
  const asked = {
    ...(search && { search }),
    ...(level && { level: String(level) }),
    ...(deleted && { deleted: '1' }),
    sort,
    order,
    page: String(page),
    limit: String(limit),
  }
  return `${usersKey}?${new URLSearchParams(asked)}`
}
