/** Settles which events of a batch count, by the cards they name. */
import type { CardEvent, ExclusionReason } from '../../schema/event.ts'

// In a burst one batch follows the other at once and names the same cards. Batches of a quiet time are a second apart
// (the queue's max_batch_timeout), so there a card's state is never older than the batch.
const trustedMs = 500
let trusted = new Set<string>()
let trustedUntil = 0

/** The events, those of unknown or unpublished cards and of links not on the card with the reason they are left out. */
export async function markExclusions(db: D1Database, events: CardEvent[]): Promise<CardEvent[]> {
  if (Date.now() > trustedUntil) {
    trusted = new Set()
    trustedUntil = Date.now() + trustedMs
  }
  const asked = new Map<string, Asked>()
  for (const event of events) {
    if (event.leftOut === null && !trusted.has(keyOf(event))) asked.set(keyOf(event), askFor(event))
  }
  if (asked.size === 0) return events
  const reasons = await findReasons(db, asked)
  for (const key of asked.keys()) if (!reasons.has(key)) trusted.add(key)
  return events.map((event) => {
    const leftOut = event.leftOut ?? reasons.get(keyOf(event)) ?? null
    return leftOut === event.leftOut ? event : { ...event, leftOut }
  })
}

function keyOf(event: CardEvent): string {
  return event.kind === 'click'
    ? `${event.cardId} ${event.linkType} ${event.linkId}`
    : `${event.cardId}`
}

/** Card, button, network: the last two null when the card alone is asked for. */
type Asked = [cardId: number, button: number | null, network: string | null]

function askFor({ kind, cardId, linkType, linkId }: CardEvent): Asked {
  if (kind !== 'click') return [cardId, null, null]
  const nowhere: Asked = [cardId, null, '']
  if (linkType === 'social') return [cardId, null, linkId]
  if (linkType !== 'custom') return linkId === 'primary' ? [cardId, null, null] : nowhere
  const button = /^button-(0|[1-9]\d?)$/.exec(linkId)?.[1]
  return button ? [cardId, Number(button), null] : nowhere
}

// Only what is left out comes back: mostly nothing.
const findReasonsSql = `
  select asked.key as at, case when card.id is null then 'unknown card'
    when card.state <> 'live' or card.deleted_at is not null or owner.deleted_at is not null then 'unpublished'
    else 'unknown link' end as reason
  from jsonb_each(?1) as asked
  left join business_cards as card on card.id = asked.value ->> 0
  left join users as owner on owner.id = card.user_id
  where card.id is null or card.state <> 'live' or card.deleted_at is not null or owner.deleted_at is not null
    or asked.value ->> 1 >= json_array_length(card.custom_buttons)
    or (asked.value ->> 2 is not null and not exists (
      select 1 from json_each(card.social_links) as network where asked.value ->> 2 in (network.key, lower(network.key))))`

async function findReasons(
  db: D1Database,
  asked: Map<string, Asked>,
): Promise<Map<string, ExclusionReason>> {
  const keys = [...asked.keys()]
  const { results } = await db
    .prepare(findReasonsSql)
    .bind(JSON.stringify([...asked.values()]))
    .all<{ at: number; reason: ExclusionReason }>()
  return new Map(results.map(({ at, reason }) => [keys[at] ?? '', reason]))
}
