/** Which level a template and its runs answer to. A run keeps the level of who began it; nobody below acts on what it did. */
import { type SQL, sql } from 'drizzle-orm'
import { templateJobs } from '../../schema/team-tables.ts'
import { levelOf } from '../users/edit.ts'

/** In a statement on `template_jobs`: what its cards were is still kept. */
export const stillKept = sql`template_jobs.created_at > strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-30 days')`

/** In a statement on `template_jobs`: the level of who began it. A run of an earlier release may not say, and answers to level 5. */
export const jobLevel = sql<number>`coalesce(template_jobs.scope ->> 'level', 5)`

/** In a statement on `card_templates`: the level that changes or deletes it, from 4. Its model card, its runs and the cards that follow it count. */
export const templateLevel = sql<number>`(select max(4, coalesce(max(level), 4)) from (
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
