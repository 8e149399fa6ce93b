/** Runs of a template over many cards: 50 at a time, resumed after a stop, skipping what somebody changed, and taken back. */
import { and, asc, desc, eq, inArray, lt, sql } from 'drizzle-orm'
import { businessCards } from '../../schema/tables.ts'
import { cardTemplates, templateJobCards, templateJobs } from '../../schema/team-tables.ts'
import { jobMax, type NewJob, type TemplateJob } from '../../schema/template.ts'
import { type Db, database } from '../database.ts'
import type { Bindings } from '../env.ts'
import { forgetPage } from './edge-cache.ts'
import { selectCards } from './store.ts'
import { giveBackStatements, giveStatements, type JobCard } from './template-writes.ts'
import { eligible, type StoredTemplate } from './templates.ts'

const atOnce = 50
const stoppedAfter = 60_000
const keptFor = 30 * 86_400_000
const skippedShown = 200

/** Notes the cards of the run; a card saved since the trial is skipped. Undefined while another run of the template goes on. */
export async function startJob(
  db: Db,
  { template, level }: { template: StoredTemplate; level: number },
  { trialAt, except }: NewJob,
): Promise<number | undefined> {
  const running = sql`exists (select 1 from ${templateJobs} where ${templateJobs.templateId} = ${template.id} and ${templateJobs.state} in ('running', 'undoing'))`
  const job = await db.get<{ id: number } | undefined>(sql`
    insert into template_jobs (template_id) select ${template.id} where not ${running} returning id`)
  if (!job) return undefined
  const chosen = and(
    eligible({ level, modelId: template.cardId }),
    sql`${businessCards.id} not in (select value from json_each(${JSON.stringify(except)}))`,
  )
  await db.run(sql`
    insert into template_job_cards (job_id, card_id, version, status)
    select ${job.id}, ${businessCards.id}, ${businessCards.version},
      iif(${businessCards.updatedAt} > ${trialAt}, 'changed', 'waiting')
    from ${businessCards} where ${chosen} order by ${businessCards.id} limit ${jobMax}`)
  return job.id
}

/** Takes a finished run back, if its cards' former values are still kept. False when it is not done. */
export async function undoJob(db: Db, id: number): Promise<boolean> {
  const changed = await db
    .update(templateJobs)
    .set({ state: 'undoing', touchedAt: now })
    .where(and(eq(templateJobs.id, id), eq(templateJobs.state, 'done'), stillKept))
    .returning({ id: templateJobs.id })
  return changed.length > 0
}

/** Works until the run is over, or as long as it may. Safe to be at work twice. */
export async function workOn(env: Bindings, id: number, origin?: string): Promise<void> {
  const db = database(env.DB)
  for (;;) {
    const job = await db.select().from(templateJobs).where(eq(templateJobs.id, id)).get()
    if (job?.state !== 'running' && job?.state !== 'undoing') return
    const undoing = job.state === 'undoing'
    const rows = await nextRows(db, id, undoing ? 'done' : 'waiting')
    if (rows.length === 0) {
      await setState(db, id, undoing ? 'undone' : 'done')
      return
    }
    const template = await db
      .select()
      .from(cardTemplates)
      .where(eq(cardTemplates.id, job.templateId))
      .get()
    const cards = await cardsOf(
      db,
      rows.map(({ cardId }) => cardId),
    )
    const part = { jobId: id, rows, cards }
    const statements = undoing
      ? giveBackStatements(db, part)
      : giveStatements(db, { ...part, template })
    const [first, ...rest] = [...statements, skipRest(db, part, undoing), touch(db, id)]
    await db.batch([first, ...rest])
    if (origin)
      await forgetPage(
        origin,
        cards.map(({ slug }) => slug),
      )
  }
}

/** For the cron: goes on with runs that stopped, and forgets what cards were before after 30 days. */
export async function resumeTemplateJobs(env: Bindings, at = Date.now()): Promise<void> {
  const db = database(env.DB)
  const stopped = await db
    .select({ id: templateJobs.id })
    .from(templateJobs)
    .where(
      and(
        inArray(templateJobs.state, ['running', 'undoing']),
        lt(templateJobs.touchedAt, new Date(at - stoppedAfter).toISOString()),
      ),
    )
    .all()
  for (const { id } of stopped) await workOn(env, id, env.PUBLIC_ORIGIN || undefined)
  const old = db
    .select({ id: templateJobs.id })
    .from(templateJobs)
    .where(lt(templateJobs.createdAt, new Date(at - keptFor).toISOString()))
  await db.delete(templateJobCards).where(inArray(templateJobCards.jobId, old))
}

/** How far the run is. */
export async function findJob(db: Db, id: number): Promise<TemplateJob | undefined> {
  const job = await db.select().from(templateJobs).where(eq(templateJobs.id, id)).get()
  if (!job) return undefined
  const counts = await db.all<{ status: string; n: number }>(
    sql`select status, count(*) as n from template_job_cards where job_id = ${id} group by status`,
  )
  const of = (...which: string[]) =>
    counts.reduce((sum, { status, n }) => (which.includes(status) ? sum + n : sum), 0)
  const skipped = await db
    .select({ id: businessCards.id, slug: businessCards.slug })
    .from(templateJobCards)
    .innerJoin(businessCards, eq(businessCards.id, templateJobCards.cardId))
    .where(and(eq(templateJobCards.jobId, id), eq(templateJobCards.status, 'changed')))
    .limit(skippedShown)
    .all()
  const undoing = job.state === 'undoing' || job.state === 'undone'
  return {
    id,
    templateId: job.templateId,
    state: job.state,
    total: of('waiting', 'done', 'changed', 'undone'),
    done: undoing ? of('undone', 'changed') : of('done', 'changed'),
    skipped,
    createdAt: job.createdAt,
    undoUntil: new Date(Date.parse(job.createdAt) + keptFor).toISOString(),
  }
}

/** The newest run of a template. */
export async function newestJob(db: Db, templateId: number): Promise<TemplateJob | undefined> {
  const job = await db
    .select({ id: templateJobs.id })
    .from(templateJobs)
    .where(eq(templateJobs.templateId, templateId))
    .orderBy(desc(templateJobs.id))
    .limit(1)
    .get()
  return job && findJob(db, job.id)
}

function nextRows(db: Db, jobId: number, status: JobCard['status']): Promise<JobCard[]> {
  return db
    .select()
    .from(templateJobCards)
    .where(and(eq(templateJobCards.jobId, jobId), eq(templateJobCards.status, status)))
    .orderBy(asc(templateJobCards.cardId))
    .limit(atOnce)
    .all()
}

function cardsOf(db: Db, ids: number[]) {
  const listed = sql`${businessCards.id} in (select value from json_each(${JSON.stringify(ids)}))`
  return selectCards(db)
    .where(and(listed, sql`${businessCards.deletedAt} is null`))
    .all()
}

// What was not written in this transaction was changed by somebody, or deleted.
function skipRest(db: Db, { jobId, rows }: { jobId: number; rows: JobCard[] }, undoing: boolean) {
  const ids = JSON.stringify(rows.map(({ cardId }) => cardId))
  return db
    .update(templateJobCards)
    .set({ status: 'changed' })
    .where(
      and(
        eq(templateJobCards.jobId, jobId),
        eq(templateJobCards.status, undoing ? 'done' : 'waiting'),
        sql`${templateJobCards.cardId} in (select value from json_each(${ids}))`,
      ),
    )
}

function touch(db: Db, id: number) {
  return db.update(templateJobs).set({ touchedAt: now }).where(eq(templateJobs.id, id))
}

async function setState(db: Db, id: number, state: 'done' | 'undone'): Promise<void> {
  await db.update(templateJobs).set({ state, touchedAt: now }).where(eq(templateJobs.id, id))
}

const now = sql`strftime('%Y-%m-%dT%H:%M:%fZ', 'now')`
const stillKept = sql`${templateJobs.createdAt} > strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-30 days')`
