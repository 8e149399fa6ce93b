/** Analytics exports, the event feed, and the API tokens with which programs read both. */
import * as z from 'zod/mini'
import { ClientId, requiredText } from '../text.ts'
import { AccountReportQuery } from './account-report.ts'
import { ranges, SharePointFilter, Zone } from './figures.ts'

/** What to export: `all` has one row per event of any kind, the last five have the figures of a tab. */
const exportSections = [
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

/** Without `range`, the export covers all time. */
export const ExportQuery = z.strictObject({
  ...file,
  range: z.optional(z.enum(ranges)),
  zone: Zone,
  sharePoint: SharePointFilter,
})
export type ExportQuery = z.infer<typeof ExportQuery>

/** Exports the cards that the account report covers. */
export const AccountExportQuery = z.extend(AccountReportQuery, file)

export const EventsQuery = z.strictObject({
  cursor: z.optional(z.string().check(z.maxLength(200))),
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1000)), 100),
})
export type EventsQuery = z.infer<typeof EventsQuery>

/** An event in the feed; fields of other kinds are absent. `leftOut` is why the totals exclude it; null if they count it. */
export const PulledEvent = z.object({
  id: z.string(),
  kind: z.enum(['view', 'click', 'save']),
  timestamp: z.string(),
  /** How the visitor reached the card. At a share point it is the code, and `sharePoint` is the label. */
  source: z.string(),
  sharePoint: z.nullable(z.string()),
  /** The trade show or meeting at which the share point was in use; several names are joined with semicolons. */
  event: z.nullable(z.string()),
  location: z.string(),
  device: z.string(),
  leftOut: z.nullable(z.string()),
  linkType: z.optional(z.string()),
  linkId: z.optional(z.string()),
  dwellMs: z.optional(z.number()),
})
export type PulledEvent = z.infer<typeof PulledEvent>

/** Events, oldest first. None will be added before `settledUntil`. Send `cursor`, which is always present, to continue. */
export const EventsPage = z
  .object({
    events: z.array(PulledEvent),
    cursor: z.string(),
    more: z.boolean(),
    settledUntil: z.string(),
  })
  .register(z.globalRegistry, { id: 'EventsPage' })
export type EventsPage = z.infer<typeof EventsPage>

const nameMessage = 'Give the token a name of at most 60 characters.'

/** What a token can read: the cards and analytics its user may see, or the security log. */
const tokenScopes = ['read', 'security-events'] as const
export type TokenScope = (typeof tokenScopes)[number]

export const NewApiToken = z.strictObject({
  name: requiredText(60, nameMessage, 'Give the token a name').check(
    z.refine((name) => name.isWellFormed(), nameMessage),
  ),
  scope: z.optional(z.enum(tokenScopes, 'Select what the token can read')),
  clientId: ClientId,
})

export type NewApiToken = z.infer<typeof NewApiToken>

/** A token as its owner sees it; `token` only in the response that creates it. */
export const ApiToken = z
  .object({
    id: z.string(),
    name: z.string(),
    /** Its first characters, to tell tokens apart. */
    hint: z.string(),
    scope: z.enum(tokenScopes),
    createdAt: z.string(),
    lastUsedAt: z.nullable(z.string()),
    token: z.optional(z.string()),
  })
  .register(z.globalRegistry, { id: 'ApiToken' })
export type ApiToken = z.infer<typeof ApiToken>
