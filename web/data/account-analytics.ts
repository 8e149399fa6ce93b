import useSWR from 'swr'
import * as z from 'zod/mini'
import { AccountReport, type AccountReportQuery } from '../../schema/account-report.ts'
import type { ExportSection } from '../../schema/analytics-export.ts'
import { UserRow } from '../../schema/user.ts'
import { request } from '../api.ts'
import { liveReportConfig, viewerZone } from './analytics.ts'

const path = '/api/account-analytics'

/**
 * Filter of the account report: without `card`, all cards; without `user` and `everybody`, one's
 * own.
 */
export type AccountView = Pick<AccountReportQuery, 'timeframe' | 'card' | 'user'> & {
  everybody: boolean
}

/** Returns the report; while another view loads, `report` is still the previous one. */
export function useAccountReport(view: AccountView) {
  const {
    data,
    error,
    isLoading,
    mutate: again,
  } = useSWR(
    `${path}?${question(view)}`,
    (key) => request(`GET ${key}`, AccountReport),
    liveReportConfig,
  )
  return { report: data, error, again, changing: isLoading && data !== undefined }
}

/** Download URL of a section's table. */
export function accountExportPath(view: AccountView, section: ExportSection): string {
  return `${path}/export?${question(view)}&section=${section}`
}

const mostFound = 8

/** Returns the first few users whose names contain the text; undefined while loading. */
export function useUserSearch(search: string) {
  const asked = new URLSearchParams({ search, limit: String(mostFound) })
  const { data, error } = useSWR(
    search ? `/api/users?${asked}` : null,
    (key) => request(`GET ${key}`, z.array(UserRow)),
    { keepPreviousData: true },
  )
  return { users: data, error }
}

function question({ timeframe, card, user, everybody }: AccountView): URLSearchParams {
  return new URLSearchParams({
    timeframe,
    zone: viewerZone(),
    ...(card !== undefined && { card: String(card) }),
    ...(user !== undefined && { user: String(user) }),
    ...(everybody && { everybody: '1' }),
  })
}
