/** Taking figures away: exports, the pull API of events, and the tokens that may call them. */
import * as z from 'zod/mini'
import { AccountReportQuery } from './account-report.ts'
import { ranges, Zone } from './figures.ts'
import { ClientId, line } from './text.ts'

/** What can be exported (spec section 9): the first has one row an event of every kind, the last five the figures of the tabs. */
export const exportSections = [
  'all',
  'views',
  'clicks',
  'saves',
  'submissions',
  'overview',
  'engagement',
  'timing',
  'devices',
  'geographic',
] as const
export const ExportSection = z.enum(exportSections)
export type ExportSection = z.infer<typeof ExportSection>

const file = {
  section: z._default(ExportSection, 'all'),
  format: z._default(z.enum(['csv', 'ndjson']), 'csv'),
}

/** Without a range all time. */
export const ExportQuery = z.strictObject({
  ...file,
  range: z.optional(z.enum(ranges)),
  zone: Zone,
})
export type ExportQuery = z.infer<typeof ExportQuery>

/** Over the cards the account's report is about. */
export const AccountExportQuery = z.extend(AccountReportQuery, file)

export const EventsQuery = z.strictObject({
  cursor: z.optional(z.string().check(z.maxLength(200))),
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1000)), 100),
})
export type EventsQuery = z.infer<typeof EventsQuery>

/** An event as programs read it; what does not belong to its kind is absent. `leftOut` says why it is not in the totals. */
export const PulledEvent = z.object({
  id: z.string(),
  kind: z.enum(['view', 'click', 'save']),
  timestamp: z.string(),
  source: z.string(),
  location: z.string(),
  device: z.string(),
  leftOut: z.nullable(z.string()),
  linkType: z.optional(z.string()),
  linkId: z.optional(z.string()),
  dwellMs: z.optional(z.number()),
})
export type PulledEvent = z.infer<typeof PulledEvent>

/** Oldest first. Until `settledUntil` nothing will be added any more; `cursor` is where to go on, always there. */
export const EventsPage = z
  .object({
    events: z.array(PulledEvent),
    cursor: z.string(),
    more: z.boolean(),
    settledUntil: z.string(),
  })
  .register(z.globalRegistry, { id: 'EventsPage' })
export type EventsPage = z.infer<typeof EventsPage>

const nameless = 'Give the token a name of at most 60 characters.'

/** What a token can read: what its user may see of cards and analytics, or the log of security events. */
export const tokenScopes = ['read', 'security-events'] as const
export type TokenScope = (typeof tokenScopes)[number]

export const NewApiToken = z.strictObject({
  name: line(60, nameless).check(
    z.minLength(1, nameless),
    z.refine((name) => name.isWellFormed(), nameless),
  ),
  scope: z.optional(z.enum(tokenScopes, 'Select what the token can read.')),
  clientId: ClientId,
})

export type NewApiToken = z.infer<typeof NewApiToken>

/** A token as its owner sees it; `token` only when it was just made. */
export const ApiToken = z
  .object({
    id: z.string(),
    name: z.string(),
    /** Its first characters, to tell tokens apart by. */
    hint: z.string(),
    scope: z.enum(tokenScopes),
    createdAt: z.string(),
    lastUsedAt: z.nullable(z.string()),
    token: z.optional(z.string()),
  })
  .register(z.globalRegistry, { id: 'ApiToken' })
export type ApiToken = z.infer<typeof ApiToken>
