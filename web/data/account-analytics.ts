import useSWR from 'swr'
import * as z from 'zod/mini'
import { AccountReport, type AccountReportQuery } from '../../schema/account-report.ts'
import type { ExportSection } from '../../schema/export.ts'
import { UserRow } from '../../schema/user.ts'
import { request } from '../api.ts'
import { liveReportConfig, viewerZone } from './analytics.ts'

const path = '/api/account-analytics'

/** What an account's analytics are asked for; without `card` all cards, without `user` and `everybody` the own. */
export type AccountView = Pick<AccountReportQuery, 'timeframe' | 'card' | 'user'> & {
  everybody: boolean
}

/** The report; while another view is asked for, `report` is still that of the last. */
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

/** Where the table of a view is downloaded from. */
export function accountExportPath(view: AccountView, section: ExportSection): string {
  return `${path}/export?${question(view)}&section=${section}`
}

const mostFound = 8

/** The first few users whose names contain the text; undefined until they are known. */
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
