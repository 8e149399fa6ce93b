/** The statements that give cards a template's values and take them back, each only over the version it was read at. */
import { and, eq, sql } from 'drizzle-orm'
import type { Card } from '../../schema/card.ts'
import { hashOf } from '../../schema/image.ts'
import { businessCards, uploads } from '../../schema/tables.ts'
import { templateJobCards } from '../../schema/team-tables.ts'
import type { TemplateValues } from '../../schema/template.ts'
import type { Db } from '../database.ts'
import { isWritable, mayGoOn } from './template-levels.ts'
import { changedFields, valuesOf, withTemplate } from './template-rules.ts'
import type { StoredTemplate } from './templates.ts'

export type JobCard = typeof templateJobCards.$inferSelect

type Part = { jobId: number; rows: JobCard[]; cards: Card[] }

/** Nothing for cards that are not as they were at the start of the run. */
export function giveStatements(
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
export function giveBackStatements(db: Db, { jobId, rows, cards }: Part) {
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
      updatedAt: version === card.version ? undefined : now,
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
  const hashes = [logoUrl, coverPhoto].flatMap((url) => hashOf(url ?? '') ?? [])
  if (hashes.length === 0) return []
  const kept = sql`
    select ${of.card.id}, hash, max(bytes), ${now}, null, max(inline_photo) from uploads
    where hash in (select value from json_each(${JSON.stringify(hashes)}))
      and ${isMarked(of, 'done')} group by hash`
  const again = { target: [uploads.cardId, uploads.hash], set: { unshownAt: null } }
  return [db.insert(uploads).select(kept).onConflictDoUpdate(again)]
}

const now = sql`strftime('%Y-%m-%dT%H:%M:%fZ', 'now')`
