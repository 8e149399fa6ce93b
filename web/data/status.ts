import useSWR from 'swr'
import { Status } from '../../schema/status.ts'
import { request } from '../api.ts'

const everyMs = 30_000

/** How the installation is, asked again every half a minute while it is looked at. */
export function useStatus() {
  const { data, error, isValidating, mutate } = useSWR('/api/status', readStatus, {
    refreshInterval: everyMs,
  })
  return { status: data, error, busy: isValidating, again: mutate }
}

function readStatus(key: string) {
  return request(`GET ${key}`, Status)
}
