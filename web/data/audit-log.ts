import useSWR from 'swr'
import { AuditPage } from '../../schema/audit.ts'
import { request } from '../api.ts'

/** Filter by actor, or by the user or card acted on; at most one of `user` and `card`. */
export type AuditView = { actor?: number; user?: number; card?: number }

/** Returns a page of the log, newest first: the first page, or the one before an id. */
export function useAudit(view: AuditView, before?: number) {
  const { data, error, mutate: again } = useSWR(auditKey({ ...view, before }), readPage)
  return { page: data, error, again }
}

function auditKey(asked: AuditView & { before?: number }): string {
  const given = Object.entries(asked).flatMap(([key, value]) =>
    value ? [[key, String(value)]] : [],
  )
  return `/api/audit?${new URLSearchParams(given)}`
}

function readPage(key: string) {
  return request(`GET ${key}`, AuditPage)
}
