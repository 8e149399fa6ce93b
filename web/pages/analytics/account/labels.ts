import type { Timeframe } from '../../../../schema/figures.ts'

export const timeframeNames: Record<Timeframe, string> = {
  all: 'All time',
  year: 'Last year',
  month: 'Last month',
  week: 'Last week',
}

/** Name of the previous window of each timeframe. */
export const previousTimeframeNames: Record<Timeframe, string> = {
  all: 'the previous period',
  year: 'the previous year',
  month: 'the previous month',
  week: 'the previous week',
}
