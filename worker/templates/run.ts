/**
 * Template runs: apply a template to many cards, 50 at a time. Runs can be resumed and undone, and skip changed
 * cards.
 */
import { and, asc, eq, inArray, lt, sql } from 'drizzle-orm'
import type { Actor } from '../../schema/access.ts'
import { businessCards } from '../../schema/cards/tables.ts'
import { cardTemplates, type JobScope, templateJobs } from '../../schema/templates/tables.ts'
import type { NewJob, TemplateJob } from '../../schema/templates/template.ts'
import { selectCards } from '../cards/queries.ts'
import type { Bindings } from '../env.ts'
import { among, type Db, database } from '../platform/database.ts'
import { repeatable } from '../platform/failures.ts'
import { log } from '../platform/log.ts'
import { sqlNow, uniqueTime } from '../platform/time.ts'
import { invalidatePages } from '../public/page-cache.ts'
import {
  canContinue,
  hasLevel,
  isUndoable,
  jobLevel,
  type StoredTemplate,
  wasRunByHigherLevel,
} from './queries.ts'
import {
  addNextCards,
  applyStatements,
  deleteExpiredRows,
  nextRows,
  selectedCards,
  skipRemaining,
  undoStatements,
} from './run-cards.ts'
import { undoMs } from './run-report.ts'

type Job = typeof templateJobs.$inferSelect
type State = TemplateJob['state']
/** A run and the user who acts on it. */
type JobAction = { id: number; actorId: number }

const leaseMs = 60_000
const maxTries = 5
const retryMs = 500
// A round makes about 70 calls to D1 and the cache, and an invocation may make 10,000.
const maxRounds = 100

/**
 * Creates a run and returns its id; `runJob` does the work. Returns undefined while another run of the template is
 * active, if a user above the actor ran it, or if the actor no longer has the level; `changed` if the template was
 * changed since it was read.
 */
export async function startJob(
  db: Db,
  { template, actor }: { template: StoredTemplate; actor: Actor },
  { trialAt, except, only }: Pick<NewJob, 'trialAt' | 'except' | 'only'>,
): Promise<number | 'changed' | undefined> {
  const at = new Date(trialAt).toISOString()
  const { accessLevel: level, id: actorId } = actor
  const scope: JobScope = { level, modelId: template.cardId, trialAt: at, except, only }
  const running = sql`exists (select 1 from ${templateJobs} where ${templateJobs.templateId} = ${template.id} and ${templateJobs.state} in ('running', 'undoing'))`
  const isRead = and(eq(cardTemplates.id, template.id), eq(cardTemplates.version, template.version))
  // A preview belongs to one run, so that a repeated request returns the run it has created.
  const same = and(eq(templateJobs.templateId, template.id), eq(templateJobs.scope, scope))
  await repeatable(() =>
    db.run(sql`
    insert into template_jobs (template_id, scope, after_id, actor_id, chosen)
    select ${template.id}, ${JSON.stringify(scope)}, 0, ${actorId},
      (select count(*) from ${businessCards} where ${selectedCards(scope)})
    where ${hasLevel(actorId, sql`${level}`)} and not ${wasRunByHigherLevel(actorId, template.id)}
      and exists (select 1 from ${cardTemplates} where ${isRead}) and not ${running} and not exists (select 1 from ${templateJobs} where ${same})`),
  )
  const job = await db.select({ id: templateJobs.id }).from(templateJobs).where(same).get()
  if (job) return job.id
  return (await db.$count(cardTemplates, isRead)) > 0 ? undefined : 'changed'
}

/**
 * Starts undoing a run. Returns false unless the run is done or has failed, its cards' former values still exist, and the
 * actor may manage it.
 */
export function undoJob(db: Db, job: JobAction): Promise<boolean> {
  return restartJob(db, { ...job, from: ['done', 'failed', 'undoFailed'], to: 'undoing' })
}

/** Continues a failed run. Returns false as `undoJob` does. */
export function continueJob(db: Db, job: JobAction): Promise<boolean> {
  return restartJob(db, { ...job, from: ['failed'], to: 'running' })
}

/** Works on a run until it is over, for at most `rounds`. Does nothing if another call has the lease. */
export async function runJob(
  env: Bindings,
  id: number,
  { origin, rounds = maxRounds }: { origin?: string; rounds?: number } = {},
): Promise<void> {
  const db = database(env.DB)
  const job = await lease(db, id)
  if (!job) return
  const invalidate: Invalidate = async (slugs) => {
    if (origin) await invalidatePages(env, origin, slugs)
  }
  const step = () => runStep(db, id, invalidate)
  if (job.tries > maxTries) {
    await markFailed(db, job, new Error('Interrupted too often'))
    return
  }
  for (let round = 0; round < rounds; round += 1) {
    // The database may only be overloaded for a moment.
    const retry = () => scheduler.wait(retryMs).then(step)
    const more = await step()
      .catch(retry)
      .catch((error: unknown) => markFailed(db, job, error))
    if (!more) return
  }
  await repeatable(() =>
    db.update(templateJobs).set({ leaseUntil: 0 }).where(eq(templateJobs.id, id)),
  )
}

async function restartJob(
  db: Db,
  { id, actorId, from, to }: JobAction & { from: State[]; to: State },
): Promise<boolean> {
  const touchedAt = uniqueTime()
  const [, done] = await repeatable(() =>
    db.batch([
      db
        .update(templateJobs)
        .set({ state: to, actorId, touchedAt, tries: 0, leaseUntil: 0 })
        .where(
          and(
            eq(templateJobs.id, id),
            inArray(templateJobs.state, from),
            isUndoable,
            hasLevel(actorId, jobLevel),
          ),
        ),
      db
        .select({ id: templateJobs.id })
        .from(templateJobs)
        .where(and(eq(templateJobs.id, id), eq(templateJobs.touchedAt, touchedAt))),
    ]),
  )
  return done.length > 0
}

// Each step renews the lease, so the lease of an interrupted call expires.
async function lease(db: Db, id: number): Promise<Job | undefined> {
  const [job] = await db
    .update(templateJobs)
    .set({ leaseUntil: Date.now() + leaseMs, tries: sql`${templateJobs.tries} + 1` })
    .where(
      and(
        eq(templateJobs.id, id),
        inArray(templateJobs.state, ['running', 'undoing']),
        lt(templateJobs.leaseUntil, Date.now()),
      ),
    )
    .returning()
  return job
}

/** Writes the next cards or adds more to the run. Returns false if the run is over. */
async function runStep(db: Db, id: number, invalidate: Invalidate): Promise<boolean> {
  const job = await db.select().from(templateJobs).where(eq(templateJobs.id, id)).get()
  if (job?.state !== 'running' && job?.state !== 'undoing') return false
  const undoing = job.state === 'undoing'
  const rows = await nextRows(db, id, undoing ? 'done' : 'waiting')
  if (rows.length > 0) return processRows(db, { job, rows, undoing }, invalidate)
  if (!undoing && job.scope && job.afterId !== null) {
    await addNextCards(db, id, job.scope)
    return true
  }
  await setState(db, id, undoing ? 'undone' : 'done')
  return false
}

type Invalidate = (slugs: string[]) => Promise<void>

type Rows = Awaited<ReturnType<typeof nextRows>>

async function processRows(
  db: Db,
  { job, rows, undoing }: { job: Job; rows: Rows; undoing: boolean },
  invalidate: Invalidate,
): Promise<boolean> {
  const { id, templateId } = job
  const template = await db
    .select()
    .from(cardTemplates)
    .where(eq(cardTemplates.id, templateId))
    .get()
  const cards = await cardsOf(
    db,
    rows.map(({ cardId }) => cardId),
  )
  const part = { jobId: id, rows, cards }
  const statements = undoing ? undoStatements(db, part) : applyStatements(db, { ...part, template })
  const allowed = db
    .select({ id: templateJobs.id })
    .from(templateJobs)
    .where(canContinue(id))
    .limit(1)
  const [permitted] = await repeatable(() =>
    db.batch([allowed, ...statements, skipRemaining(db, part, undoing), touch(db, id)]),
  )
  if (permitted.length === 0)
    return markFailed(db, job, new Error('The user who started it no longer has the level'))
  await invalidate(cards.map(({ slug }) => slug))
  return true
}

function cardsOf(db: Db, ids: number[]) {
  const listed = sql`${businessCards.id} in ${among(ids)}`
  return selectCards(db)
    .where(and(listed, sql`${businessCards.deletedAt} is null`))
    .all()
}

function touch(db: Db, id: number) {
  return db
    .update(templateJobs)
    .set({ touchedAt: sqlNow, tries: 0, leaseUntil: Date.now() + leaseMs })
    .where(eq(templateJobs.id, id))
}

// Cards written so far stay; an administrator can continue or undo the run.
async function markFailed(db: Db, { id, state }: Job, error: unknown): Promise<false> {
  log('error', 'template-job', { id, error })
  await setState(db, id, state === 'undoing' ? 'undoFailed' : 'failed')
  return false
}

async function setState(db: Db, id: number, state: State): Promise<void> {
  await repeatable(() =>
    db
      .update(templateJobs)
      .set({ state, touchedAt: sqlNow, leaseUntil: 0 })
      .where(eq(templateJobs.id, id)),
  )
}

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
