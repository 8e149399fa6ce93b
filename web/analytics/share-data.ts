import useSWR, { mutate } from 'swr'
import * as z from 'zod/mini'
import { type NewShare, Share, SharedReport } from '../../schema/analytics/account-report.ts'
import type { Timeframe } from '../../schema/analytics/figures.ts'
import { IgnoredBody, request } from '../api.ts'
import { requestIdempotently } from '../idempotent-request.ts'

const sharesKey = '/api/analytics-shares'

/** The user's active share links, newest first; undefined while loading. */
export function useShares() {
  const { data, error, mutate: revalidate } = useSWR(sharesKey, readShares)
  return { shares: data, error, revalidate }
}

/** Creates a link; only this response contains its path. */
export async function createShare(share: NewShare): Promise<Share> {
  const created = await requestIdempotently(sharesKey, Share, share)
  await mutate(sharesKey)
  return created
}

export async function revokeShare(id: string): Promise<void> {
  await request(`${sharesKey}/${id}`, IgnoredBody, { method: 'DELETE' })
  await mutate(sharesKey)
}

/** The report of a share link; without a timeframe, the whole period it covers. While another view loads, the previous one. */
export function useSharedReport(
  token: string,
  options: { timeframe?: Timeframe | undefined; sharePoint?: string | undefined; zone: string },
) {
  const params = new URLSearchParams({
    ...(options.timeframe && { timeframe: options.timeframe }),
    ...(options.sharePoint && { sharePoint: options.sharePoint }),
    zone: options.zone,
  })
  const key = `/api/shared-analytics/${encodeURIComponent(token)}?${params}`
  const {
    data,
    error,
    mutate: revalidate,
  } = useSWR(key, (path) => request(path, SharedReport), { keepPreviousData: true })
  return { report: data, error, revalidate }
}

function readShares(key: string) {
  return request(key, z.array(Share))
}
