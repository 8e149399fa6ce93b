/** The analytics of one card: `GET /api/analytics/:id` and its history. */
import * as z from 'zod/mini'
import { Figures, ranges, SharePointFilter, Zone } from './figures.ts'

/** Where a list continues: the time and id of its last row. */
const Cursor = z.string().check(z.regex(/^\d{1,15}\.[^\s.]{1,40}$/))

/** Without `range`, the report covers all time. Each list has the newest `rows` events, whatever the range. */
export const CardReportQuery = z.strictObject({
  range: z.optional(z.enum(ranges)),
  zone: Zone,
  sharePoint: SharePointFilter,
  rows: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(500)), 500),
})
export type CardReportQuery = z.infer<typeof CardReportQuery>

/** Continues one list: `before` takes its `next`. The list of submissions cannot be continued; the inbox has all of them. */
export const HistoryQuery = z.strictObject({
  kind: z.enum(['views', 'clicks', 'saves']),
  sharePoint: SharePointFilter,
  before: z.optional(Cursor),
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(500)), 25),
})
export type HistoryQuery = z.infer<typeof HistoryQuery>

const eventFields = { id: z.string(), timestamp: z.string(), source: z.string() }

export const ViewRow = z.object({
  ...eventFields,
  viewerLocation: z.string(),
  viewerDevice: z.string(),
  dwellMs: z.number(),
})
export type ViewRow = z.infer<typeof ViewRow>
export const ClickRow = z.object({
  ...eventFields,
  linkType: z.string(),
  linkId: z.string(),
  clickerLocation: z.string(),
  clickerDevice: z.string(),
})
export type ClickRow = z.infer<typeof ClickRow>
export const SaveRow = z.object({
  ...eventFields,
  saverLocation: z.string(),
  saverDevice: z.string(),
})
export type SaveRow = z.infer<typeof SaveRow>
const SubmissionRow = z.object({
  id: z.number(),
  timestamp: z.string(),
  submitterLocation: z.string(),
  submitterDevice: z.string(),
  /** The answers; null unless the caller is the owner or level 5. */
  formData: z.nullable(z.record(z.string(), z.string())),
})

const Next = z.nullable(z.string())

/**
 * The response of `GET /api/analytics/:id/history`, newest first; `next` is null at the end. A page can be shorter than
 * `limit`, even empty, and still have a `next`, if most events are excluded from the totals.
 */
export const HistoryPage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('views'), rows: z.array(ViewRow), next: Next }),
  z.object({ kind: z.literal('clicks'), rows: z.array(ClickRow), next: Next }),
  z.object({ kind: z.literal('saves'), rows: z.array(SaveRow), next: Next }),
])
export type HistoryPage = z.infer<typeof HistoryPage>

/** Each list has the newest `rows`, newest first; `next` continues it with `HistoryQuery`, null at the end. */
export const CardReport = z
  .object({
    card: z.object({ id: z.number(), name: z.nullable(z.string()), slug: z.string() }),
    ...Figures.shape,
    /** The totals, and again under the longer names that API clients depend on. */
    summary: z.extend(Figures.shape.summary, {
      totalViews: z.number(),
      totalClicks: z.number(),
      totalSaves: z.number(),
      totalSubmissions: z.number(),
    }),
    views: z.array(ViewRow),
    clicks: z.array(ClickRow),
    saves: z.array(SaveRow),
    submissions: z.array(SubmissionRow),
    next: z.object({ views: Next, clicks: Next, saves: Next }),
  })
  .register(z.globalRegistry, { id: 'CardReport' })
export type CardReport = z.infer<typeof CardReport>
