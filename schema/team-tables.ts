/** Tables of the app database `DB` about teams and the installation: audit log, settings, shares, templates. */
import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { timeframes } from './figures.ts'
import type { PwaSettings } from './pwa.ts'
import { users } from './tables.ts'
import { jobStates, type TemplateValues } from './template.ts'
import type { TemplateRules } from './template-rules.ts'

const now = sql`(strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))`

/** Who changed what: one row per change that was answered, kept for 24 months. */
export const auditLog = sqliteTable(
  'audit_log',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    at: text('at').notNull().default(now),
    /** Null when nobody was signed in. */
    actorId: integer('actor_id'),
    /** The username at that time, which outlives the account. */
    actor: text('actor'),
    /** The call, as a key of the policy. */
    action: text('action').notNull(),
    /** Of the path, as `id=12`. */
    target: text('target').notNull(),
    /** What changed, as the route tells it; never a secret. */
    details: text('details', { mode: 'json' }).$type<Record<string, unknown>>().notNull(),
  },
  (table) => [
    index('audit_log_actor').on(table.actorId),
    index('audit_log_target').on(table.target),
  ],
)

/** What the installed app is called and looks like: one row once somebody saved it (spec section 3). */
export const pwaSettings = sqliteTable('pwa_settings', {
  id: integer('id').primaryKey(),
  settings: text('settings', { mode: 'json' }).$type<PwaSettings>().notNull(),
  updatedAt: text('updated_at').notNull().default(now),
})

/** Links that show somebody else an analytics report; only the SHA-256 of what opens one is kept. Times in milliseconds. */
export const analyticsShares = sqliteTable(
  'analytics_shares',
  {
    id: text('id').primaryKey(),
    hash: text('hash').notNull(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    timeframe: text('timeframe', { enum: timeframes }).notNull(),
    /** The one card it shows; null for all of its maker's. */
    cardId: integer('card_id'),
    createdAt: integer('created_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
  },
  (table) => [
    uniqueIndex('analytics_shares_hash').on(table.hash),
    index('analytics_shares_user').on(table.userId),
  ],
)

/** What is fixed on the cards of a team; `content` is what the model card had when it was last copied. */
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
    /** Of the request that made it: sent again it makes no other. */
    requestKey: text('request_key'),
  },
  (table) => [uniqueIndex('card_templates_request').on(table.requestKey)],
)

/** Cards of users at or below the level but the model, all of them except some or only some, as they were at that time. */
export type JobScope = {
  level: number
  modelId: number
  trialAt: string
  except: number[]
  only?: number[]
}

/** One run of a template over cards. */
export const templateJobs = sqliteTable(
  'template_jobs',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    templateId: integer('template_id').notNull(),
    state: text('state', { enum: jobStates }).notNull().default('running'),
    /** When it last got on. */
    touchedAt: text('touched_at').notNull().default(now),
    /** Somebody is at work on it until then, in milliseconds. */
    leaseUntil: integer('lease_until').notNull().default(0),
    /** How often somebody began to work on it since it last got on. */
    tries: integer('tries').notNull().default(0),
    /** Which cards it is for, and how many these were at its start. */
    scope: text('scope', { mode: 'json' }).$type<JobScope>(),
    chosen: integer('chosen').notNull().default(0),
    /** Who began it, or last continued it or took it back: it goes on only while they have its level. */
    actorId: integer('actor_id'),
    /** The last card that was noted as one of the run; null when all were. */
    afterId: integer('after_id'),
    createdAt: text('created_at').notNull().default(now),
  },
  (table) => [index('template_jobs_template').on(table.templateId)],
)

/** The cards of a run: what each was before, for 30 days, and the version it became. */
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
