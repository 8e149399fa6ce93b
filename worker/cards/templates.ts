/** Card templates in the database. A template's values are those its model card had when it was last saved. */
import { and, asc, count, eq, getTableColumns, isNull, type SQL, sql } from 'drizzle-orm'
import type { Card } from '../../schema/card.ts'
import { businessCards } from '../../schema/tables.ts'
import { cardTemplates } from '../../schema/team-tables.ts'
import type { NewTemplate, Template, TemplateEdit } from '../../schema/template.ts'
import { type Db, holds } from '../database.ts'
import { reaches, templateLevel } from './template-levels.ts'
import { lockedValues, personalValues } from './template-rules.ts'

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
      updatedAt: now,
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
      updatedAt: now,
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

const now = sql`strftime('%Y-%m-%dT%H:%M:%fZ', 'now')`

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
