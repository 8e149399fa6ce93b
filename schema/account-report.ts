/** The analytics of an account: `GET /api/account-analytics`, and the link that shows it to somebody else. */
import * as z from 'zod/mini'
import { Figures, type Timeframe, Totals, timeframes, Zone } from './figures.ts'
import { ClientId, Id, PathId } from './text.ts'

/** `card` narrows it to one card; `user` or `everybody=1` (level 4) widen it beyond the own cards. */
export const AccountReportQuery = z.strictObject({
  timeframe: z._default(z.enum(timeframes), 'month'),
  zone: Zone,
  card: z.optional(PathId),
  user: z.optional(PathId),
  everybody: z.optional(z.literal('1')),
})
export type AccountReportQuery = z.infer<typeof AccountReportQuery>

/** `cards` are those it could be narrowed to, most views first, at most 200; `counted` is over how many it is. */
export const AccountReport = z
  .object({
    ...Figures.shape,
    /** Whose it is: a full name or username; null for the whole installation. */
    owner: z.nullable(z.string()),
    counted: z.int(),
    cards: z.array(
      z.extend(Totals, { id: z.number(), name: z.nullable(z.string()), slug: z.string() }),
    ),
  })
  .register(z.globalRegistry, { id: 'AccountReport' })
export type AccountReport = z.infer<typeof AccountReport>

/** How long a shared link shows the report, in days. */
export const shareDays = [1, 7, 30] as const

/** A link to what is asked for here, read-only, until it expires. */
export const NewShare = z.strictObject({
  timeframe: z.enum(timeframes),
  card: z.nullable(Id),
  days: z.literal(shareDays),
  clientId: ClientId,
})
export type NewShare = z.infer<typeof NewShare>

/** A link as its maker sees it; `path` only when it was just made. */
export const Share = z
  .object({
    id: z.string(),
    timeframe: z.enum(timeframes),
    card: z.nullable(z.number()),
    createdAt: z.string(),
    expiresAt: z.string(),
    path: z.optional(z.string()),
  })
  .register(z.globalRegistry, { id: 'AnalyticsShare' })
export type Share = z.infer<typeof Share>

/** How much of what was shared: at most its timeframe, which is what it shows when nothing is asked. */
export const SharedReportQuery = z.strictObject({
  timeframe: z.optional(z.enum(timeframes)),
  zone: Zone,
})

/**
 * What a shared link shows, and until when. `previous` is null unless the link's timeframe reaches as far back, `allTime`
 * unless the link is for all time; a card that is not live has neither name nor slug.
 */
export const SharedReport = z
  .object({
    ...AccountReport.shape,
    allTime: z.nullable(Totals),
    cards: z.array(
      z.extend(Totals, {
        id: z.number(),
        name: z.nullable(z.string()),
        slug: z.nullable(z.string()),
      }),
    ),
    shared: z.object({ timeframe: z.enum(timeframes), expiresAt: z.string() }),
  })
  .register(z.globalRegistry, { id: 'SharedReport' })
export type SharedReport = z.infer<typeof SharedReport>

/** The timeframes that show no more than this one, longest first. */
export function timeframesWithin(timeframe: Timeframe): Timeframe[] {
  return timeframes.slice(timeframes.indexOf(timeframe))
}
