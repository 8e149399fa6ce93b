import type { SharedReport } from '../../../schema/analytics/account-report.ts'
import type { Timeframe } from '../../../schema/analytics/figures.ts'
import { t } from '../../messages/t.ts'

export const timeframeNames: Record<Timeframe, string> = {
  all: t('All time'),
  year: t('Last year'),
  month: t('Last month'),
  week: t('Last week'),
}

/** Name of the previous window of each timeframe. */
export const previousTimeframeNames: Record<Timeframe, string> = {
  all: t('the previous period'),
  year: t('the previous year'),
  month: t('the previous month'),
  week: t('the previous week'),
}

/** Returns a function that names the cards of a report; a dash for those that it does not list. */
export function cardNamer({ cards }: Pick<SharedReport, 'cards'>) {
  const names = new Map(cards.map(({ id, name, slug }) => [id, name ?? slug ?? t('Card not live')]))
  return (card: number) => names.get(card) ?? '–'
}
