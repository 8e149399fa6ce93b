import useSWR from 'swr'
import { Status } from '../../schema/status.ts'
import { request } from '../api.ts'

const everyMs = 30_000

/** The installation's status, refreshed every 30 s while visible. */
export function useStatus() {
  const { data, error, isValidating, mutate } = useSWR('/api/status', readStatus, {
    refreshInterval: everyMs,
  })
  return { status: data, error, busy: isValidating, again: mutate }
}

function readStatus(key: string) {
  return request(`GET ${key}`, Status)
}
