/** How far a run of a template is, and what it did. */
import { and, desc, eq, lte } from 'drizzle-orm'
import { businessCards, users } from '../../schema/tables.ts'
import { templateJobCards, templateJobs } from '../../schema/team-tables.ts'
import type { TemplateJob } from '../../schema/template.ts'
import type { Db } from '../database.ts'
import { kept } from '../retention.ts'
import { countStatuses } from './template-job-cards.ts'

/** For how long a run can be taken back, in milliseconds. */
export const keptFor = kept.templateRuns * 86_400_000
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
    undoUntil: new Date(Date.parse(createdAt) + keptFor).toISOString(),
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
