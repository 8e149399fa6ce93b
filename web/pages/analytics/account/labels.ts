import type { SharedReport } from '../../../../schema/account-report.ts'
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

/** Returns a function that names the cards of a report; a dash for those that it does not list. */
export function cardNamer({ cards }: Pick<SharedReport, 'cards'>) {
  const names = new Map(cards.map(({ id, name, slug }) => [id, name ?? slug ?? 'Card not live']))
  return (card: number) => names.get(card) ?? '–'
}
