import useSWR from 'swr'
import { Status } from '../../schema/operations/status.ts'
import { request } from '../api.ts'

const pollMs = 30_000

/** The installation's status, refreshed every 30 s while the page is visible; undefined while loading. */
export function useStatus() {
  const options = { refreshInterval: pollMs }
  const load = (key: string) => request(key, Status)
  const { data, error, isValidating, mutate } = useSWR('/api/status', load, options)
  return { status: data, error, busy: isValidating, revalidate: mutate }
}
