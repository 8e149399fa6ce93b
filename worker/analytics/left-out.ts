/** Settles which events of a batch count, by the cards they name. */
import * as z from 'zod'
import type { CardEvent, LeftOutReason } from '../../schema/event.ts'

const Texts = z.array(z.string())

type CardFacts = { live: boolean; buttons: number; networks: Set<string> }

/** The events, those of unknown or unpublished cards and of links not on the card with the reason they are left out. */
export async function settleLeftOut(db: D1Database, events: CardEvent[]): Promise<CardEvent[]> {
  const ids = new Set(events.flatMap((event) => (event.leftOut === null ? [event.cardId] : [])))
  const clicked = new Set(events.flatMap((event) => (event.kind === 'click' ? [event.cardId] : [])))
  const facts = await findFacts(db, { ids, clicked })
  return events.map((event) => {
    const leftOut = event.leftOut ?? reason(event, facts.get(event.cardId))
    return leftOut === event.leftOut ? event : { ...event, leftOut }
  })
}

function reason(event: CardEvent, card: CardFacts | undefined): LeftOutReason | null {
  if (!card) return 'unknown card'
  if (!card.live) return 'unpublished'
  return event.kind === 'click' && !hasLink(card, event.linkId) ? 'unknown link' : null
}

function hasLink(card: CardFacts, linkId: string): boolean {
  const button = /^button-(0|[1-9]\d?)$/.exec(linkId)?.[1]
  if (button !== undefined && Number(button) < card.buttons) return true
  return linkId === 'primary' || card.networks.has(linkId.toLowerCase())
}

type FactsRow = { id: number; live: number; buttons: number; networks: string }

// The links are read only of cards that were clicked: most batches are views.
const findFactsSql = `
  select card.id, card.state = 'live' and card.deleted_at is null and owner.deleted_at is null as live,
    iif(wanted.value ->> 1, json_array_length(card.custom_buttons), 0) as buttons,
    iif(wanted.value ->> 1,
      (select json_group_array(lower(key)) from json_each(card.social_links)), '[]') as networks
  from jsonb_each(?1) as wanted
  cross join business_cards as card on card.id = wanted.value ->> 0
  join users as owner on owner.id = card.user_id`

async function findFacts(
  db: D1Database,
  { ids, clicked }: { ids: Set<number>; clicked: Set<number> },
): Promise<Map<number, CardFacts>> {
  if (ids.size === 0) return new Map()
  const wanted = JSON.stringify([...ids].map((id) => [id, clicked.has(id) ? 1 : 0]))
  const { results } = await db.prepare(findFactsSql).bind(wanted).all<FactsRow>()
  return new Map(
    results.map(({ id, live, buttons, networks }) => [
      id,
      { live: live === 1, buttons, networks: new Set(Texts.parse(JSON.parse(networks))) },
    ]),
  )
}
