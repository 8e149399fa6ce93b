/** The answer of `GET /api/analytics/:id` and its question (spec sections 3 and 9). */
import * as z from 'zod'

/** Rolling windows that end now, in days. */
export const ranges = { daily: 7, weekly: 28, monthly: 183, yearly: 1096 } as const

/** Where a list goes on: the time and id of its last row. */
const Cursor = z.string().regex(/^\d{1,15}\.[^\s.]{1,40}$/)

/** Without a range all time; lists are the newest 500 whatever the range, or those before a cursor of `next`. */
export const ReportQuery = z.strictObject({
  range: z.enum(['daily', 'weekly', 'monthly', 'yearly']).optional(),
  viewsBefore: Cursor.optional(),
  clicksBefore: Cursor.optional(),
  savesBefore: Cursor.optional(),
})
export type ReportQuery = z.infer<typeof ReportQuery>

const happened = { id: z.string(), timestamp: z.string(), source: z.string() }

export const ViewRow = z.object({
  ...happened,
  viewerLocation: z.string(),
  viewerDevice: z.string(),
  dwellMs: z.number(),
})
export const ClickRow = z.object({
  ...happened,
  linkType: z.string(),
  linkId: z.string(),
  clickerLocation: z.string(),
  clickerDevice: z.string(),
})
export const SaveRow = z.object({ ...happened, saverLocation: z.string(), saverDevice: z.string() })
export const SubmissionRow = z.object({
  id: z.number(),
  timestamp: z.string(),
  submitterLocation: z.string(),
  submitterDevice: z.string(),
  /** The answers, for the owner or level 5 only. */
  formData: z.record(z.string(), z.string()).nullable(),
})

const Counts = z.record(z.string(), z.number())

/** Counts of one kind of event, by hour of the UTC day, place, device, system, browser and way in. */
const Breakdown = z.object({
  hours: Counts,
  places: Counts,
  devices: Counts,
  systems: Counts,
  browsers: Counts,
  sources: Counts,
})

/** Rows are the newest 500 of each list, newest first; `next` continues a list, null at its end. */
export const CardReport = z
  .object({
    summary: z.object({
      totalViews: z.number(),
      totalClicks: z.number(),
      totalSaves: z.number(),
      totalSubmissions: z.number(),
      visitors: z.number(),
      dwellMs: z.number(),
    }),
    views: z.array(ViewRow),
    clicks: z.array(ClickRow),
    saves: z.array(SaveRow),
    submissions: z.array(SubmissionRow),
    next: z.object({
      views: z.string().nullable(),
      clicks: z.string().nullable(),
      saves: z.string().nullable(),
    }),
    /** One entry a UTC day that has events, oldest first; `day` is `YYYY-MM-DD`. */
    series: z.array(
      z.object({
        day: z.string(),
        views: z.number(),
        clicks: z.number(),
        saves: z.number(),
        visitors: z.number(),
      }),
    ),
    breakdowns: z.object({ views: Breakdown, clicks: Breakdown, saves: Breakdown, links: Counts }),
    /** How many were recorded but left out, by reason. */
    leftOut: Counts,
  })
  .meta({ id: 'CardReport' })
export type CardReport = z.infer<typeof CardReport>
