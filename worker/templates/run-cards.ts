/** The cards of a template run: listed page by page, the oldest first, each with its status. */
import { isDeepStrictEqual } from 'node:util'
import { and, asc, eq, sql } from 'drizzle-orm'
import { withMirrors } from '../../card/contact/mirrored-fields.ts'
import type { Card } from '../../schema/cards/card.ts'
import { businessCards } from '../../schema/cards/tables.ts'
import { imageHash } from '../../schema/images/image.ts'
import { uploads } from '../../schema/images/tables.ts'
import { type JobScope, templateJobCards, templateJobs } from '../../schema/templates/tables.ts'
import type { TemplateValues } from '../../schema/templates/template.ts'
import { writeLocales } from '../cards/queries.ts'
import { among, type Db, deleteSome, maxExpiredRows } from '../platform/database.ts'
import { repeatable } from '../platform/failures.ts'
import { sqlNow } from '../platform/time.ts'
import { canContinue, isEligible, isWritable, type StoredTemplate } from './queries.ts'
import { changedTemplateFields, replaceTexts, templateValues, withTemplate } from './rules.ts'

const batchSize = 50
const pageSize = 500

/** SQL condition for the cards of a run. Cards created after its preview are not included. */
export function selectedCards({ level, modelId, trialAt, except, only }: JobScope) {
  const listed = only
    ? sql`${businessCards.id} in ${among(only)}`
    : sql`${businessCards.id} not in ${among(except)}`
  return and(isEligible({ level, modelId }), listed, sql`${businessCards.createdAt} <= ${trialAt}`)
}

/**
 * Adds the next page of cards to a run, those saved since the preview as skipped. `after_id` is null after the last.
 */
export async function addNextCards(db: Db, id: number, scope: JobScope): Promise<void> {
  const from = sql`(select after_id from template_jobs where id = ${id})`
  const page = sql`
    select ${id}, ${businessCards.id},
      iif(${businessCards.updatedAt} > ${scope.trialAt}, 'changed', 'waiting'),
      ${businessCards.version}, null
    from ${businessCards} where ${selectedCards(scope)} and ${businessCards.id} > ${from}
    order by ${businessCards.id} limit ${pageSize}`
  const last = sql`(
    select iif(count(*) < ${pageSize}, null, max(card_id)) from template_job_cards
    where job_id = ${id} and card_id > template_jobs.after_id)`
  await repeatable(() =>
    db.batch([
      db.insert(templateJobCards).select(page).onConflictDoNothing(),
      db.update(templateJobs).set({ afterId: last }).where(eq(templateJobs.id, id)),
    ]),
  )
}

/** Returns the next cards of a run with this status. */
export function nextRows(db: Db, jobId: number, status: JobCard['status']): Promise<JobCard[]> {
  return db
    .select()
    .from(templateJobCards)
    .where(and(eq(templateJobCards.jobId, jobId), eq(templateJobCards.status, status)))
    .orderBy(asc(templateJobCards.cardId))
    .limit(batchSize)
    .all()
}

/** Statement that skips the cards not written in its transaction: changed, deleted, or now above the run's level. */
export function skipRemaining(
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
        canContinue(jobId),
      ),
    )
}

/** Returns the number of cards of a run by status. */
export async function countStatuses(db: Db, jobId: number): Promise<Map<string, number>> {
  const counts = await db.all<{ status: string; n: number }>(
    sql`select status, count(*) as n from ${templateJobCards} where job_id = ${jobId} group by status`,
  )
  return new Map(counts.map(({ status, n }) => [status, n]))
}

/** Deletes former values of cards of runs that were created before a time; `more` if there may be others. */
export async function deleteExpiredRows(db: Db, before: string): Promise<'more' | undefined> {
  const { meta } = await deleteSome(
    db,
    templateJobCards,
    sql`job_id in (select id from ${templateJobs} where created_at < ${before})`,
  )
  return meta.changes >= maxExpiredRows ? 'more' : undefined
}

type JobCard = typeof templateJobCards.$inferSelect

type Part = { jobId: number; rows: JobCard[]; cards: Card[] }

/** Returns the statements that apply a template to cards, except those changed since the start of the run. */
export function applyStatements(
  db: Db,
  { jobId, rows, cards, template }: Part & { template?: StoredTemplate },
) {
  if (!template) return []
  return unchangedCards(rows, cards).flatMap(({ card }) => {
    const before = templateValues(card)
    const after = withTemplate(before, template)
    const same = changedTemplateFields(before, after).length === 0
    const version = same ? card.version : card.version + 1
    return [
      markStatement(db, { jobId, card }, { status: 'done', version, before }),
      ...writeTexts(db, { jobId, card, status: 'done' }, after),
      writeStatement(
        db,
        { jobId, card, status: 'done' },
        { values: after, templateId: template.id, version },
      ),
      ...addUploadsStatements(db, { jobId, card }, after),
    ]
  })
}

/** Returns the statements that restore the cards' former values, except for cards saved since the run. */
export function undoStatements(db: Db, { jobId, rows, cards }: Part) {
  return unchangedCards(rows, cards).flatMap(({ row, card }) => {
    if (!row.before) return []
    const version = card.version + 1
    return [
      markStatement(db, { jobId, card }, { status: 'undone', version, before: row.before }),
      ...writeTexts(db, { jobId, card, status: 'undone' }, row.before),
      writeStatement(
        db,
        { jobId, card, status: 'undone' },
        { values: row.before, templateId: null, version },
      ),
    ]
  })
}

function unchangedCards(rows: JobCard[], cards: Card[]) {
  const byId = new Map(cards.map((card) => [card.id, card]))
  return rows.flatMap((row) => {
    const card = byId.get(row.cardId)
    return card?.version === row.version ? [{ row, card }] : []
  })
}

type CardOfJob = { jobId: number; card: Card }
type Result = { status: 'done' | 'undone'; version: number; before: TemplateValues }

function markStatement(db: Db, { jobId, card }: CardOfJob, { status, version, before }: Result) {
  return db
    .update(templateJobCards)
    .set({ status, version, before })
    .where(and(ofCard(jobId, card.id), isWritable(jobId, card), canContinue(jobId)))
}

type MarkedCard = CardOfJob & { status: Result['status'] }

/** The statements for the texts in other languages. They run before the card's, while its version is still the old one. */
function writeTexts(db: Db, { jobId, card, status }: MarkedCard, values: TemplateValues) {
  const locales = replaceTexts(card.locales, values.locales)
  if (isDeepStrictEqual(locales, card.locales)) return []
  const isStored = sql`exists (select 1 from business_cards where id = ${card.id} and version = ${card.version})`
  const when = sql`${isStored} and ${isMarked({ jobId, card }, status)}`
  return writeLocales(db, { cardId: card.id, locales }, when)
}

type NewValues = { values: TemplateValues; templateId: number | null; version: number }

function writeStatement(
  db: Db,
  { jobId, card, status }: MarkedCard,
  { values: { locales: _, visibility, ...templated }, templateId, version }: NewValues,
) {
  const { website: __, ...values } = templated
  const { customizations } = withMirrors(card, { ...card, ...templated })
  return db
    .update(businessCards)
    .set({
      ...values,
      customizations: {
        ...customizations,
        about: values.about === null ? null : card.customizations.about,
        visibility: visibility ?? card.customizations.visibility,
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

function isMarked({ jobId, card }: CardOfJob, status: Result['status']) {
  return sql`exists (select 1 from template_job_cards where job_id = ${jobId} and card_id = ${card.id} and status = ${status})`
}

function ofCard(jobId: number, cardId: number) {
  return and(eq(templateJobCards.jobId, jobId), eq(templateJobCards.cardId, cardId))
}

// Adds the template's images to the card's uploads: an image is deleted once no card it was uploaded for uses it.
function addUploadsStatements(db: Db, target: CardOfJob, { logoUrl, coverPhoto }: TemplateValues) {
  const hashes = [logoUrl, coverPhoto].flatMap((url) => imageHash(url ?? '') ?? [])
  if (hashes.length === 0) return []
  const rows = sql`
    select ${target.card.id}, hash, max(bytes), ${sqlNow}, null, max(inline_photo), max(logo_tone), null, null, null, null, null
    from uploads
    where hash in ${among(hashes)}
      and ${isMarked(target, 'done')} group by hash`
  const renewal = { target: [uploads.cardId, uploads.hash], set: { unshownAt: null } }
  return [db.insert(uploads).select(rows).onConflictDoUpdate(renewal)]
}
