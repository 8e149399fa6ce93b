/** Which cards a run is for: noted page by page, oldest first, and what became of each. */
import { and, asc, eq, sql } from 'drizzle-orm'
import type { Card } from '../../schema/card.ts'
import { imageHash } from '../../schema/image.ts'
import { businessCards, uploads } from '../../schema/tables.ts'
import { type JobScope, templateJobCards, templateJobs } from '../../schema/team-tables.ts'
import type { TemplateValues } from '../../schema/template.ts'
import type { Db } from '../platform/database.ts'
import { sqlNow } from '../platform/time.ts'
import { changedFields, valuesOf, withTemplate } from './rules.ts'
import { eligible, isWritable, mayGoOn, type StoredTemplate } from './store.ts'

const atOnce = 50
const noted = 500

/** The cards of a run. What was made after its trial is none of them. */
export function selectedCards({ level, modelId, trialAt, except, only }: JobScope) {
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
    from ${businessCards} where ${selectedCards(scope)} and ${businessCards.id} > ${from}
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
export async function deleteExpiredRows(db: Db, before: string): Promise<void> {
  await db
    .delete(templateJobCards)
    .where(
      sql`${templateJobCards.jobId} in (select id from ${templateJobs} where created_at < ${before})`,
    )
}

// The statements that give cards a template's values and take them back, each only over the version it was read at.

export type JobCard = typeof templateJobCards.$inferSelect

type Part = { jobId: number; rows: JobCard[]; cards: Card[] }

/** Nothing for cards that are not as they were at the start of the run. */
export function applyStatements(
  db: Db,
  { jobId, rows, cards, template }: Part & { template?: StoredTemplate },
) {
  if (!template) return []
  return pairs(rows, cards).flatMap(({ card }) => {
    const before = valuesOf(card)
    const after = withTemplate(before, template)
    const same = changedFields(before, after).length === 0
    const version = same ? card.version : card.version + 1
    return [
      mark(db, { jobId, card }, { status: 'done', version, before }),
      write(
        db,
        { jobId, card, status: 'done' },
        { values: after, templateId: template.id, version },
      ),
      ...notePictures(db, { jobId, card }, after),
    ]
  })
}

/** Nothing for cards that were saved since they were given the template. */
export function undoStatements(db: Db, { jobId, rows, cards }: Part) {
  return pairs(rows, cards).flatMap(({ row, card }) => {
    if (!row.before) return []
    const version = card.version + 1
    return [
      mark(db, { jobId, card }, { status: 'undone', version, before: row.before }),
      write(
        db,
        { jobId, card, status: 'undone' },
        { values: row.before, templateId: null, version },
      ),
    ]
  })
}

function pairs(rows: JobCard[], cards: Card[]) {
  const byId = new Map(cards.map((card) => [card.id, card]))
  return rows.flatMap((row) => {
    const card = byId.get(row.cardId)
    return card?.version === row.version ? [{ row, card }] : []
  })
}

type Of = { jobId: number; card: Card }
type Marked = { status: 'done' | 'undone'; version: number; before: TemplateValues }

function mark(db: Db, { jobId, card }: Of, { status, version, before }: Marked) {
  return db
    .update(templateJobCards)
    .set({ status, version, before })
    .where(and(ofCard(jobId, card.id), isWritable(jobId, card), mayGoOn(jobId)))
}

type Written = { values: TemplateValues; templateId: number | null; version: number }

function write(
  db: Db,
  { jobId, card, status }: Of & { status: 'done' | 'undone' },
  { values: { website, ...values }, templateId, version }: Written,
) {
  return db
    .update(businessCards)
    .set({
      ...values,
      customizations: {
        ...card.customizations,
        website,
        about: values.about === null ? null : card.customizations.about,
      },
      templateId,
      version,
      updatedAt: version === card.version ? undefined : sqlNow,
    })
    .where(
      and(
        eq(businessCards.id, card.id),
        eq(businessCards.version, card.version),
        isMarked({ jobId, card }, status),
      ),
    )
}

function isMarked({ jobId, card }: Of, status: Marked['status']) {
  return sql`exists (select 1 from template_job_cards where job_id = ${jobId} and card_id = ${card.id} and status = ${status})`
}

function ofCard(jobId: number, cardId: number) {
  return and(eq(templateJobCards.jobId, jobId), eq(templateJobCards.cardId, cardId))
}

// A picture stays as long as a card shows it that it was uploaded for.
function notePictures(db: Db, of: Of, { logoUrl, coverPhoto }: TemplateValues) {
  const hashes = [logoUrl, coverPhoto].flatMap((url) => imageHash(url ?? '') ?? [])
  if (hashes.length === 0) return []
  const kept = sql`
    select ${of.card.id}, hash, max(bytes), ${sqlNow}, null, max(inline_photo) from uploads
    where hash in (select value from json_each(${JSON.stringify(hashes)}))
      and ${isMarked(of, 'done')} group by hash`
  const again = { target: [uploads.cardId, uploads.hash], set: { unshownAt: null } }
  return [db.insert(uploads).select(kept).onConflictDoUpdate(again)]
}
