import useSWR, { mutate } from 'swr'
import * as z from 'zod/mini'
import { ListedCard, maxCardsPage } from '../../schema/cards/card.ts'
import {
  BulkResult,
  type BulkRowResult,
  type NameCheck,
  TakenNames,
} from '../../schema/users/bulk-import.ts'
import {
  HandedOver,
  type NewUser,
  type UserEdit,
  UserRow,
  type userSorts,
} from '../../schema/users/user.ts'
import { IgnoredBody, request, requestPage } from '../api.ts'
import { revalidateCards } from '../cards/data.ts'

const usersKey = '/api/users'

/** Filters and order of the user table. A blank search and an absent level match all users. */
export type UserFilter = {
  search: string
  level?: number
  deleted?: boolean
  sort: (typeof userSorts)[number]
  order: 'asc' | 'desc'
  page: number
  limit: number
}

/** Returns a page of the visible users; the previous page stays until the next has loaded. */
export function useUsers(view: UserFilter | undefined) {
  const {
    data,
    error,
    mutate: revalidate,
  } = useSWR(view ? pageKey(view) : null, (key) => requestPage(key, z.array(UserRow)), {
    keepPreviousData: true,
  })
  return { page: data, error, revalidate }
}

export async function createUser(user: NewUser): Promise<UserRow> {
  const created = await request(usersKey, UserRow, { method: 'POST', body: user })
  await revalidateUsers()
  return created
}

/** Changes a user. Refetches the signed-in user too, who may be the one changed. */
export async function editUser(id: number, changes: UserEdit): Promise<UserRow> {
  const user = await request(`${usersKey}/${id}`, UserRow, { method: 'PATCH', body: changes })
  // The slug of the user's card may have changed. This refetches the user table too.
  await revalidateCards()
  await mutate('/api/user')
  return user
}

export async function deleteUser(id: number): Promise<void> {
  await request(`${usersKey}/${id}`, IgnoredBody, { method: 'DELETE' })
  await revalidateUsers()
}

export async function restoreUser(id: number): Promise<UserRow> {
  const user = await request(`${usersKey}/${id}/restore`, UserRow, { method: 'POST' })
  await revalidateUsers()
  return user
}

/** Turns off the second factor of a user who lost their phone; signs them out everywhere. */
export async function removeUserSecondFactor(id: number): Promise<void> {
  await request(`${usersKey}/${id}/second-factor`, IgnoredBody, { method: 'DELETE' })
  await revalidateUsers()
}

/** Transfers all cards of one user to another; returns their number. */
export async function transferCards(id: number, to: number): Promise<number> {
  const { cards } = await request(`${usersKey}/${id}/handover`, HandedOver, {
    method: 'POST',
    body: { to },
  })
  await revalidateCards()
  return cards
}

/** Returns which of the names are taken. */
export async function findTakenNames(names: NameCheck): Promise<TakenNames> {
  return request(`${usersKey}/check`, TakenNames, { method: 'POST', body: names })
}

/** Creates users in bulk; returns the result of each row, in order. Safe to retry. Does not refetch the user table. */
export async function createUsers(users: unknown[]): Promise<BulkRowResult[]> {
  const { results } = await request(`${usersKey}/bulk`, BulkResult, {
    method: 'POST',
    body: { users },
  })
  return results
}

/** Refetches the user table. Call it after the last `createUsers`. */
export async function revalidateUsers(): Promise<void> {
  await mutate((key) => typeof key === 'string' && key.startsWith(`${usersKey}?`))
}

function pageKey({ search, level, deleted, sort, order, page, limit }: UserFilter): string {
  const params = {
    ...(search && { search }),
    ...(level && { level: String(level) }),
    ...(deleted && { deleted: '1' }),
    sort,
    order,
    page: String(page),
    limit: String(limit),
  }
  return `${usersKey}?${new URLSearchParams(params)}`
}

/** The cards of all users, for level 4 and above; undefined while loading. */
export function useAllCards() {
  const { data, error, mutate } = useSWR('all cards', fetchAllCards)
  return { cards: data, error, revalidate: mutate }
}

async function fetchAllCards(): Promise<ListedCard[]> {
  const cards: ListedCard[] = []
  for (let page = 1; ; page += 1) {
    const { rows, total } = await requestPage(
      `/api/business-cards?all=1&page=${page}&limit=${maxCardsPage}`,
      z.array(ListedCard),
    )
    cards.push(...rows)
    if (rows.length === 0 || cards.length >= total) return cards
  }
}
