/** Ninety days of events and form submissions of a demo card, deterministic for a given `now`. */
import { createHash } from 'node:crypto'
import type { formSubmissions } from '../schema/inbox/tables.ts'
import type { CardEvent } from '../schema/tracking/event.ts'
import { dayMs } from '../worker/platform/time.ts'
import type { Person } from './person.ts'
import {
  botDevice,
  devices,
  eventSources,
  hourWeights,
  seededRandom,
  sources,
  weightedChoice,
  weightedCities,
} from './visitors.ts'

const days = 90
const batchSize = 1000
// Minimum views per day, even on a day that has just begun.
const minViews = 3
// The clicks and saves of a view follow it within this time.
const visitMs = 60_000

type Random = () => number

/**
 * The card's events up to `now` (Unix ms), oldest day first, in batches of about a thousand. `codes` are the codes of its
 * share points, in order.
 */
export function* eventsOf(
  person: Person,
  { cardId, codes }: { cardId: number; codes: string[] },
  now: number,
): Generator<CardEvent[]> {
  const today = Math.floor(now / dayMs) * dayMs
  let events: CardEvent[] = []
  for (let ago = days; ago >= 0; ago -= 1) {
    const random = seededRandom(`${person.card.slug} ${ago}`)
    const randomPoint = seededRandom(`${person.card.slug} ${ago} share points`)
    const start = today - ago * dayMs
    const passed = Math.max(0, Math.min(1, (now - start - visitMs) / dayMs))
    const views = Math.max(minViews, viewsOn(person, today, ago, random) * passed)
    const atEvent = ago === person.traffic.event.ago
    const orSharePoint = (source: string) => chooseCode(codes, atEvent, randomPoint) ?? source
    for (let left = Math.round(views); left > 0; left -= 1)
      events.push(...visit(person, { cardId, start, passed, atEvent, random, orSharePoint }))
    if (events.length >= batchSize) {
      yield events
      events = []
    }
  }
  if (events.length > 0) yield events
}

// Most scans at an event come from a share point, and most of those from the first one.
function chooseCode(codes: string[], atEvent: boolean, random: Random): string | undefined {
  if (codes.length === 0 || random() > (atEvent ? 0.7 : 0.25)) return undefined
  return weightedChoice(
    random,
    codes.map((code, i) => [code, 1 / (i + 1)]),
  )
}

function viewsOn({ traffic }: Person, today: number, ago: number, random: Random): number {
  const growth = 0.5 + (0.5 * (days - ago)) / days
  const weekday = new Date(today - ago * dayMs).getUTCDay()
  const rhythm = weekday === 0 || weekday === 6 ? traffic.weekend : 1 - 0.05 * Math.abs(weekday - 3)
  const since = traffic.event.ago - ago
  const burst = since === 0 ? traffic.event.times : since > 0 && since < 4 ? 2 - since * 0.3 : 1
  return traffic.views * growth * rhythm * burst * (0.72 + random() * 0.56)
}

/** `passed` is the fraction of the day that is over. All events are in that part of the day. */
type Day = {
  cardId: number
  start: number
  passed: number
  atEvent: boolean
  random: Random
  /** Returns the code of a share point, or the given source. */
  orSharePoint: (source: string) => string
}

// A view, possibly followed by clicks and a saved contact.
function visit(person: Person, day: Day): CardEvent[] {
  const { atEvent, random } = day
  const { traffic } = person
  const view = viewOf(person, day)
  if (view.leftOut !== null) return [view]
  const events = [view]
  for (let chance = traffic.clicks; random() < chance; chance *= 0.3) {
    const [linkType, linkId] = weightedChoice(random, linksOf(person))
    events.push(following(view, random, { kind: 'click', linkType, linkId }))
  }
  if (random() < traffic.saves * (atEvent ? 1.8 : 1))
    events.push(following(view, random, { kind: 'save' }))
  return events
}

function viewOf({ traffic }: Person, day: Day): CardEvent {
  const { cardId, start, passed, atEvent, random } = day
  const cities = weightedCities(traffic.cities)
  const [eventCity] = cities[0] ?? []
  const [place, utcOffset] = (atEvent && eventCity) || weightedChoice(random, cities)
  const hour = weightedChoice(random, hourWeights(traffic.peak))
  const local = (hour + random() - utcOffset + 24) % 24
  const at = start + Math.floor(local * passed * 3_600_000)
  const leftOut = weightedChoice(random, reasons)
  return {
    v: 1,
    id: eventId(at, random),
    kind: 'view',
    cardId,
    at,
    receivedAt: at,
    dwellMs: leftOut === null && random() < 0.88 ? dwell(random) : 0,
    linkType: '',
    linkId: '',
    source: day.orSharePoint(weightedChoice(random, atEvent ? eventSources : sources)),
    visitor: leftOut === null ? `demo-${Math.floor(random() * 1e12).toString(36)}` : null,
    network: null,
    ip: 'Unknown',
    place,
    device:
      leftOut === 'bot' || leftOut === 'preview' ? botDevice : weightedChoice(random, devices),
    leftOut,
    burst: false,
  }
}

const reasons = [
  [null, 930],
  ['bot', 34],
  ['preview', 20],
  ['own', 11],
  ['prefetch', 5],
] as const

// Log-normal around 15 seconds.
function dwell(random: Random): number {
  const spread = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  return Math.round(Math.min(600_000, Math.max(900, 15_000 * Math.exp(0.85 * spread))))
}

// The first of several buttons or networks gets the most clicks.
function linksOf({ card }: Person) {
  const link = (type: string, id: string, weight: number) => [[type, id], weight] as const
  return [
    link('phone', 'primary', 12),
    link('email', 'primary', 14),
    link('website', 'primary', 20),
    ...card.customButtons.map((_, i) => link('custom', `button-${i}`, 16 / (i + 1))),
    ...Object.keys(card.socialLinks).map((key, i) => link('social', key, 14 / (i + 1.5))),
  ]
}

function following(view: CardEvent, random: Random, fields: Partial<CardEvent>): CardEvent {
  const at = view.at + 2000 + Math.floor(random() * 40_000)
  return { ...view, dwellMs: 0, ...fields, id: eventId(at, random), at, receivedAt: at }
}

function eventId(at: number, random: Random): string {
  const part = () =>
    Math.floor(random() * 36 ** 6)
      .toString(36)
      .padStart(6, '0')
  return `${at.toString(36)}-${part()}${part()}`
}

/** The card's form submissions, oldest first, the newest on the day before `today` (Unix ms of midnight UTC). */
export function submissionsOf(
  { card, traffic, submissions = [] }: Person,
  cardId: number,
  today: number,
): (typeof formSubmissions.$inferInsert)[] {
  const random = seededRandom(`${card.slug} forms`)
  const cities = weightedCities(traffic.cities)
  const consent = card.form?.consent
  const randomSource = seededRandom(`${card.slug} ways in`)
  return submissions
    .map((formData, i) => ({
      cardId,
      clientId: `demo-${card.slug}-${String(i).padStart(12, '0')}`,
      formData,
      consentHash: consent ? createHash('sha256').update(consent).digest('hex') : null,
      submitterIp: 'Unknown',
      submitterLocation: weightedChoice(random, cities)[0],
      submitterDevice: weightedChoice(random, devices),
      source: weightedChoice(randomSource, eventSources),
      status: i < 2 ? ('new' as const) : i % 3 === 2 ? ('seen' as const) : ('done' as const),
      note: i % 5 === 3 ? 'Answered by mail, meeting in two weeks.' : null,
      timestamp: new Date(
        today - (i * 4.3 + random() * 3) * dayMs - random() * dayMs,
      ).toISOString(),
    }))
    .toSorted((a, b) => (a.timestamp < b.timestamp ? -1 : 1))
}
