/** Tables of templates and their runs. Times are ISO 8601 text in UTC unless a column says otherwise. */
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { now } from '../columns.ts'
import { jobStates, type TemplateValues } from './template.ts'
import type { TemplateRules } from './template-rules.ts'

/** Card templates. `content` has the values last copied from the model card. */
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
    /** The key of the request that created it, so that a retry does not create another. */
    requestKey: text('request_key'),
  },
  (table) => [uniqueIndex('card_templates_request').on(table.requestKey)],
)

/**
 * The cards of a run, as of `trialAt`: all cards of users up to `level`, without the model and `except`; with `only`, just
 * these.
 */
export type JobScope = {
  level: number
  modelId: number
  trialAt: string
  except: number[]
  only?: number[]
}

/** Template runs: jobs that apply a template to cards. */
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
    /** The user who last started, continued or undid it. The run proceeds only while they have its level. */
    actorId: integer('actor_id'),
    /** The last card added to the run; null once all are. */
    afterId: integer('after_id'),
    createdAt: text('created_at').notNull().default(now),
  },
  (table) => [index('template_jobs_template').on(table.templateId)],
)

/** The cards of a run, with their values before it, kept for 30 days, and the card version it wrote. */
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
