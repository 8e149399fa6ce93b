/**
 * Excludes events of unknown or unpublished cards, and clicks on links that are not on the card. Replaces share point
 * codes that the card does not have.
 */

import {
  type CardEvent,
  type ExclusionReason,
  isShareCode,
  unknownSource,
} from '../../schema/tracking/event.ts'

// Under load, batches follow each other at once and have the same cards.
const cacheMs = 500
// What may be counted, with the time before it was read.
const countable = new Map<string, number>()
let cachedSince = 0

/**
 * Returns the events: those to be excluded with the reason in `leftOut`, those with a code that is not of their card with
 * `unknown` as the source. One statement, or none if all was checked within 500 ms.
 */
export async function markExclusions(db: D1Database, events: CardEvent[]): Promise<CardEvent[]> {
  const readAt = Date.now()
  if (Math.abs(readAt - cachedSince) > cacheMs) {
    countable.clear()
    cachedSince = readAt
  }
  const checks = new Map<string, Check>()
  for (const event of events) {
    if (event.leftOut === null && !isCountable(event, checkKey(event)))
      checks.set(checkKey(event), checkFor(event))
    const key = codeCheckKey(event)
    if (key && !isCountable(event, key)) checks.set(key, [event.cardId, null, null, event.source])
  }
  if (checks.size === 0) return events
  const reasons = await findReasons(db, checks)
  for (const key of checks.keys()) if (!reasons.has(key)) countable.set(key, readAt)
  return events.map((event) => {
    const reason = event.leftOut ?? reasons.get(checkKey(event)) ?? null
    const leftOut = reason === 'unknown code' ? null : reason
    const source = reasons.has(codeCheckKey(event) ?? '') ? unknownSource : event.source
    return leftOut === event.leftOut && source === event.source
      ? event
      : { ...event, leftOut, source }
  })
}

// Consumers run at the same time, so a card may have changed between the read and the event.
function isCountable({ receivedAt }: CardEvent, key: string): boolean {
  return receivedAt < (countable.get(key) ?? 0)
}

function checkKey(event: CardEvent): string {
  return event.kind === 'click'
    ? `${event.cardId} ${event.linkType} ${event.linkId}`
    : `${event.cardId}`
}

// Anyone can send any code, also with events that are excluded.
function codeCheckKey({ cardId, source }: CardEvent): string | undefined {
  return isShareCode(source) ? `${cardId} #${source}` : undefined
}

/** The second and third are null to check only the card; with a code, only that is checked. */
type Check = [cardId: number, button: number | null, network: string | null, code?: string]

function checkFor({ kind, cardId, linkType, linkId }: CardEvent): Check {
  if (kind !== 'click') return [cardId, null, null]
  const nowhere: Check = [cardId, null, '']
  if (linkType === 'social') return [cardId, null, linkId]
  if (linkType !== 'custom') return linkId === 'primary' ? [cardId, null, null] : nowhere
  const button = /^button-(0|[1-9]\d?)$/.exec(linkId)?.[1]
  return button ? [cardId, Number(button), null] : nowhere
}

// Returns rows only for what is excluded, usually none.
const findReasonsSql = `
  select asked.key as at, case when asked.value ->> 3 is not null then 'unknown code'
    when card.id is null then 'unknown card'
    when card.state <> 'live' or card.deleted_at is not null or owner.deleted_at is not null then 'unpublished'
    else 'unknown link' end as reason
  from jsonb_each(?1) as asked
  left join business_cards as card on card.id = asked.value ->> 0
  left join users as owner on owner.id = card.user_id
  where iif(asked.value ->> 3 is not null, not exists (
      select 1 from share_points as point where point.code = asked.value ->> 3 and point.card_id = asked.value ->> 0),
    card.id is null or card.state <> 'live' or card.deleted_at is not null or owner.deleted_at is not null
    or asked.value ->> 1 >= json_array_length(card.custom_buttons)
    or (asked.value ->> 2 is not null and not exists (
      select 1 from json_each(card.social_links) as network where asked.value ->> 2 in (network.key, lower(network.key)))))`

type Reason = ExclusionReason | 'unknown code'

async function findReasons(
  db: D1Database,
  checks: Map<string, Check>,
): Promise<Map<string, Reason>> {
  const keys = [...checks.keys()]
  const { results } = await db
    .prepare(findReasonsSql)
    .bind(JSON.stringify([...checks.values()]))
    .all<{ at: number; reason: Reason }>()
  return new Map(results.map(({ at, reason }) => [keys[at] ?? '', reason]))
}
