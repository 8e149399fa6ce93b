import useSWR from 'swr'
import { AuditPage } from '../../schema/audit.ts'
import { request } from '../api.ts'

/** Filter by actor, or by the user or card acted on; at most one of `user` and `card`. */
export type AuditFilter = { actor?: number; user?: number; card?: number }

/** Returns a page of the log, newest first: the first page, or the one before an id. */
export function useAudit(view: AuditFilter, before?: number) {
  const {
    data,
    error,
    mutate: revalidate,
  } = useSWR(auditKey({ ...view, before }), readPage, {
    keepPreviousData: true,
  })
  return { page: data, error, revalidate }
}

function auditKey(filter: AuditFilter & { before?: number }): string {
  const params = Object.entries(filter).flatMap(([key, value]) =>
    value ? [[key, String(value)]] : [],
  )
  return `/api/audit?${new URLSearchParams(params)}`
}

function readPage(key: string) {
  return request(key, AuditPage)
}
