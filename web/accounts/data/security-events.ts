import useSWR from 'swr'
import { ActivityPage, type SecurityKind, SecurityPage } from '../../../schema/security-event.ts'
import { request } from '../../api.ts'

/**
 * Returns a page of the user's own security events, newest first: the first page, or the one before
 * an id.
 */
export function useActivity(before?: number) {
  const key = `/api/account/activity?${new URLSearchParams(before ? { before: String(before) } : {})}`
  const { data, error, mutate: revalidate } = useSWR(key, readActivity, { keepPreviousData: true })
  return { page: data, error, revalidate }
}

/** Filter by user and kind; without both, all events. */
export type SecurityEventFilter = { user?: number; kind?: SecurityKind }

/**
 * Returns a page of all users' security events, newest first: the first page, or the one before an
 * id.
 */
export function useSecurityEvents({ user, kind }: SecurityEventFilter, before?: number) {
  const filter = Object.entries({ user, kind, before, limit: 50 })
  const params = filter.flatMap(([key, value]) => (value ? [[key, String(value)]] : []))
  const key = `/api/audit/security?${new URLSearchParams(params)}`
  const { data, error, mutate: revalidate } = useSWR(key, readEvents, { keepPreviousData: true })
  return { page: data, error, revalidate }
}

function readActivity(key: string) {
  return request(key, ActivityPage)
}

function readEvents(key: string) {
  return request(key, SecurityPage)
}
