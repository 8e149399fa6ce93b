/** Taking figures away: exports, the pull API of events, and the tokens that may call them. */
import * as z from 'zod'
import { AccountReportQuery } from './account-report.ts'
import { ranges, Zone } from './figures.ts'
import { ClientId, line } from './text.ts'

/** What can be exported (spec section 9): the first has one row an event of every kind, the last five the figures of the tabs. */
export const sections = [
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
export const Section = z.enum(sections)
export type Section = z.infer<typeof Section>

const file = {
  section: Section.default('all'),
  format: z.enum(['csv', 'ndjson']).default('csv'),
}

/** Without a range all time. */
export const ExportQuery = z.strictObject({
  ...file,
  range: z.enum(ranges).optional(),
  zone: Zone,
})
export type ExportQuery = z.infer<typeof ExportQuery>

/** Over the cards the account's report is about. */
export const AccountExportQuery = AccountReportQuery.extend(file)

export const EventsQuery = z.strictObject({
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(1000).default(100),
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
  leftOut: z.string().nullable(),
  linkType: z.string().optional(),
  linkId: z.string().optional(),
  dwellMs: z.number().optional(),
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
  .meta({ id: 'EventsPage' })
export type EventsPage = z.infer<typeof EventsPage>

const nameless = 'Give the token a name of at most 60 characters.'

/** What a token can read: what its user may see of cards and analytics, or the log of security events. */
export const tokenScopes = ['read', 'security-events'] as const
export type TokenScope = (typeof tokenScopes)[number]

export const NewApiToken = z.strictObject({
  name: line(60, nameless)
    .min(1, nameless)
    .refine((name) => name.isWellFormed(), nameless),
  scope: z.enum(tokenScopes, 'Select what the token can read.').optional(),
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
    lastUsedAt: z.string().nullable(),
    token: z.string().optional(),
  })
  .meta({ id: 'ApiToken' })
export type ApiToken = z.infer<typeof ApiToken>
