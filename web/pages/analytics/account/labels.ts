import type { Timeframe } from '../../../../schema/figures.ts'

export const timeframeNames: Record<Timeframe, string> = {
  all: 'All time',
  year: 'Last year',
  month: 'Last month',
  week: 'Last week',
}

/** Name of the previous window of each timeframe. */
export const previousTimeframeNames: Record<Timeframe, string> = {
  all: 'the time before',
  year: 'the year before',
  month: 'the month before',
  week: 'the week before',
}
