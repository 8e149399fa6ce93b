/** Resumes interrupted template runs, and deletes what runs kept after their retention period. */
import { and, asc, inArray, lt } from 'drizzle-orm'
import { templateJobs } from '../../schema/templates/tables.ts'
import type { Bindings } from '../env.ts'
import { database } from '../platform/database.ts'
import { runJob } from './run.ts'
import { deleteExpiredRows } from './run-cards.ts'
import { undoMs } from './run-report.ts'

const roundsPerStep = 4

/**
 * Step of a cron job: resumes the first run whose lease has expired, for a few rounds; when there is none, deletes former
 * values of cards after 30 days. `more` if there may be others.
 */
export async function resumeTemplateJobs(
  env: Bindings,
  at = Date.now(),
): Promise<'more' | undefined> {
  const db = database(env.DB)
  const stopped = await db
    .select({ id: templateJobs.id })
    .from(templateJobs)
    .where(
      and(inArray(templateJobs.state, ['running', 'undoing']), lt(templateJobs.leaseUntil, at)),
    )
    .orderBy(asc(templateJobs.leaseUntil), asc(templateJobs.id))
    .limit(1)
    .get()
  if (!stopped) return deleteExpiredRows(db, new Date(at - undoMs).toISOString())
  await runJob(env, stopped.id, { origin: env.PUBLIC_ORIGIN || undefined, rounds: roundsPerStep })
  return 'more'
}
