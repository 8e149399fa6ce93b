import type { SharedReport } from '../../schema/analytics/account-report.ts'
import type {
  Burst,
  Figures,
  Kind,
  Range,
  Summary,
  Timeframe,
  Totals,
} from '../../schema/analytics/figures.ts'
import { keysOf } from '../../schema/pick.ts'
import { burstThreshold } from '../../schema/tracking/event.ts'
import { locale } from '../messages/language.ts'
import { t } from '../messages/t.ts'
import { formatDuration, formatExact } from '../ui/format.ts'

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

export const rangeNames: Record<Range, string> = {
  daily: t('Daily'),
  weekly: t('Weekly'),
  monthly: t('Monthly'),
  yearly: t('Yearly'),
}

/** Name of the previous window of each range. */
export const previousRangeNames: Record<Range, string> = {
  daily: t('the previous 7 days'),
  weekly: t('the previous 28 days'),
  monthly: t('the previous 6 months'),
  yearly: t('the previous 3 years'),
}

/** Column headings by unit. */
export const unitNames = {
  day: t('Day'),
  week: t('Week'),
  month: t('Month'),
  year: t('Year'),
} as const

/** `1 view`, `2 views`. */
export const countedEvents: Record<Kind, (count: number) => string> = {
  views: (count) => t('{count, plural, one {# view} other {# views}}', { count }),
  clicks: (count) => t('{count, plural, one {# click} other {# clicks}}', { count }),
  saves: (count) => t('{count, plural, one {# save} other {# saves}}', { count }),
  submissions: (count) => t('{count, plural, one {# submission} other {# submissions}}', { count }),
}

/** Event names within a sentence. */
export const eventLabels: Record<Kind, string> = {
  views: t('views'),
  clicks: t('clicks'),
  saves: t('saves'),
  submissions: t('submissions'),
}

/** Shown instead of a chart without values. */
export const noEvents: Record<Kind, string> = {
  views: t('No views in this period'),
  clicks: t('No clicks in this period'),
  saves: t('No saves in this period'),
  submissions: t('No submissions in this period'),
}

/** `3 measured visits`. */
export function measuredVisits(count: number): string {
  return t('{count, plural, one {# measured visit} other {# measured visits}}', { count })
}

/** Why an event is excluded. */
export const exclusionReasonLabels = new Map([
  ['bot', t('search engines and other bots')],
  ['preview', t('link previews in messages')],
  ['prefetch', t('prefetched pages')],
  ['own', t('your own visits')],
  ['unknown card', t('for cards that do not exist')],
  ['unpublished', t('while the card was not live')],
  ['unknown link', t('for links that are not on the card')],
])

/** The reasons as they follow a number: `1 of your own visits`. */
export const excludedEventLabels = new Map([
  ...exclusionReasonLabels,
  ['bot', t('from search engines and other bots')],
  ['preview', t('from link previews in messages')],
  ['prefetch', t('from prefetched pages')],
  ['own', t('of your own visits')],
])

/** `2,000 of these views came from one network in a minute, on Nov 23, 2026, 9:12 AM.` */
export function burstText(
  { kind, events, largest, at }: Burst,
  { name }: Pick<Figures['zone'], 'name'>,
): string {
  const when = new Date(at).toLocaleString(locale, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: name,
  })
  const values = { count: formatExact(events), kind: eventLabels[kind], when }
  if (events === largest)
    return t('{count} of these {kind} came from one network within a minute, on {when}.', values)
  return t(
    '{count} of these {kind} came in bursts of {burstThreshold} or more from one network within a minute. The largest was {largest}, on {when}.',
    { ...values, burstThreshold, largest: formatExact(largest) },
  )
}

/** Returns the mean duration of visits whose end was recorded; a dash if there are none. */
export function timeSpent({ measured, dwellMs }: Summary): string {
  return measured === 0 ? '–' : formatDuration(dwellMs / measured)
}

/** Whether there has been no event at all; false for a report without all-time figures. */
export function isEmpty({ allTime }: { allTime: Totals | null }): boolean {
  return allTime !== null && Object.values(allTime).every((count) => count === 0)
}

/** Returns a function that names a card of the report; a dash for a card that the report does not list. */
export function cardNamer({ cards }: Pick<SharedReport, 'cards'>) {
  const names = new Map(cards.map(({ id, name, slug }) => [id, name ?? slug ?? t('Card not live')]))
  return (card: number) => names.get(card) ?? '–'
}

export const historyTitles = {
  views: t('Card Views'),
  clicks: t('Link Clicks'),
  saves: t('Card Saves'),
}
export const historyKinds = keysOf(historyTitles)
