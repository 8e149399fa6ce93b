/** The report on all cards of an account (`GET /api/account-analytics`), and links that share a report. */
import * as z from 'zod/mini'
import { ClientId, Id, PathId } from '../text.ts'
import {
  Figures,
  NamedSharePoint,
  SharePointFilter,
  type Timeframe,
  Totals,
  timeframes,
  Zone,
} from './figures.ts'

/** `card` narrows the report to one card; `user` or `everybody=1` (level 4) widen it beyond the caller's own cards. */
export const AccountReportQuery = z.strictObject({
  timeframe: z._default(z.enum(timeframes), 'month'),
  zone: Zone,
  card: z.optional(PathId),
  user: z.optional(PathId),
  everybody: z.optional(z.literal('1')),
  sharePoint: SharePointFilter,
})
export type AccountReportQuery = z.infer<typeof AccountReportQuery>

/**
 * `cards` are the choices of the card filter, most views first, at most 200; `counted` is the number of cards in the
 * report.
 */
export const AccountReport = z
  .object({
    ...Figures.shape,
    /** The owner's full name or username; null in a report on the whole installation. */
    owner: z.nullable(z.string()),
    counted: z.int(),
    cards: z.array(
      z.extend(Totals, { id: z.number(), name: z.nullable(z.string()), slug: z.string() }),
    ),
  })
  .register(z.globalRegistry, { id: 'AccountReport' })
export type AccountReport = z.infer<typeof AccountReport>

/** Lifetimes to choose from for a share link, in days. */
export const shareDays = [1, 7, 30] as const

/**
 * A read-only link to a report or to the board of an event, valid for `days`. `sharePoint` limits the report to one share
 * point of `card`, which is then required.
 */
export const NewShare = z
  .strictObject({
    timeframe: z._default(z.enum(timeframes), 'month'),
    card: z._default(z.nullable(Id), null),
    sharePoint: SharePointFilter,
    event: z._default(z.nullable(Id), null),
    days: z.literal(shareDays),
    clientId: ClientId,
  })
  .check(
    z.refine(
      ({ card, event }) => card === null || event === null,
      'A link shows either a card or an event.',
    ),
  )
export type NewShare = z.infer<typeof NewShare>

/** A share link as its creator sees it; `path` only in the response that creates it. */
export const Share = z
  .object({
    id: z.string(),
    timeframe: z.enum(timeframes),
    card: z.nullable(z.number()),
    /** The event whose board it shows; null for a report. */
    event: z.nullable(z.number()),
    sharePoint: z.nullable(NamedSharePoint),
    createdAt: z.string(),
    expiresAt: z.string(),
    path: z.optional(z.string()),
  })
  .register(z.globalRegistry, { id: 'AnalyticsShare' })
export type Share = z.infer<typeof Share>

/** The part of a shared report to show: by default all of it. A longer timeframe or another share point is refused. */
export const SharedReportQuery = z.strictObject({
  timeframe: z.optional(z.enum(timeframes)),
  zone: Zone,
  sharePoint: SharePointFilter,
})

/**
 * The report behind a share link. `previous` is null unless the link's timeframe includes that period, and `allTime` is null
 * unless the link is for all time. A card that is not live has neither name nor slug.
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
    shared: z.object({
      timeframe: z.enum(timeframes),
      /** The code of the only share point that the link shows. */
      sharePoint: z.nullable(z.string()),
      expiresAt: z.string(),
    }),
  })
  .register(z.globalRegistry, { id: 'SharedReport' })
export type SharedReport = z.infer<typeof SharedReport>

/** Returns the timeframes that are at most as long as this one, longest first. */
export function timeframesWithin(timeframe: Timeframe): Timeframe[] {
  return timeframes.slice(timeframes.indexOf(timeframe))
}
