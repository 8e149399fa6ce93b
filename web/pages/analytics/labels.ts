import { burstThreshold } from '../../../schema/counting-rules.ts'
import type { Burst, Figures, Range, Summary, Totals } from '../../../schema/figures.ts'
import { formatDuration, formatExact } from '../../ui/charts/format-number.ts'

export const rangeNames: Record<Range, string> = {
  daily: 'Daily',
  weekly: 'Weekly',
  monthly: 'Monthly',
  yearly: 'Yearly',
}

/** Name of the previous window of each range. */
export const previousRangeNames: Record<Range, string> = {
  daily: 'the previous 7 days',
  weekly: 'the previous 28 days',
  monthly: 'the previous 6 months',
  yearly: 'the previous 3 years',
}

/** Column headings by unit. */
export const unitNames = { day: 'Day', week: 'Week', month: 'Month', year: 'Year' } as const

/** Event names, singular and plural. */
export const eventLabels = {
  views: ['view', 'views'],
  clicks: ['click', 'clicks'],
  saves: ['save', 'saves'],
  submissions: ['submission', 'submissions'],
} as const

/** Why an event is excluded. */
export const exclusionReasonLabels = new Map([
  ['bot', 'search engines and other bots'],
  ['preview', 'link previews in messages'],
  ['prefetch', 'prefetched pages'],
  ['own', 'your own visits'],
  ['unknown card', 'for cards that do not exist'],
  ['unpublished', 'while the card was not live'],
  ['unknown link', 'for links that are not on the card'],
])

/** `2,000 of these views came from one network in a minute, on Nov 23, 2026, 9:12 AM.` */
export function burstText(
  { kind, events, largest, at }: Burst,
  { name }: Pick<Figures['zone'], 'name'>,
): string {
  const when = new Date(at).toLocaleString(undefined, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: name,
  })
  if (events === largest)
    return `${formatExact(events)} of these ${kind} came from one network within a minute, on ${when}.`
  return `${formatExact(events)} of these ${kind} came in bursts of ${burstThreshold} or more from one network within a minute. The largest was ${formatExact(largest)}, on ${when}.`
}

/** Mean duration of visits with a recorded end; a dash if there are none. */
export function timeSpent({ measured, dwellMs }: Summary): string {
  return measured === 0 ? '–' : formatDuration(dwellMs / measured)
}

/** Whether the report has had no events at all; false if it has no all-time figures. */
export function isEmpty({ allTime }: { allTime: Totals | null }): boolean {
  return allTime !== null && Object.values(allTime).every((count) => count === 0)
}
