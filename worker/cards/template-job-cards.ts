/** Which cards a run is for: noted page by page, oldest first, and what became of each. */
import { and, asc, eq, sql } from 'drizzle-orm'
import { businessCards } from '../../schema/tables.ts'
import { type JobScope, templateJobCards, templateJobs } from '../../schema/team-tables.ts'
import type { Db } from '../database.ts'
import { mayGoOn } from './template-levels.ts'
import type { JobCard } from './template-writes.ts'
import { eligible } from './templates.ts'

const atOnce = 50
const noted = 500

/** The cards of a run. What was made after its trial is none of them. */
export function chosen({ level, modelId, trialAt, except, only }: JobScope) {
  const listed = only
    ? sql`${businessCards.id} in (select value from json_each(${JSON.stringify(only)}))`
    : sql`${businessCards.id} not in (select value from json_each(${JSON.stringify(except)}))`
  return and(eligible({ level, modelId }), listed, sql`${businessCards.createdAt} <= ${trialAt}`)
}

/** Notes the next cards of a run; one saved since the trial is skipped. Nothing once all are noted. */
export async function noteNext(db: Db, id: number, scope: JobScope): Promise<void> {
  const from = sql`(select after_id from template_jobs where id = ${id})`
  const page = sql`
    select ${id}, ${businessCards.id},
      iif(${businessCards.updatedAt} > ${scope.trialAt}, 'changed', 'waiting'),
      ${businessCards.version}, null
    from ${businessCards} where ${chosen(scope)} and ${businessCards.id} > ${from}
    order by ${businessCards.id} limit ${noted}`
  const last = sql`(
    select iif(count(*) < ${noted}, null, max(card_id)) from template_job_cards
    where job_id = ${id} and card_id > template_jobs.after_id)`
  await db.batch([
    db.insert(templateJobCards).select(page).onConflictDoNothing(),
    db.update(templateJobs).set({ afterId: last }).where(eq(templateJobs.id, id)),
  ])
}

/** The next cards to work on. */
export function nextRows(db: Db, jobId: number, status: JobCard['status']): Promise<JobCard[]> {
  return db
    .select()
    .from(templateJobCards)
    .where(and(eq(templateJobCards.jobId, jobId), eq(templateJobCards.status, status)))
    .orderBy(asc(templateJobCards.cardId))
    .limit(atOnce)
    .all()
}

/** What was not written in this transaction was changed by somebody, deleted, or is now above the run. */
export function skipRest(
  db: Db,
  { jobId, rows }: { jobId: number; rows: JobCard[] },
  undoing: boolean,
) {
  const ids = JSON.stringify(rows.map(({ cardId }) => cardId))
  return db
    .update(templateJobCards)
    .set({ status: 'changed' })
    .where(
      and(
        eq(templateJobCards.jobId, jobId),
        eq(templateJobCards.status, undoing ? 'done' : 'waiting'),
        sql`${templateJobCards.cardId} in (select value from json_each(${ids}))`,
        mayGoOn(jobId),
      ),
    )
}

/** How many cards of a run are in each state. */
export async function countStatuses(db: Db, jobId: number): Promise<Map<string, number>> {
  const counts = await db.all<{ status: string; n: number }>(
    sql`select status, count(*) as n from ${templateJobCards} where job_id = ${jobId} group by status`,
  )
  return new Map(counts.map(({ status, n }) => [status, n]))
}

/** Forgets what the cards of runs before a time were. */
export async function forgetRows(db: Db, before: string): Promise<void> {
  await db
    .delete(templateJobCards)
    .where(
      sql`${templateJobCards.jobId} in (select id from ${templateJobs} where created_at < ${before})`,
    )
}
