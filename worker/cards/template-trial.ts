/** What a run of a template would change, card by card, before anything is changed. */
import { and, asc, gt, sql } from 'drizzle-orm'
import { businessCards } from '../../schema/tables.ts'
import type { Trial, TrialQuery } from '../../schema/template.ts'
import type { Db } from '../database.ts'
import { selectCards } from './store.ts'
import { differences, missingFields, valuesOf, withTemplate } from './template-rules.ts'
import { countEligible, eligible, type StoredTemplate } from './templates.ts'

/** A page of the cards the template can be given to, oldest first. */
export async function tryTemplate(
  db: Db,
  { template, level }: { template: StoredTemplate; level: number },
  { after = 0, limit, search }: TrialQuery,
): Promise<Trial> {
  const scope = { level, modelId: template.cardId }
  const named = search ? contains(search) : undefined
  const at = new Date().toISOString()
  const [total, found, cards] = await Promise.all([
    countEligible(db, scope),
    named && countEligible(db, scope, named),
    selectCards(db)
      .where(and(eligible(scope), named, gt(businessCards.id, after)))
      .orderBy(asc(businessCards.id))
      .limit(limit + 1)
      .all(),
  ])
  const shown = cards.slice(0, limit)
  return {
    at,
    total,
    found: found ?? total,
    cards: shown.map((card) => {
      const values = valuesOf(card)
      const given = withTemplate(values, template)
      return {
        ...{ id: card.id, slug: card.slug, name: card.name },
        changes: differences(values, given),
        missing: missingFields(given, template.rules),
      }
    }),
    next: cards.length > limit ? (shown.at(-1)?.id ?? null) : null,
  }
}

function contains(search: string) {
  const within = (text: unknown) => sql`instr(lower(${text}), ${search.toLowerCase()}) > 0`
  const owned = sql`owner.id = ${businessCards.userId} and ${within(sql`owner.username`)}`
  return sql`(${within(businessCards.name)} or ${within(businessCards.slug)}
    or exists (select 1 from users as owner where ${owned}))`
}
