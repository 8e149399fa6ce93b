/** The figures of every report: totals, rates, series, timing and breakdowns. */
import * as z from 'zod/mini'
import { isShareCode } from '../tracking/event.ts'

/** Time ranges of a card report: the last 7 days, 28 days, 6 months and 3 years. */
export const ranges = ['daily', 'weekly', 'monthly', 'yearly'] as const
export type Range = (typeof ranges)[number]

/** Time ranges of an account report. */
export const timeframes = ['all', 'year', 'month', 'week'] as const
export type Timeframe = (typeof timeframes)[number]

// A browser may know zones that this runtime does not, such as America/Coyhaique in 2025. One that does not know its own zone
// sends Etc/Unknown.
const mayBeNewer =
  /^(?:Africa|America|Antarctica|Asia|Atlantic|Australia|Europe|Indian|Pacific|Etc)\/[\w+/-]+$/i

/** The IANA name of a time zone, such as `Europe/Berlin`; UTC for one that may be newer than the runtime. */
export const TimeZone = z.string().check(
  z.maxLength(64),
  z.overwrite((name) => (mayBeNewer.test(name) && !isTimeZone(name) ? 'UTC' : name)),
  z.refine(isTimeZone, 'Unknown time zone.'),
)

/** The viewer's time zone; UTC when absent. */
export const Zone = z._default(TimeZone, 'UTC')

/** The code of a share point, to limit a report to the events and submissions from it. */
export const SharePointFilter = z.optional(
  z.string().check(z.refine(isShareCode, 'Share point not found')),
)

const integer = z.int()

/** Numbers of events that count, and of submissions. */
export const Totals = z.object({
  views: integer,
  clicks: integer,
  saves: integer,
  submissions: integer,
})
export type Totals = z.infer<typeof Totals>

export const kinds = ['views', 'clicks', 'saves', 'submissions'] as const
export type Kind = (typeof kinds)[number]

/**
 * Totals with visits: `visitors` is the sum of daily unique visitors (UTC days), `dwellMs` the time spent in `measured`
 * visits. `visitors` is null in a report limited to a share point, because visitors are not counted by share point.
 */
export const Summary = z.extend(Totals, {
  visitors: z.nullable(integer),
  measured: integer,
  dwellMs: integer,
})
export type Summary = z.infer<typeof Summary>

/** Totals from `start`, a `YYYY-MM-DD` date in the viewer's time zone, until the start of the next bucket. */
export const Bucket = z.extend(Totals, { start: z.string() })
export type Bucket = z.infer<typeof Bucket>
const units = ['day', 'week', 'month', 'year'] as const
export type Unit = (typeof units)[number]

const Counts = z.record(z.string(), integer)
export type Counts = z.infer<typeof Counts>

/**
 * Counts of one kind of event by value; each dimension adds up to the kind's total. Countries are ISO 3166 alpha-2
 * codes; places, regions and cities read `City, Region, DE`. `Unknown` and `Other` are possible values.
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
 * Bursts of one kind: events that arrived 100 or more a minute from one network. `events` is their number, `largest`
 * the most in one minute, `at` the start of that minute (ISO 8601). They count as usual.
 */
export const Burst = z.object({
  kind: z.enum(['views', 'clicks', 'saves']),
  events: integer,
  largest: integer,
  at: z.string(),
})
export type Burst = z.infer<typeof Burst>

/** A share point of the card with the id `card`. Breakdowns have its `code` in `sources`. */
export const NamedSharePoint = z.object({ card: integer, code: z.string(), label: z.string() })
export type NamedSharePoint = z.infer<typeof NamedSharePoint>

/**
 * What a share point brought over the days of the breakdowns. `previous` covers as many days before; null for all time.
 * `first` and `last` are the times of the first and last event or submission (ISO 8601).
 */
export const SharePointFigures = z.extend(NamedSharePoint, {
  ...Totals.shape,
  previous: z.nullable(Totals),
  first: z.nullable(z.string()),
  last: z.nullable(z.string()),
})
export type SharePointFigures = z.infer<typeof SharePointFigures>

/** The figures that card and account reports share. */
export const Figures = z.object({
  /** The time zone of days and hours; `rounded` is true if its UTC offset is not whole hours and was rounded down. */
  zone: z.object({ name: z.string(), rounded: z.boolean() }),
  /** The share point that the report is limited to. `sharePoints` still lists the others. */
  sharePoint: z.nullable(NamedSharePoint),
  /** First and last day in the viewer's time zone, `YYYY-MM-DD`; null if there are no events yet. */
  window: z.nullable(z.object({ from: z.string(), until: z.string() })),
  summary: Summary,
  /** The summary of the preceding window of the same length; null for all time. */
  previous: z.nullable(Summary),
  allTime: Totals,
  unit: z.enum(units),
  /** Buckets without gaps, oldest first; each column adds up to the summary. */
  series: z.array(Bucket),
  /** By hour (0 to 23) and day of the week (Monday first) in the viewer's time zone; adds up to the summary. */
  timing: z.object({
    hours: z.array(Totals).check(z.length(24)),
    weekdays: z.array(Totals).check(z.length(7)),
  }),
  /**
   * Breakdowns cover as many UTC days as the window, up to today, so they have dates and totals of their own. `links` are
   * clicks by `type:id`. `sharePoints` lists share points with any figures, most views first, at most 500; the report on one
   * card also lists every other active one.
   */
  breakdowns: z.object({
    from: z.string(),
    until: z.string(),
    totals: z.object({ views: integer, clicks: integer, saves: integer }),
    views: Breakdown,
    clicks: Breakdown,
    saves: Breakdown,
    links: Counts,
    sharePoints: z.array(SharePointFigures),
  }),
  /** Excluded events by reason, over the days of the breakdowns. */
  leftOut: Counts,
  /** At most one entry per kind, over the days of the breakdowns; empty in a report limited to a share point. */
  bursts: z.array(Burst),
})
export type Figures = z.infer<typeof Figures>

/** Figures as shown on screen; `allTime` is null if the share link does not include it. */
export type ShownFigures = Omit<Figures, 'allTime'> & { allTime: Totals | null }

/** Whether the runtime knows the time zone. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

export type Rates = Record<'clickThrough' | 'save' | 'engagement', number>

/** Returns clicks, saves and their sum per 100 views; 0 if there are no views. */
export function ratesOf({ views, clicks, saves }: Omit<Totals, 'submissions'>): Rates {
  const perHundred = (count: number) => (views === 0 ? 0 : (count * 100) / views)
  return {
    clickThrough: perHundred(clicks),
    save: perHundred(saves),
    engagement: perHundred(clicks + saves),
  }
}

export const rateNames: Record<keyof Rates, string> = {
  clickThrough: 'Click-through rate',
  save: 'Save rate',
  engagement: 'Engagement rate',
}
