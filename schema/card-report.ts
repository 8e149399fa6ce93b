/** The analytics of one card: `GET /api/analytics/:id` and its history (spec sections 3, 7 and 9). */
import * as z from 'zod/mini'
import { Figures, ranges, Zone } from './figures.ts'

/** Where a list goes on: the time and id of its last row. */
const Cursor = z.string().check(z.regex(/^\d{1,15}\.[^\s.]{1,40}$/))

/** Without a range all time; `rows` is how many of each list, the newest whatever the range. */
export const CardReportQuery = z.strictObject({
  range: z.optional(z.enum(ranges)),
  zone: Zone,
  rows: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(500)), 500),
})
export type CardReportQuery = z.infer<typeof CardReportQuery>

/** One list alone, from a cursor of `next` on; submissions are read in the inbox. */
export const HistoryQuery = z.strictObject({
  kind: z.enum(['views', 'clicks', 'saves']),
  before: z.optional(Cursor),
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(500)), 25),
})
export type HistoryQuery = z.infer<typeof HistoryQuery>

const happened = { id: z.string(), timestamp: z.string(), source: z.string() }

export const ViewRow = z.object({
  ...happened,
  viewerLocation: z.string(),
  viewerDevice: z.string(),
  dwellMs: z.number(),
})
export type ViewRow = z.infer<typeof ViewRow>
export const ClickRow = z.object({
  ...happened,
  linkType: z.string(),
  linkId: z.string(),
  clickerLocation: z.string(),
  clickerDevice: z.string(),
})
export type ClickRow = z.infer<typeof ClickRow>
export const SaveRow = z.object({ ...happened, saverLocation: z.string(), saverDevice: z.string() })
export type SaveRow = z.infer<typeof SaveRow>
export const SubmissionRow = z.object({
  id: z.number(),
  timestamp: z.string(),
  submitterLocation: z.string(),
  submitterDevice: z.string(),
  /** The answers, for the owner or level 5 only. */
  formData: z.nullable(z.record(z.string(), z.string())),
})

const Next = z.nullable(z.string())

/**
 * The answer of `GET /api/analytics/:id/history`: newest first; `next` is null at the end. Where most events are left out,
 * a page can be shorter than asked, even empty, and yet go on.
 */
export const HistoryPage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('views'), rows: z.array(ViewRow), next: Next }),
  z.object({ kind: z.literal('clicks'), rows: z.array(ClickRow), next: Next }),
  z.object({ kind: z.literal('saves'), rows: z.array(SaveRow), next: Next }),
])
export type HistoryPage = z.infer<typeof HistoryPage>

/** Lists are the newest `rows` of each, newest first; `next` continues a list in its history, null at its end. */
export const CardReport = z
  .object({
    card: z.object({ id: z.number(), name: z.nullable(z.string()), slug: z.string() }),
    ...Figures.shape,
    /** The words of the specification for the same totals. */
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
