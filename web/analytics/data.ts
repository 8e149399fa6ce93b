import useSWR, { type SWRConfiguration } from 'swr'
import type { ExportSection } from '../../schema/analytics/analytics-export.ts'
import { CardReport, HistoryPage, type HistoryQuery } from '../../schema/analytics/card-report.ts'
import { isTimeZone, type Range } from '../../schema/analytics/figures.ts'
import { RequestError, request } from '../api.ts'

const cardPath = (id: number) => `/api/analytics/${id}`

/** Returns the viewer's time zone, which determines days and hours in reports. */
export function viewerTimeZone(): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  return timeZone && isTimeZone(timeZone) ? timeZone : 'UTC'
}

const refreshMs = 5000
const retryMs = 10_000

/** SWR options of live reports: refresh every 5 s while the page is visible, and retry 10 s after a failure. */
export const liveReportConfig: SWRConfiguration = {
  refreshInterval: refreshMs,
  dedupingInterval: refreshMs / 2,
  keepPreviousData: true,
  shouldRetryOnError: (error) => !isClientError(error),
  onErrorRetry: (_error, _key, _config, revalidate, { retryCount }) =>
    void setTimeout(() => void revalidate({ retryCount }), retryMs),
}

/** What a card's report covers: a range, or all time; only the share point with this code, or all visits. */
export type CardReportFilter = { range?: Range | undefined; sharePoint?: string | undefined }

/** Returns a card's report; while another view loads, `report` stays the previous one. */
export function useCardReport(id: number | undefined, filter: CardReportFilter) {
  const { data, error, isLoading } = useSWR(
    id ? reportKey(id, filter) : null,
    (key) => request(key, CardReport),
    liveReportConfig,
  )
  return { report: data, error, changing: isLoading && data !== undefined }
}

/** Fetches the current report, with the given number of newest events of each kind. */
export function fetchCardReport(
  id: number,
  { rows, ...filter }: CardReportFilter & { rows: number },
): Promise<CardReport> {
  return request(reportKey(id, filter, rows), CardReport)
}

/** Returns the download URL of a section's table. */
export function cardExportPath(
  id: number,
  { section, ...filter }: CardReportFilter & { section: ExportSection },
): string {
  return `${cardPath(id)}/export?${filterParams(filter, { section })}`
}

/** Returns a page of a card's history. A new `version` reloads it; until then, `page` stays the previous one. */
export function useHistory(
  id: number,
  list: Pick<HistoryQuery, 'kind' | 'before' | 'sharePoint'>,
  version: number,
) {
  const { data, error, mutate } = useSWR(
    [historyKey(id, list), version],
    ([key]) => request(key, HistoryPage),
    { keepPreviousData: true },
  )
  return { page: data, error, revalidate: mutate }
}

// No rows by default, since the history loads its own.
function reportKey(id: number, filter: CardReportFilter, rows = 0): string {
  return `${cardPath(id)}?${filterParams(filter, { rows: String(rows) })}`
}

function filterParams({ range, sharePoint }: CardReportFilter, more: Record<string, string>) {
  return new URLSearchParams({
    ...(range && { range }),
    zone: viewerTimeZone(),
    ...(sharePoint && { sharePoint }),
    ...more,
  })
}

function historyKey(
  id: number,
  { kind, before, sharePoint }: Pick<HistoryQuery, 'kind' | 'before' | 'sharePoint'>,
): string {
  const params = { kind, ...(before && { before }), ...(sharePoint && { sharePoint }) }
  return `${cardPath(id)}/history?${new URLSearchParams(params)}`
}

// A 4xx response is final; retrying would not change it.
function isClientError(error: unknown): boolean {
  return error instanceof RequestError && error.status >= 400 && error.status < 500
}
