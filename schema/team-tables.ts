/** Tables of the app database `DB` for teams and the installation: audit log, settings, share links, templates. */
import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { timeframes } from './figures.ts'
import type { PwaSettings } from './pwa.ts'
import { userIdColumn } from './tables.ts'
import { jobStates, type TemplateValues } from './template.ts'
import type { TemplateRules } from './template-rules.ts'

const now = sql`(strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))`

/**
 * The audit log: changes, stored for 24 months, and sign-ins, refusals and exports, stored for 90 days. A success has a
 * row of its own; similar refusals within a minute share one, which counts them. `at` is ISO 8601.
 */
export const auditLog = sqliteTable(
  'audit_log',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    at: text('at').notNull().default(now),
    /** Null if the caller was not signed in. */
    actorId: integer('actor_id'),
    /** The username at that time, retained after the account is deleted; only for changes. */
    actor: text('actor'),
    /** An `AuditKind`. */
    action: text('action').notNull(),
    /** The record concerned, as `user 12`; empty if there is none. */
    target: text('target').notNull(),
    /** What changed, as reported by the route; never a secret. Of security events the export shows only `EventDetails`. */
    details: text('details', { mode: 'json' }).$type<Record<string, unknown>>().notNull(),
    /** Random for a success; for refusals the minute and a hash of their common properties. Null before these columns. */
    key: text('key'),
    /** The user that a security event concerns. */
    userId: integer('user_id'),
    /** The origin, cleared after 90 days; then `device` is null. Never an IP address. */
    country: text('country'),
    asn: integer('asn'),
    asOrganization: text('as_organization'),
    /** A keyed hash of the IPv4 /24 or IPv6 /48. */
    network: text('network'),
    device: text('device'),
    requestId: text('request_id'),
    route: text('route'),
    status: integer('status'),
    count: integer('count').notNull().default(1),
  },
  (table) => [
    uniqueIndex('audit_log_key').on(table.key),
    index('audit_log_at').on(table.at),
    index('audit_log_actor_at').on(table.actorId, table.at),
    index('audit_log_user_at').on(table.userId, table.at).where(sql`user_id is not null`),
    index('audit_log_target_at').on(table.target, table.at),
    index('audit_log_action_at').on(table.action, table.at),
    index('audit_log_origin').on(table.at).where(sql`device is not null`),
  ],
)

/** Settings of the installed app: a single row, present after the first save. */
export const pwaSettings = sqliteTable('pwa_settings', {
  id: integer('id').primaryKey(),
  settings: text('settings', { mode: 'json' }).$type<PwaSettings>().notNull(),
  updatedAt: text('updated_at').notNull().default(now),
})

/** Share links of analytics reports; only the SHA-256 of a link's token is stored. Times in milliseconds. */
export const analyticsShares = sqliteTable(
  'analytics_shares',
  {
    id: text('id').primaryKey(),
    hash: text('hash').notNull(),
    userId: userIdColumn(),
    timeframe: text('timeframe', { enum: timeframes }).notNull(),
    /** The only card it shows; null for all cards of its creator. */
    cardId: integer('card_id'),
    /** The event whose board it shows instead. Then `cardId` is 0, for which earlier releases show nothing. */
    occasionId: integer('occasion_id'),
    createdAt: integer('created_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
    /** The code of the only share point it shows, which is one of the card's; null for all. */
    sharePoint: text('share_point'),
  },
  (table) => [
    uniqueIndex('analytics_shares_hash').on(table.hash),
    index('analytics_shares_user').on(table.userId),
  ],
)

/** Trade shows and meetings, for which share points are counted together; screens and the API call them events. */
export const occasions = sqliteTable(
  'occasions',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    userId: userIdColumn(),
    name: text('name').notNull(),
    place: text('place'),
    /** First and last day, `YYYY-MM-DD` in `zone`, an IANA time zone. */
    fromDay: text('from_day').notNull(),
    toDay: text('to_day').notNull(),
    zone: text('zone').notNull(),
    /** The same days in milliseconds, rounded to UTC hours as rollups have them; `endsAt` is exclusive. */
    startsAt: integer('starts_at').notNull(),
    endsAt: integer('ends_at').notNull(),
    archivedAt: text('archived_at'),
    createdAt: text('created_at').notNull().default(now),
    /** The key of the request that created it, so that a retry creates no other. */
    requestKey: text('request_key'),
    /** What staff ask there in booth mode. */
    questions: text('questions', { mode: 'json' }).$type<string[]>().notNull().default([]),
  },
  (table) => [
    index('occasions_user').on(table.userId),
    uniqueIndex('occasions_request').on(table.requestKey),
  ],
)

/** The share points of an event. A share point may belong to several, such as one after another. */
export const occasionPoints = sqliteTable(
  'occasion_points',
  {
    occasionId: integer('occasion_id').notNull(),
    sharePointId: integer('share_point_id').notNull(),
    addedAt: text('added_at').notNull().default(now),
  },
  (table) => [
    primaryKey({ columns: [table.occasionId, table.sharePointId] }),
    index('occasion_points_point').on(table.sharePointId),
  ],
)

/** Card templates; `content` are the model card's values when they were last copied. */
export const cardTemplates = sqliteTable(
  'card_templates',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    name: text('name').notNull(),
    version: integer('version').notNull().default(1),
    rules: text('rules', { mode: 'json' }).$type<TemplateRules>().notNull(),
    cardId: integer('card_id').notNull(),
    content: text('content', { mode: 'json' }).$type<TemplateValues>().notNull(),
    updatedAt: text('updated_at').notNull().default(now),
    /** The key of the request that created it, so that a retry creates no other. */
    requestKey: text('request_key'),
  },
  (table) => [uniqueIndex('card_templates_request').on(table.requestKey)],
)

/** The cards of a run as of `trialAt`: those of users up to `level` but the model, without `except` or just `only`. */
export type JobScope = {
  level: number
  modelId: number
  trialAt: string
  except: number[]
  only?: number[]
}

/** Template runs. */
export const templateJobs = sqliteTable(
  'template_jobs',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    templateId: integer('template_id').notNull(),
    state: text('state', { enum: jobStates }).notNull().default('running'),
    /** The time of its last progress. */
    touchedAt: text('touched_at').notNull().default(now),
    /** Until when a worker has the lease of the run, in milliseconds. */
    leaseUntil: integer('lease_until').notNull().default(0),
    /** Attempts since the last progress. */
    tries: integer('tries').notNull().default(0),
    /** The cards it applies to, and their number at the start. */
    scope: text('scope', { mode: 'json' }).$type<JobScope>(),
    chosen: integer('chosen').notNull().default(0),
    /** The user who started, continued or undid it last; it proceeds only while they have its level. */
    actorId: integer('actor_id'),
    /** The last card added to the run; null once all are. */
    afterId: integer('after_id'),
    createdAt: text('created_at').notNull().default(now),
  },
  (table) => [index('template_jobs_template').on(table.templateId)],
)

/** The cards of a run: the values before, stored for 30 days, and the version it wrote. */
export const templateJobCards = sqliteTable(
  'template_job_cards',
  {
    jobId: integer('job_id').notNull(),
    cardId: integer('card_id').notNull(),
    status: text('status', { enum: ['waiting', 'done', 'changed', 'undone'] })
      .notNull()
      .default('waiting'),
    version: integer('version').notNull(),
    before: text('before', { mode: 'json' }).$type<TemplateValues>(),
  },
  (table) => [
    primaryKey({ columns: [table.jobId, table.cardId] }),
    index('template_job_cards_status').on(table.jobId, table.status, table.cardId),
  ],
)
