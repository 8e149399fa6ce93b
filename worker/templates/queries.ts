/** Stores card templates. A template has the values that its model card had when the template was last saved. */
import { and, asc, count, eq, getTableColumns, isNull, type SQL, sql } from 'drizzle-orm'
import type { Card } from '../../schema/cards/card.ts'
import { businessCards } from '../../schema/cards/tables.ts'
import { cardTemplates, templateJobs } from '../../schema/templates/tables.ts'
import type { NewTemplate, Template, TemplateEdit } from '../../schema/templates/template.ts'
import { type Db, hasValues } from '../platform/database.ts'
import { repeatable } from '../platform/failures.ts'
import { sqlNow } from '../platform/time.ts'
import { levelOf } from '../users/rules.ts'
import { lockedValues, personalValues } from './rules.ts'

export type StoredTemplate = typeof cardTemplates.$inferSelect

/** Returns all templates, the oldest first. */
export async function listTemplates(db: Db): Promise<Template[]> {
  return db.select(columns).from(cardTemplates).orderBy(asc(cardTemplates.id)).all()
}

/** Returns a template with the level required to change it. */
export async function findTemplate(db: Db, id: number) {
  return db
    .select({ ...getTableColumns(cardTemplates), level: templateLevel })
    .from(cardTemplates)
    .where(eq(cardTemplates.id, id))
    .get()
}

/** Creates a template. Idempotent for the same `requestKey`. */
export async function createTemplate(
  db: Db,
  fields: Pick<NewTemplate, 'name' | 'rules'>,
  { model, requestKey }: { model: Card; requestKey: string },
): Promise<Template> {
  const content = lockedValues(model, fields.rules)
  const [, created] = await repeatable(() =>
    db.batch([
      db
        .insert(cardTemplates)
        .values({ ...columnsOf(fields), cardId: model.id, content, requestKey })
        .onConflictDoNothing(),
      db
        .select({ id: cardTemplates.id })
        .from(cardTemplates)
        .where(eq(cardTemplates.requestKey, requestKey)),
    ]),
  )
  return readTemplate(db, created[0]?.id ?? 0)
}

/** Saves a template. Returns undefined if it was changed or deleted since `version`, or is above the actor. */
export async function saveTemplate(
  db: Db,
  { id, model, actorId }: { id: number; model: Card; actorId: number },
  { version, ...fields }: TemplateEdit,
): Promise<Template | undefined> {
  const saved = await repeatable(() =>
    db
      .update(cardTemplates)
      .set({
        ...columnsOf(fields),
        content: lockedValues(model, fields.rules),
        version: sql`${cardTemplates.version} + 1`,
        updatedAt: sqlNow,
      })
      .where(
        and(
          eq(cardTemplates.id, id),
          eq(cardTemplates.version, version),
          hasLevel(actorId, templateLevel),
        ),
      )
      .returning({ id: cardTemplates.id }),
  )
  if (saved.length > 0) return readTemplate(db, id)
  // An earlier attempt of the same request may have saved it, and its response was lost.
  const stored = await findTemplate(db, id)
  const expected = {
    ...columnsOf(fields),
    content: lockedValues(model, fields.rules),
    version: version + 1,
  }
  return stored && hasValues(stored, expected) ? readTemplate(db, id) : undefined
}

/** Deletes a template. Its cards keep their values, and no field stays locked. False if it is above the actor. */
export async function deleteTemplate(
  db: Db,
  { id, actorId }: { id: number; actorId: number },
): Promise<boolean> {
  const may = and(eq(cardTemplates.id, id), hasLevel(actorId, templateLevel))
  const allowed = sql`exists (select 1 from ${cardTemplates} where ${may})`
  const [, , left] = await repeatable(() =>
    db.batch([
      db
        .update(businessCards)
        .set({ templateId: null })
        .where(and(eq(businessCards.templateId, id), allowed)),
      db.delete(cardTemplates).where(may),
      db.select({ id: cardTemplates.id }).from(cardTemplates).where(eq(cardTemplates.id, id)),
    ]),
  )
  return left.length === 0
}

/**
 * Statement for when a model card is erased: removes its personal values from its templates, and unlocks these fields,
 * because a run would empty them. Theme, company, logo and form belong to the team and stay.
 */
export function clearModelValues(db: Db, cardId: number) {
  const empty = JSON.stringify(personalValues)
  const values = sql`(select json_group_object(key, json(coalesce(${empty} -> key, content -> key))) from json_each(content))`
  const rules = sql`(select json_group_object(key, atom) from json_each(rules)
    where atom <> 'locked' or key not in (select key from json_each(${empty})))`
  return db
    .update(cardTemplates)
    .set({
      content: values,
      rules,
      version: sql`${cardTemplates.version} + 1`,
      updatedAt: sqlNow,
    })
    .where(eq(cardTemplates.cardId, cardId))
}

function columnsOf({ name, rules }: Pick<NewTemplate, 'name' | 'rules'>) {
  return { name, rules }
}

async function readTemplate(db: Db, id: number): Promise<Template> {
  const template = await db
    .select(columns)
    .from(cardTemplates)
    .where(eq(cardTemplates.id, id))
    .get()
  if (!template) throw new Error('The template was deleted while it was saved')
  return template
}

/** SQL condition for cards a template can be applied to: all cards of users up to the level, except its model card. */
export function isEligible({ level, modelId }: { level: number; modelId: number }) {
  return and(
    isNull(businessCards.deletedAt),
    sql`${businessCards.id} <> ${modelId}`,
    sql`exists (select 1 from users as owner where owner.id = ${businessCards.userId} and owner.access_level <= ${level} and owner.deleted_at is null)`,
  )
}

/** Counts these cards, or the ones that match a filter. */
export async function countEligible(db: Db, scope: Parameters<typeof isEligible>[0], filter?: SQL) {
  const row = await db
    .select({ total: count() })
    .from(businessCards)
    .where(and(isEligible(scope), filter))
    .get()
  return row?.total ?? 0
}

// Levels of templates and runs. A run has the level of the user who started it; users below cannot undo or continue it.

/** SQL condition on `template_jobs`: the former values of its cards are still stored. */
export const isUndoable = sql`template_jobs.created_at > strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-30 days')`

/** SQL on `template_jobs`: the level of the user who started the run; 5 for runs of older releases without a level. */
export const jobLevel = sql<number>`coalesce(template_jobs.scope ->> 'level', 5)`

/**
 * SQL on `card_templates`: the level required to change or delete a template, at least 4. It is the highest of its
 * runs and of the owners of its model card and its cards.
 */
const templateLevel = sql<number>`(select max(4, coalesce(max(level), 4)) from (
  select ${jobLevel} as level from template_jobs
    where template_jobs.template_id = card_templates.id and ${isUndoable}
  union all
  select owner.access_level from business_cards as given
    inner join users as owner on owner.id = given.user_id
    where given.template_id = card_templates.id
  union all
  select owner.access_level from business_cards as model
    inner join users as owner on owner.id = model.user_id
    where model.id = card_templates.card_id))`

/** SQL condition: the actor has this level now, at least 4; false for a deactivated user. */
export function hasLevel(actorId: number, level: SQL): SQL {
  return sql`(${levelOf(actorId)} >= max(4, ${level}))`
}

/** SQL condition: a user above the actor ran the template, and the run can still be undone. */
export function wasRunByHigherLevel(actorId: number, templateId: number): SQL {
  return sql`exists (select 1 from ${templateJobs}
    where template_id = ${templateId} and ${isUndoable} and not ${hasLevel(actorId, jobLevel)})`
}

/** SQL condition: the user who started or last continued the run still has its level. */
export function canContinue(jobId: number): SQL {
  return sql`exists (select 1 from template_jobs
    inner join users as actor on actor.id = template_jobs.actor_id
    where template_jobs.id = ${jobId} and actor.deleted_at is null
      and actor.access_level >= max(4, ${jobLevel}))`
}

/** SQL condition: the card has this version, and its owner is not above the level of the run. */
export function isWritable(jobId: number, { id, version }: { id: number; version: number }): SQL {
  return sql`exists (select 1 from business_cards as card
    inner join users as owner on owner.id = card.user_id
    inner join template_jobs on template_jobs.id = ${jobId}
    where card.id = ${id} and card.version = ${version} and card.deleted_at is null
      and owner.access_level <= ${jobLevel})`
}

const columns = {
  id: cardTemplates.id,
  name: cardTemplates.name,
  version: cardTemplates.version,
  rules: cardTemplates.rules,
  cardId: cardTemplates.cardId,
  updatedAt: cardTemplates.updatedAt,
  level: templateLevel,
  // Written out, because Drizzle omits the table names of columns in a select list.
  cards: sql<number>`(select count(*) from business_cards as given where given.template_id = card_templates.id and given.deleted_at is null)`,
}
