import useSWR, { mutate } from 'swr'
import * as z from 'zod/mini'
import {
  AccountReport,
  type AccountReportQuery,
  type NewShare,
  Share,
  SharedReport,
} from '../../schema/analytics/account-report.ts'
import type { ExportSection } from '../../schema/analytics/analytics-export.ts'
import type { Timeframe } from '../../schema/analytics/figures.ts'
import { UserRow } from '../../schema/users/user.ts'
import { IgnoredBody, request, requestIdempotently } from '../api.ts'
import { liveReportConfig, viewerTimeZone } from './data.ts'

const path = '/api/account-analytics'

/**
 * What the account report covers: `card`, or all cards; the cards of `user`, of everybody, or the viewer's own; and only
 * the share point with the code `sharePoint`, or all visits.
 */
export type AccountReportFilter = Pick<
  AccountReportQuery,
  'timeframe' | 'card' | 'user' | 'sharePoint'
> & {
  everybody: boolean
}

/** Returns the report; while another view loads, `report` stays the previous one. */
export function useAccountReport(view: AccountReportFilter) {
  const { data, error, isLoading, mutate } = useSWR(
    `${path}?${queryParams(view)}`,
    (key) => request(key, AccountReport),
    liveReportConfig,
  )
  return { report: data, error, revalidate: mutate, changing: isLoading && data !== undefined }
}

/** Returns the download URL of a section's table. */
export function accountExportPath(view: AccountReportFilter, section: ExportSection): string {
  return `${path}/export?${queryParams(view)}&section=${section}`
}

const maxResults = 8

/** Returns the first few users whose names contain the text; undefined while loading. */
export function useUserSearch(search: string) {
  const params = new URLSearchParams({ search, limit: String(maxResults) })
  const { data, error } = useSWR(
    search ? `/api/users?${params}` : null,
    (key) => request(key, z.array(UserRow)),
    { keepPreviousData: true },
  )
  return { users: data, error }
}

function queryParams(view: AccountReportFilter): URLSearchParams {
  const { timeframe, card, user, everybody, sharePoint } = view
  return new URLSearchParams({
    timeframe,
    zone: viewerTimeZone(),
    ...(card !== undefined && { card: String(card) }),
    ...(user !== undefined && { user: String(user) }),
    ...(everybody && { everybody: '1' }),
    ...(sharePoint !== undefined && { sharePoint }),
  })
}

const sharesKey = '/api/analytics-shares'

/** The user's active share links, newest first; undefined while loading. */
export function useShares() {
  const { data, error, mutate } = useSWR(sharesKey, (key) => request(key, z.array(Share)))
  return { shares: data, error, revalidate: mutate }
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

/**
 * Returns the report of a share link, by default for the whole period that the link covers. While another view loads,
 * `report` stays the previous one.
 */
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
  const { data, error, mutate } = useSWR(key, (path) => request(path, SharedReport), {
    keepPreviousData: true,
  })
  return { report: data, error, revalidate: mutate }
}
