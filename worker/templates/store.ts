/** Card templates in the database. A template's values are those its model card had when it was last saved. */
import { and, asc, count, eq, getTableColumns, isNull, type SQL, sql } from 'drizzle-orm'
import type { Card } from '../../schema/card.ts'
import { businessCards } from '../../schema/tables.ts'
import { cardTemplates, templateJobs } from '../../schema/team-tables.ts'
import type { NewTemplate, Template, TemplateEdit } from '../../schema/template.ts'
import { type Db, holds } from '../platform/database.ts'
import { sqlNow } from '../platform/time.ts'
import { levelOf } from '../users/permissions.ts'
import { lockedValues, personalValues } from './rules.ts'

export type StoredTemplate = typeof cardTemplates.$inferSelect

/** Oldest first. */
export async function listTemplates(db: Db): Promise<Template[]> {
  return db.select(columns).from(cardTemplates).orderBy(asc(cardTemplates.id)).all()
}

/** The template with the level that may change it. */
export async function findTemplate(db: Db, id: number) {
  return db
    .select({ ...getTableColumns(cardTemplates), level: templateLevel })
    .from(cardTemplates)
    .where(eq(cardTemplates.id, id))
    .get()
}

/** `requestKey` tells it from another, also when the answer is lost and this is done twice. */
export async function createTemplate(
  db: Db,
  fields: Pick<NewTemplate, 'name' | 'rules'>,
  { model, requestKey }: { model: Card; requestKey: string },
): Promise<Template> {
  const content = lockedValues(model, fields.rules)
  const [, made] = await db.batch([
    db
      .insert(cardTemplates)
      .values({ ...named(fields), cardId: model.id, content, requestKey })
      .onConflictDoNothing(),
    db
      .select({ id: cardTemplates.id })
      .from(cardTemplates)
      .where(eq(cardTemplates.requestKey, requestKey)),
  ])
  return shown(db, made[0]?.id ?? 0)
}

/** Undefined when it was changed or deleted since the version that was read, or is above the actor. */
export async function saveTemplate(
  db: Db,
  { id, model, actorId }: { id: number; model: Card; actorId: number },
  { version, ...fields }: TemplateEdit,
): Promise<Template | undefined> {
  const saved = await db
    .update(cardTemplates)
    .set({
      ...named(fields),
      content: lockedValues(model, fields.rules),
      version: sql`${cardTemplates.version} + 1`,
      updatedAt: sqlNow,
    })
    .where(
      and(
        eq(cardTemplates.id, id),
        eq(cardTemplates.version, version),
        reaches(actorId, templateLevel),
      ),
    )
    .returning({ id: cardTemplates.id })
  if (saved.length > 0) return shown(db, id)
  // It may be this very save, whose first answer was lost.
  const stored = await findTemplate(db, id)
  const wanted = {
    ...named(fields),
    content: lockedValues(model, fields.rules),
    version: version + 1,
  }
  return stored && holds(stored, wanted) ? shown(db, id) : undefined
}

/** The cards keep what they were given, and are free again. False when the template is above the actor. */
export async function deleteTemplate(
  db: Db,
  { id, actorId }: { id: number; actorId: number },
): Promise<boolean> {
  const may = and(eq(cardTemplates.id, id), reaches(actorId, templateLevel))
  const allowed = sql`exists (select 1 from ${cardTemplates} where ${may})`
  const [, , left] = await db.batch([
    db
      .update(businessCards)
      .set({ templateId: null })
      .where(and(eq(businessCards.templateId, id), allowed)),
    db.delete(cardTemplates).where(may),
    db.select({ id: cardTemplates.id }).from(cardTemplates).where(eq(cardTemplates.id, id)),
  ])
  return left.length === 0
}

/**
 * The statement that takes what is personal of a model card that is erased out of its templates, and frees these fields: a
 * run would write them empty. Theme, company, logo and form are the team's, and stay.
 */
export function forgetModel(db: Db, cardId: number) {
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

function named({ name, rules }: Pick<NewTemplate, 'name' | 'rules'>) {
  return { name, rules }
}

async function shown(db: Db, id: number): Promise<Template> {
  const template = await db
    .select(columns)
    .from(cardTemplates)
    .where(eq(cardTemplates.id, id))
    .get()
  if (!template) throw new Error('A template vanished while it was written')
  return template
}

/** The cards a template can be given to: everybody's at or below the level, but for its model. */
export function eligible({ level, modelId }: { level: number; modelId: number }) {
  return and(
    isNull(businessCards.deletedAt),
    sql`${businessCards.id} <> ${modelId}`,
    sql`exists (select 1 from users as owner where owner.id = ${businessCards.userId} and owner.access_level <= ${level} and owner.deleted_at is null)`,
  )
}

/** How many these are, or those of them that a condition holds for. */
export async function countEligible(db: Db, scope: Parameters<typeof eligible>[0], named?: SQL) {
  const row = await db
    .select({ total: count() })
    .from(businessCards)
    .where(and(eligible(scope), named))
    .get()
  return row?.total ?? 0
}

// Which level a template and its runs answer to. A run keeps the level of who began it; nobody below acts on what it did.

/** In a statement on `template_jobs`: what its cards were is still kept. */
export const stillKept = sql`template_jobs.created_at > strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-30 days')`

/** In a statement on `template_jobs`: the level of who began it. A run of an earlier release may not say, and answers to level 5. */
export const jobLevel = sql<number>`coalesce(template_jobs.scope ->> 'level', 5)`

/** In a statement on `card_templates`: the level that changes or deletes it, from 4. Its model card, its runs and the cards that follow it count. */
const templateLevel = sql<number>`(select max(4, coalesce(max(level), 4)) from (
  select ${jobLevel} as level from template_jobs
    where template_jobs.template_id = card_templates.id and ${stillKept}
  union all
  select owner.access_level from business_cards as given
    inner join users as owner on owner.id = given.user_id
    where given.template_id = card_templates.id
  union all
  select owner.access_level from business_cards as model
    inner join users as owner on owner.id = model.user_id
    where model.id = card_templates.card_id))`

/** Whether the actor has the level now that a statement asks for; false once they are deactivated. */
export function reaches(actorId: number, level: SQL): SQL {
  return sql`(${levelOf(actorId)} >= max(4, ${level}))`
}

/** Whether somebody above the actor has run the template and could still take that back. */
export function ranByHigher(actorId: number, templateId: number): SQL {
  return sql`exists (select 1 from ${templateJobs}
    where template_id = ${templateId} and ${stillKept} and not ${reaches(actorId, jobLevel)})`
}

/** Whether who began or last continued the run still has its level. */
export function mayGoOn(jobId: number): SQL {
  return sql`exists (select 1 from template_jobs
    inner join users as actor on actor.id = template_jobs.actor_id
    where template_jobs.id = ${jobId} and actor.deleted_at is null
      and actor.access_level >= max(4, ${jobLevel}))`
}

/** Whether the card is at this version, and its owner not above the level of the run. */
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
  // Drizzle drops the table's name from columns in a select list, so they are written out.
  cards: sql<number>`(select count(*) from business_cards as given where given.template_id = card_templates.id and given.deleted_at is null)`,
}
