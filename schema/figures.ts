/** The figures every report is made of: totals, series, timing and breakdowns (spec sections 3 and 9). */
import * as z from 'zod/mini'

/** Names of the windows of a card: the last 7 days, 28 days, 6 months, 3 years. */
export const ranges = ['daily', 'weekly', 'monthly', 'yearly'] as const
export type Range = (typeof ranges)[number]

/** Names of the windows of an account. */
export const timeframes = ['all', 'year', 'month', 'week'] as const
export type Timeframe = (typeof timeframes)[number]

/** The IANA name of the viewer's time zone, such as `Europe/Berlin`; UTC when absent. */
export const Zone = z._default(
  z.string().check(z.maxLength(64), z.refine(isZone, 'This time zone is not known.')),
  'UTC',
)

const whole = z.int()

/** What counts; events that are left out are not in it. */
export const Totals = z.object({ views: whole, clicks: whole, saves: whole, submissions: whole })
export type Totals = z.infer<typeof Totals>

export const kinds = ['views', 'clicks', 'saves', 'submissions'] as const
export type Kind = (typeof kinds)[number]

/** Totals and what is known of the visits: visitors are summed over UTC days, `measured` visits took `dwellMs` together. */
export const Summary = z.extend(Totals, { visitors: whole, measured: whole, dwellMs: whole })
export type Summary = z.infer<typeof Summary>

/** A bucket begins on this day of the viewer's calendar, `YYYY-MM-DD`, and ends where the next begins. */
export const Bucket = z.extend(Totals, { start: z.string() })
export type Bucket = z.infer<typeof Bucket>
export const units = ['day', 'week', 'month', 'year'] as const
export type Unit = (typeof units)[number]

const Counts = z.record(z.string(), whole)
export type Counts = z.infer<typeof Counts>

/**
 * One kind of event by value, each dimension adding up to the total of that kind. Countries are ISO 3166 alpha-2 codes,
 * places, regions and cities read as `City, Region, DE`; `Unknown` and `Other` are values like any other.
 */
export const Breakdown = z.object({
  countries: Counts,
  regions: Counts,
  places: Counts,
  devices: Counts,
  systems: Counts,
  browsers: Counts,
  sources: Counts,
})
export type Breakdown = z.infer<typeof Breakdown>

/**
 * Of one kind, the events that came 100 or more from one network in a minute: all of them, the most in one minute, and when
 * that minute began (ISO 8601). They count like all others.
 */
export const Burst = z.object({
  kind: z.enum(['views', 'clicks', 'saves']),
  events: whole,
  largest: whole,
  at: z.string(),
})
export type Burst = z.infer<typeof Burst>

/** What a card's report and an account's have in common. */
export const Figures = z.object({
  /** The zone whose clock cuts days and hours; `rounded` when it is not whole hours from UTC and was rounded down. */
  zone: z.object({ name: z.string(), rounded: z.boolean() }),
  /** First and last day of the window on the viewer's calendar, `YYYY-MM-DD`; null when there is no event yet. */
  window: z.nullable(z.object({ from: z.string(), until: z.string() })),
  summary: Summary,
  /** The same as long ago as the window is long; null for all time. */
  previous: z.nullable(Summary),
  allTime: Totals,
  unit: z.enum(units),
  /** Without gaps, oldest first; each column adds up to the summary. */
  series: z.array(Bucket),
  /** By hour of the day, 0 to 23, and by day of the week, Monday first, on the viewer's clock; adds up to the summary. */
  timing: z.object({
    hours: z.array(Totals).check(z.length(24)),
    weekdays: z.array(Totals).check(z.length(7)),
  }),
  /** Cut at as many UTC days as the window has, the last one today's, so they have a window and totals of their own. `links` are clicks by `type:id`. */
  breakdowns: z.object({
    from: z.string(),
    until: z.string(),
    totals: z.object({ views: whole, clicks: whole, saves: whole }),
    views: Breakdown,
    clicks: Breakdown,
    saves: Breakdown,
    links: Counts,
  }),
  /** How many were recorded but left out, by reason, over the days of the breakdowns. */
  leftOut: Counts,
  /** At most one of each kind, over the days of the breakdowns; empty when there was none. */
  bursts: z.array(Burst),
})
export type Figures = z.infer<typeof Figures>

/** Figures on a screen: `allTime` is null where a link does not show it. */
export type ShownFigures = Omit<Figures, 'allTime'> & { allTime: Totals | null }

function isZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
