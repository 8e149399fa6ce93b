/** Runs of a template over many cards: 50 at a time, resumed after a stop, skipping what somebody changed, and taken back. */
import { and, eq, inArray, lt, sql } from 'drizzle-orm'
import type { Actor } from '../../schema/access.ts'
import { businessCards } from '../../schema/tables.ts'
import { cardTemplates, type JobScope, templateJobs } from '../../schema/team-tables.ts'
import type { NewJob, TemplateJob } from '../../schema/template.ts'
import { forgetPage } from '../cards/page-cache.ts'
import { selectCards } from '../cards/store.ts'
import type { Bindings } from '../env.ts'
import { type Db, database } from '../platform/database.ts'
import { log } from '../platform/log.ts'
import { sqlNow } from '../platform/time.ts'
import {
  applyStatements,
  deleteExpiredRows,
  nextRows,
  noteNext,
  selectedCards,
  skipRest,
  undoStatements,
} from './run-cards.ts'
import { undoDays } from './run-report.ts'
import type { StoredTemplate } from './store.ts'
import { jobLevel, mayGoOn, ranByHigher, reaches, stillKept } from './store.ts'

type Job = typeof templateJobs.$inferSelect
type State = TemplateJob['state']
/** Who acts on which run. */
type Act = { id: number; actorId: number }

const leaseMs = 60_000
const triesMost = 5
const retryMs = 500
// Each round asks the database and the cache about seventy things, and a call may ask ten thousand.
const roundsMost = 100

/**
 * The number of the run, which has yet to be worked on. Undefined while another run of the template goes on, or where
 * somebody above the actor ran it, or the actor no longer has the level;
 * 'changed' when the template is no longer the version that was read.
 */
export async function startJob(
  db: Db,
  { template, actor }: { template: StoredTemplate; actor: Actor },
  { trialAt, except, only }: Pick<NewJob, 'trialAt' | 'except' | 'only'>,
): Promise<number | 'changed' | undefined> {
  const at = new Date(trialAt).toISOString()
  const scope: JobScope = {
    level: actor.accessLevel,
    modelId: template.cardId,
    trialAt: at,
    except,
    only,
  }
  const running = sql`exists (select 1 from ${templateJobs} where ${templateJobs.templateId} = ${template.id} and ${templateJobs.state} in ('running', 'undoing'))`
  const isRead = and(eq(cardTemplates.id, template.id), eq(cardTemplates.version, template.version))
  // The trial is of one run: the same request again is told of the run it began.
  const same = and(eq(templateJobs.templateId, template.id), eq(templateJobs.scope, scope))
  await db.run(sql`
    insert into template_jobs (template_id, scope, after_id, actor_id, chosen)
    select ${template.id}, ${JSON.stringify(scope)}, 0, ${actor.id},
      (select count(*) from ${businessCards} where ${selectedCards(scope)})
    where ${reaches(actor.id, sql`${scope.level}`)} and not ${ranByHigher(actor.id, template.id)}
      and exists (select 1 from ${cardTemplates} where ${isRead}) and not ${running} and not exists (select 1 from ${templateJobs} where ${same})`)
  const job = await db.select({ id: templateJobs.id }).from(templateJobs).where(same).get()
  if (job) return job.id
  return (await db.$count(cardTemplates, isRead)) > 0 ? undefined : 'changed'
}

/** Takes a run back that is over or has failed, if its cards' former values are still kept. False when it is not, or is above the actor. */
export function undoJob(db: Db, job: Act): Promise<boolean> {
  return begin(db, { ...job, from: ['done', 'failed', 'undoFailed'], to: 'undoing' })
}

/** Goes on with a run that has failed. False when it has not, or is above the actor. */
export function continueJob(db: Db, job: Act): Promise<boolean> {
  return begin(db, { ...job, from: ['failed'], to: 'running' })
}

/** Works until the run is over, or as long as it may. Whoever comes while somebody is at work leaves it to them. */
export async function runJob(env: Bindings, id: number, origin?: string): Promise<void> {
  const db = database(env.DB)
  const job = await lease(db, id)
  if (!job) return
  const forget: Forget = async (slugs) => {
    if (origin) await forgetPage(env, origin, slugs)
  }
  const step = () => workOnce(db, id, forget)
  if (job.tries > triesMost) {
    await giveUp(db, job, new Error('It was begun again and again'))
    return
  }
  for (let round = 0; round < roundsMost; round += 1) {
    // The database may only have been busy.
    const retry = () => scheduler.wait(retryMs).then(step)
    const more = await step()
      .catch(retry)
      .catch((error: unknown) => giveUp(db, job, error))
    if (!more) return
  }
  await db.update(templateJobs).set({ leaseUntil: 0 }).where(eq(templateJobs.id, id))
}

/** For the cron: goes on with runs that nobody works on, and forgets what cards were before after 30 days. */
export async function resumeTemplateJobs(env: Bindings, at = Date.now()): Promise<void> {
  const db = database(env.DB)
  const stopped = await db
    .select({ id: templateJobs.id })
    .from(templateJobs)
    .where(
      and(inArray(templateJobs.state, ['running', 'undoing']), lt(templateJobs.leaseUntil, at)),
    )
    .all()
  for (const { id } of stopped) await runJob(env, id, env.PUBLIC_ORIGIN || undefined)
  await deleteExpiredRows(db, new Date(at - undoDays).toISOString())
}

async function begin(
  db: Db,
  { id, actorId, from, to }: Act & { from: State[]; to: State },
): Promise<boolean> {
  // The time tells who did it, also when the answer is lost and this is done twice.
  const touchedAt = new Date().toISOString()
  const [, done] = await db.batch([
    db
      .update(templateJobs)
      .set({ state: to, actorId, touchedAt, tries: 0, leaseUntil: 0 })
      .where(
        and(
          eq(templateJobs.id, id),
          inArray(templateJobs.state, from),
          stillKept,
          reaches(actorId, jobLevel),
        ),
      ),
    db
      .select({ id: templateJobs.id })
      .from(templateJobs)
      .where(and(eq(templateJobs.id, id), eq(templateJobs.touchedAt, touchedAt))),
  ])
  return done.length > 0
}

// The lease of somebody who was stopped runs out; each step renews it.
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

/** False when the run is over. */
async function workOnce(db: Db, id: number, forget: Forget): Promise<boolean> {
  const job = await db.select().from(templateJobs).where(eq(templateJobs.id, id)).get()
  if (job?.state !== 'running' && job?.state !== 'undoing') return false
  const undoing = job.state === 'undoing'
  const rows = await nextRows(db, id, undoing ? 'done' : 'waiting')
  if (rows.length > 0) return workOnRows(db, { job, rows, undoing }, forget)
  if (!undoing && job.scope && job.afterId !== null) {
    await noteNext(db, id, job.scope)
    return true
  }
  await setState(db, id, undoing ? 'undone' : 'done')
  return false
}

type Forget = (slugs: string[]) => Promise<void>

type Rows = Awaited<ReturnType<typeof nextRows>>

async function workOnRows(
  db: Db,
  { job, rows, undoing }: { job: Job; rows: Rows; undoing: boolean },
  forget: Forget,
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
  const allowed = db.select({ id: templateJobs.id }).from(templateJobs).where(mayGoOn(id)).limit(1)
  const [found] = await db.batch([
    allowed,
    ...statements,
    skipRest(db, part, undoing),
    touch(db, id),
  ])
  if (found.length === 0) return giveUp(db, job, new Error('Who began it no longer has its level'))
  await forget(cards.map(({ slug }) => slug))
  return true
}

function cardsOf(db: Db, ids: number[]) {
  const listed = sql`${businessCards.id} in (select value from json_each(${JSON.stringify(ids)}))`
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

// What was done so far stays; an administrator goes on with it or takes it back.
async function giveUp(db: Db, { id, state }: Job, error: unknown): Promise<false> {
  log('error', 'template-job', { id, error })
  await setState(db, id, state === 'undoing' ? 'undoFailed' : 'failed')
  return false
}

async function setState(db: Db, id: number, state: State): Promise<void> {
  await db
    .update(templateJobs)
    .set({ state, touchedAt: sqlNow, leaseUntil: 0 })
    .where(eq(templateJobs.id, id))
}
