import useSWR from 'swr'
import { Status } from '../../schema/operations/status.ts'
import { request } from '../api.ts'

const pollMs = 30_000

/** The installation's status, refreshed every 30 s while visible. */
export function useStatus() {
  const { data, error, isValidating, mutate } = useSWR(
    '/api/status',
    (key) => request(key, Status),
    {
      refreshInterval: pollMs,
    },
  )
  return { status: data, error, busy: isValidating, revalidate: mutate }
}
