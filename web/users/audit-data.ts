import useSWR from 'swr'
import { ActivityPage, type AuditKind, AuditPage } from '../../schema/users/audit.ts'
import { request } from '../api.ts'

/** Filters the log by actor, by the user or card concerned, and by kind of event. */
export type AuditFilter = {
  actor?: number
  user?: number
  card?: number
  kind?: AuditKind | undefined
}

/** Returns a page of the log, newest first: the first page, or the one before an id. */
export function useAudit(view: AuditFilter, before?: number) {
  const key = `/api/audit?${paramsOf({ ...view, before })}`
  const { data, error, mutate } = useSWR(key, (key) => request(key, AuditPage), {
    keepPreviousData: true,
  })
  return { page: data, error, revalidate: mutate }
}

/** Returns a page of the user's own security events, newest first: the first page, or the one before an id. */
export function useActivity(before?: number) {
  const key = `/api/account/activity?${paramsOf({ before })}`
  const { data, error, mutate } = useSWR(key, (key) => request(key, ActivityPage), {
    keepPreviousData: true,
  })
  return { page: data, error, revalidate: mutate }
}

function paramsOf(values: Record<string, string | number | undefined>): URLSearchParams {
  return new URLSearchParams(
    Object.entries(values).flatMap(([key, value]) => (value ? [[key, String(value)]] : [])),
  )
}
