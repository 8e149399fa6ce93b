/** Previews and reports of template runs: what a run would change card by card, its progress and its result. */

import { and, asc, desc, eq, gt, lte, sql } from 'drizzle-orm'
import { users } from '../../schema/accounts/tables.ts'
import { businessCards } from '../../schema/cards/tables.ts'
import { templateJobCards, templateJobs } from '../../schema/templates/tables.ts'
import type { TemplateJob, Trial, TrialQuery } from '../../schema/templates/template.ts'
import { selectCards } from '../cards/queries.ts'
import type { Db } from '../platform/database.ts'
import { retentionDays } from '../platform/jobs.ts'
import { dayMs } from '../platform/time.ts'
import { countEligible, isEligible, type StoredTemplate } from './queries.ts'
import { differences, missingFields, templateValues, withTemplate } from './rules.ts'
import { countStatuses } from './run-cards.ts'

/** Returns a page of the cards a template can be applied to, the oldest first, with the changes and missing fields. */
export async function previewTemplate(
  db: Db,
  { template, level }: { template: StoredTemplate; level: number },
  { after = 0, limit, search }: TrialQuery,
): Promise<Trial> {
  const scope = { level, modelId: template.cardId }
  const filter = search ? contains(search) : undefined
  const at = new Date().toISOString()
  const [total, found, cards] = await Promise.all([
    countEligible(db, scope),
    filter && countEligible(db, scope, filter),
    selectCards(db)
      .where(and(isEligible(scope), filter, gt(businessCards.id, after)))
      .orderBy(asc(businessCards.id))
      .limit(limit + 1)
      .all(),
  ])
  const page = cards.slice(0, limit)
  return {
    at,
    total,
    found: found ?? total,
    cards: page.map((card) => {
      const values = templateValues(card)
      const result = withTemplate(values, template)
      return {
        ...{ id: card.id, slug: card.slug, name: card.name },
        changes: differences(values, result),
        missing: missingFields(result, template.rules),
      }
    }),
    next: cards.length > limit ? (page.at(-1)?.id ?? null) : null,
  }
}

function contains(search: string) {
  const within = (text: unknown) => sql`instr(lower(${text}), lower(${search})) > 0`
  const owned = sql`owner.id = ${businessCards.userId} and ${within(sql`owner.username`)}`
  const translated = sql`card_locales.card_id = ${businessCards.id} and ${within(sql`card_locales.fields ->> '$.name'`)}`
  return sql`(${within(businessCards.name)} or ${within(businessCards.slug)}
    or exists (select 1 from card_locales where ${translated})
    or exists (select 1 from users as owner where ${owned}))`
}

/** How long a run can be undone, in milliseconds. */
export const undoMs = retentionDays.templateRuns * dayMs
const maxSkippedListed = 200

/** Returns the newest run of a template, for a reader of this level. */
export async function newestJob(
  db: Db,
  templateId: number,
  level: number,
): Promise<TemplateJob | undefined> {
  const job = await db
    .select({ id: templateJobs.id })
    .from(templateJobs)
    .where(eq(templateJobs.templateId, templateId))
    .orderBy(desc(templateJobs.id))
    .limit(1)
    .get()
  return job && findJob(db, job.id, level)
}

/** Returns the progress of a run. Lists no cards of users above the reader's level. */
export async function findJob(db: Db, id: number, level: number): Promise<TemplateJob | undefined> {
  const job = await db.select().from(templateJobs).where(eq(templateJobs.id, id)).get()
  if (!job) return undefined
  const counts = await countStatuses(db, id)
  const countOf = (...statuses: string[]) =>
    statuses.reduce((sum, status) => sum + (counts.get(status) ?? 0), 0)
  const { state, templateId, createdAt, touchedAt } = job
  const undoing = state === 'undoing' || state === 'undone' || state === 'undoFailed'
  const processed = countOf('done', 'undone', 'changed')
  const listed = countOf('waiting') + processed
  // Until all cards are listed, their number is only known from the start of the run.
  const all = job.afterId === null ? listed : Math.max(listed, job.chosen)
  return {
    ...{ id, templateId, state, createdAt, touchedAt },
    total: undoing ? processed : all,
    done: countOf(undoing ? 'undone' : 'done', 'changed'),
    changed: countOf('changed'),
    level: job.scope?.level ?? 5,
    skipped: await listSkipped(db, id, level),
    undoUntil: new Date(Date.parse(createdAt) + undoMs).toISOString(),
  }
}

function listSkipped(db: Db, id: number, level: number) {
  return db
    .select({ id: businessCards.id, slug: businessCards.slug })
    .from(templateJobCards)
    .innerJoin(businessCards, eq(businessCards.id, templateJobCards.cardId))
    .innerJoin(users, eq(users.id, businessCards.userId))
    .where(
      and(
        eq(templateJobCards.jobId, id),
        eq(templateJobCards.status, 'changed'),
        lte(users.accessLevel, level),
      ),
    )
    .limit(maxSkippedListed)
    .all()
}
