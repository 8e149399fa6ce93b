/** What a run of a template would change, card by card, before anything is changed. */
import { and, asc, desc, eq, gt, lte, sql } from 'drizzle-orm'
import { businessCards, users } from '../../schema/tables.ts'
import { templateJobCards, templateJobs } from '../../schema/team-tables.ts'
import type { TemplateJob, Trial, TrialQuery } from '../../schema/template.ts'
import { selectCards } from '../cards/store.ts'
import type { Db } from '../platform/database.ts'
import { retentionDays } from '../platform/retention.ts'
import { differences, missingFields, valuesOf, withTemplate } from './rules.ts'
import { countStatuses } from './run-cards.ts'
import { countEligible, eligible, type StoredTemplate } from './store.ts'

/** A page of the cards the template can be given to, oldest first. */
export async function previewTemplate(
  db: Db,
  { template, level }: { template: StoredTemplate; level: number },
  { after = 0, limit, search }: TrialQuery,
): Promise<Trial> {
  const scope = { level, modelId: template.cardId }
  const named = search ? contains(search) : undefined
  const at = new Date().toISOString()
  const [total, found, cards] = await Promise.all([
    countEligible(db, scope),
    named && countEligible(db, scope, named),
    selectCards(db)
      .where(and(eligible(scope), named, gt(businessCards.id, after)))
      .orderBy(asc(businessCards.id))
      .limit(limit + 1)
      .all(),
  ])
  const shown = cards.slice(0, limit)
  return {
    at,
    total,
    found: found ?? total,
    cards: shown.map((card) => {
      const values = valuesOf(card)
      const given = withTemplate(values, template)
      return {
        ...{ id: card.id, slug: card.slug, name: card.name },
        changes: differences(values, given),
        missing: missingFields(given, template.rules),
      }
    }),
    next: cards.length > limit ? (shown.at(-1)?.id ?? null) : null,
  }
}

function contains(search: string) {
  const within = (text: unknown) => sql`instr(lower(${text}), ${search.toLowerCase()}) > 0`
  const owned = sql`owner.id = ${businessCards.userId} and ${within(sql`owner.username`)}`
  return sql`(${within(businessCards.name)} or ${within(businessCards.slug)}
    or exists (select 1 from users as owner where ${owned}))`
}

// How far a run of a template is, and what it did.

/** For how long a run can be taken back, in milliseconds. */
export const undoDays = retentionDays.templateRuns * 86_400_000
const skippedShown = 200

/** The newest run of a template, as a reader of this level may see it. */
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

/** How far the run is; it names no card of who is above the reader's level. */
export async function findJob(db: Db, id: number, level: number): Promise<TemplateJob | undefined> {
  const job = await db.select().from(templateJobs).where(eq(templateJobs.id, id)).get()
  if (!job) return undefined
  const counts = await countStatuses(db, id)
  const of = (...which: string[]) =>
    which.reduce((sum, status) => sum + (counts.get(status) ?? 0), 0)
  const { state, templateId, createdAt, touchedAt } = job
  const undoing = state === 'undoing' || state === 'undone' || state === 'undoFailed'
  const given = of('done', 'undone', 'changed')
  const noted = of('waiting') + given
  // Until all cards are noted, it is known only how many they were at the start.
  const all = job.afterId === null ? noted : Math.max(noted, job.chosen)
  return {
    ...{ id, templateId, state, createdAt, touchedAt },
    total: undoing ? given : all,
    done: of(undoing ? 'undone' : 'done', 'changed'),
    changed: of('changed'),
    level: job.scope?.level ?? 5,
    skipped: await listSkipped(db, id, level),
    undoUntil: new Date(Date.parse(createdAt) + undoDays).toISOString(),
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
    .limit(skippedShown)
    .all()
}
