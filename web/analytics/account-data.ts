import useSWR from 'swr'
import * as z from 'zod/mini'
import { AccountReport, type AccountReportQuery } from '../../schema/analytics/account-report.ts'
import type { ExportSection } from '../../schema/analytics/analytics-export.ts'
import { UserRow } from '../../schema/users/user.ts'
import { request } from '../api.ts'
import { liveReportConfig, viewerTimeZone } from './data.ts'

const path = '/api/account-analytics'

/**
 * Filter of the account report: without `card`, all cards; without `user` and `everybody`, one's
 * own; `sharePoint` is the code of the only share point.
 */
export type AccountReportFilter = Pick<
  AccountReportQuery,
  'timeframe' | 'card' | 'user' | 'sharePoint'
> & {
  everybody: boolean
}

/** Returns the report; while another view loads, `report` is still the previous one. */
export function useAccountReport(view: AccountReportFilter) {
  const {
    data,
    error,
    isLoading,
    mutate: revalidate,
  } = useSWR(`${path}?${queryParams(view)}`, (key) => request(key, AccountReport), liveReportConfig)
  return { report: data, error, revalidate, changing: isLoading && data !== undefined }
}

/** Download URL of a section's table. */
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
