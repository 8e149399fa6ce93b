import useSWR, { mutate } from 'swr'
import * as z from 'zod/mini'
import { type NewShare, Share, SharedReport } from '../../schema/account-report.ts'
import type { Timeframe } from '../../schema/figures.ts'
import { IgnoredBody, request } from '../api.ts'
import { requestIdempotently } from './idempotent-request.ts'

const sharesKey = '/api/analytics-shares'

/** The user's active share links, newest first; undefined while loading. */
export function useShares() {
  const { data, error, mutate: again } = useSWR(sharesKey, readShares)
  return { shares: data, error, again }
}

/** Creates a link; only this response contains its path. */
export async function createShare(share: NewShare): Promise<Share> {
  const made = await requestIdempotently(`POST ${sharesKey}`, Share, share)
  await mutate(sharesKey)
  return made
}

export async function revokeShare(id: string): Promise<void> {
  await request(`DELETE ${sharesKey}/${id}`, IgnoredBody)
  await mutate(sharesKey)
}

/** The report of a share link; without a timeframe, the whole period it covers. */
export function useSharedReport(token: string, asked: { timeframe?: Timeframe; zone: string }) {
  const question = new URLSearchParams({
    ...(asked.timeframe && { timeframe: asked.timeframe }),
    zone: asked.zone,
  })
  const key = `/api/shared-analytics/${encodeURIComponent(token)}?${question}`
  const { data, error, mutate: again } = useSWR(key, (path) => request(`GET ${path}`, SharedReport))
  return { report: data, error, again }
}

function readShares(key: string) {
  return request(`GET ${key}`, z.array(Share))
}
