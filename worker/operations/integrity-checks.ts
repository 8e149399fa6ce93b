/** Integrity checks: dangling references, and rules that no constraint enforces. */

import { businessCards } from '../../schema/cards/tables.ts'
import { imageUrlFields } from '../../schema/images/image.ts'
import type { Bindings } from '../env.ts'
import { analyticsDatabases } from '../tracking/shards.ts'

/** A rule, and the number of rows that break it. */
export type Finding = { rule: string; broken: number }

const appRules = {
  'every card has a user':
    'select count(*) as n from business_cards where user_id not in (select id from users)',
  'a user of level 5 is active':
    'select not exists (select 1 from users where access_level = 5 and deleted_at is null) and exists (select 1 from users) as n',
  'user 1 is an active level 5':
    'select count(*) as n from users where id = 1 and (access_level <> 5 or deleted_at is not null)',
  'no slug belongs to two cards':
    'select count(*) as n from slug_history join business_cards as card on card.slug = slug_history.slug collate nocase and card.id <> slug_history.card_id',
  'every submission has a card':
    'select count(*) as n from form_submissions where card_id not in (select id from business_cards)',
  'every merged submission is shown by one of the same owner':
    'select count(*) as n from form_submissions as part join business_cards as card on card.id = part.card_id where part.merged_into is not null and not exists (select 1 from form_submissions as entry join business_cards as other on other.id = entry.card_id where entry.id = part.merged_into and entry.merged_into is null and other.user_id = card.user_id)',
  'every translation has a card':
    'select count(*) as n from card_locales where card_id not in (select id from business_cards)',
  'no card has a translation in its base language':
    'select count(*) as n from card_locales join business_cards as card on card.id = card_id where locale = card.language',
  'every share point has a card, or only its code is left':
    "select count(*) as n from share_points where card_id not in (select id from business_cards) and (label <> '' or note is not null or archived_at is null)",
  'every event has a user, and every share point of an event exists':
    'select (select count(*) from occasions where user_id not in (select id from users)) + (select count(*) from occasion_points where occasion_id not in (select id from occasions) or share_point_id not in (select id from share_points)) as n',
  'no session belongs to a deleted user':
    'select count(*) as n from sessions left join users on users.id = sessions.user_id where users.id is null or users.deleted_at is not null',
  'no purge is an hour behind the newest':
    'select count(*) as n from purge_outbox where changed_at < (select max(changed_at) from purge_outbox) - 3600000',
  'no email with a copy waits for an address that stopped them':
    'select count(*) as n from receipt_mails join receipt_addresses using (address_hash) where letter is not null and stopped_at is not null',
  'no submission contains a full IP address':
    "select count(*) as n from form_submissions where submitter_ip <> 'Unknown' and submitter_ip not like '%/%'",
}

const analyticsRules = {
  'no event contains a full IP address': `select
    (select count(*) from card_views where viewer_ip not in ('', 'Unknown') and viewer_ip not like '%/%') +
    (select count(*) from card_clicks where clicker_ip not in ('', 'Unknown') and clicker_ip not like '%/%') +
    (select count(*) from card_saves where saver_ip not in ('', 'Unknown') and saver_ip not like '%/%') as n`,
}

/** Every rule with the number of rows that break it. */
export async function findIntegrityErrors(env: Bindings): Promise<Finding[]> {
  return [
    ...(await count(env.DB, appRules)),
    ...(await countAll(analyticsDatabases(env), analyticsRules)),
    { rule: 'every image of a card or the app is stored', broken: await countMissingImages(env) },
  ]
}

async function countAll(dbs: D1Database[], rules: Record<string, string>): Promise<Finding[]> {
  const found = (await Promise.all(dbs.map((db) => count(db, rules)))).flat()
  return Object.keys(rules).map((rule) => ({
    rule,
    broken: found.reduce((sum, each) => sum + (each.rule === rule ? each.broken : 0), 0),
  }))
}

async function count(db: D1Database, rules: Record<string, string>): Promise<Finding[]> {
  const responses = await db.batch<{ n: number }>(
    Object.values(rules).map((sql) => db.prepare(sql)),
  )
  return Object.keys(rules).map((rule, index) => ({
    rule,
    broken: responses[index]?.results[0]?.n ?? 0,
  }))
}

const imagesSql = `
  select distinct substr(url, 2) as key from (
    select one.value as url from business_cards,
      json_each(json_array(${imageUrlFields.map((field) => businessCards[field].name)})) as one
    union select image.value ->> 'url' from business_cards, json_each(gallery) as image
    union select photo.contact_photo from business_cards as card
      join uploads as photo on photo.card_id = card.id and instr(card.profile_picture, photo.hash)
    union select one.value from pwa_settings, json_tree(settings) as one where one.type = 'text')
  where url like '/images/%'`

async function countMissingImages({ DB, MEDIA }: Bindings): Promise<number> {
  const { results } = await DB.prepare(imagesSql).all<{ key: string }>()
  const stored = await Promise.all(results.map(({ key }) => MEDIA.head(key)))
  return stored.filter((object) => object === null).length
}
