/** Random events and submissions over twenty share points of two cards, to count them again. Only tests import this. */
import { env } from 'cloudflare:workers'
import { formSubmissions } from '../../schema/inbox/tables.ts'
import { type CardEvent, eventKinds } from '../../schema/tracking/event.ts'
import { dayMs } from '../platform/time.ts'
import { recordEvents } from '../tracking/record.ts'
import { db, makeCard, signIn } from './app.ts'
import { makeEvent } from './events.ts'
import { makeSharePoint } from './share-points.ts'

export type Point = { id: number; cardId: number; code: string; label: string; archived: boolean }
export type Sent = { cardId: number; source: string; timestamp: string }

/** A submission or an event that counts. */
type Counted = {
  kind: CardEvent['kind'] | 'submission'
  cardId: number
  source: string
  at: number
}

export type Scene = Awaited<ReturnType<typeof makeScene>>

/** Numbers below `limit`, the same in every run. */
function makeRandom() {
  let state = 20_261_124
  return (limit: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
}

/**
 * Records that many events of the last sixty days: with codes of the card, of the other card and of none, from bots and
 * owners, in another order and some twice. Then it renames some share points.
 */
export async function makeScene(total: number) {
  const owner = await signIn(2)
  const userId = owner.user.id
  const cards = [await makeCard({ userId }), await makeCard({ userId })].map(({ id }) => id)
  const points: Point[] = []
  for (let count = 0; count < 20; count += 1) {
    const archived = count % 7 === 3
    const archivedAt = archived ? '2026-01-01T00:00:00.000Z' : null
    const cardId = cards[count < 14 ? 0 : 1] ?? 0
    const label = count % 5 === 0 ? `=Booth "${count}", hall;` : `Booth ${count}`
    points.push({ ...(await makeSharePoint({ cardId, label, archivedAt })), archived })
  }
  const random = makeRandom()
  const events = makeEvents(total, { cards, points }, random)
  const order = [...events.slice(total / 2), ...events, ...events.slice(0, total / 20)]
  for (let at = 0; at < order.length; at += 900) await recordEvents(env, order.slice(at, at + 900))
  const sent = await sendForms(Math.ceil(total / 30), { cards, points }, random)
  for (const point of points.filter((_, index) => index % 6 === 1)) {
    point.label = `Renamed ${point.label}`
    await owner.request('PATCH', `/api/share-points/${point.id}`, { label: point.label })
  }
  const counted: Counted[] = [
    ...events.filter(({ leftOut }) => leftOut === null),
    ...sent.map((one) => ({ ...one, kind: 'submission' as const, at: Date.parse(one.timestamp) })),
  ]
  return { owner, cards, points, events, counted }
}

type Places = { cards: number[]; points: Point[] }
type Random = ReturnType<typeof makeRandom>

const places = ['DE|Berlin|Berlin', 'FR|Île-de-France|Paris', 'US|California|San Francisco']
const devices = ['Mobile|iOS|Safari', 'Mobile|Android|Chrome', 'Desktop|Windows|Edge']
const links = [
  ['email', 'primary'],
  ['phone', 'primary'],
  ['website', 'primary'],
]
const days = 60

function makeEvents(total: number, { cards, points }: Places, random: Random): CardEvent[] {
  const sources = [...points.map(({ code }) => code), 'GUESSA', 'GUESSB', 'qr', 'link', 'nfc']
  const choose = <One>(list: readonly One[]) => list[random(list.length)]
  return Array.from({ length: total }, (_, number) => {
    const kind = choose(eventKinds) ?? 'view'
    const [linkType = '', linkId = ''] = kind === 'click' ? (choose(links) ?? []) : []
    return makeEvent({
      ...{ id: `random-${number}`, kind, linkType, linkId },
      cardId: choose(cards) ?? 0,
      source: choose(sources) ?? '',
      // Not within the last hour, so that the event feed has all of them.
      at: Date.now() - 3_600_000 - random(days * dayMs),
      place: choose(places) ?? '',
      device: choose(devices) ?? '',
      visitor: `visitor-${random(50)}`,
      leftOut: choose([null, null, null, null, null, null, null, null, 'bot', 'own'] as const),
      dwellMs: kind === 'view' ? random(3) * 1000 : 0,
    })
  })
}

async function sendForms(
  count: number,
  { cards, points }: Places,
  random: Random,
): Promise<Sent[]> {
  const rows = Array.from({ length: count }, (_, number) => ({
    cardId: cards[random(2)] ?? 0,
    clientId: `random-${number}`,
    formData: { name: `Grace ${number}` },
    source: random(4) === 0 ? 'link' : (points[random(20)]?.code ?? ''),
    timestamp: new Date(Date.now() - 3_600_000 - random(days * dayMs)).toISOString(),
  }))
  for (let at = 0; at < rows.length; at += 10)
    await db.insert(formSubmissions).values(rows.slice(at, at + 10))
  return rows
}
