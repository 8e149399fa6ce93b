import { env } from 'cloudflare:workers'
import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { EventsPage } from '../../schema/analytics/analytics-export.ts'
import { Board, BoardReport } from '../../schema/boards/board.ts'
import { formSubmissions } from '../../schema/inbox/tables.ts'
import { type CardEvent, eventKinds } from '../../schema/tracking/event.ts'
import { wallClock } from '../analytics/export-tables.ts'
import { dayMs } from '../platform/time.ts'
import { db, makeCard, makeUser, signIn } from '../testing/app.ts'
import { freezeClockOfFile } from '../testing/clock.ts'
import { makeEvent } from '../testing/events.ts'
import { makeSharePoint } from '../testing/share-points.ts'
import { recordEvents } from '../tracking/record.ts'
import { verifyRollups } from '../tracking/verify-rollups.ts'

const total = 10_000
const zone = 'America/New_York'
const none = { views: 0, clicks: 0, saves: 0, submissions: 0 }
type Count = typeof none

/** Numbers below `limit`, the same in every run. */
function makeRandom() {
  let state = 20_261_124
  return (limit: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
}

const random = makeRandom()
const local = wallClock(zone)
const today = Date.parse(local(freezeClockOfFile()).slice(0, 10))
const dayAt = (daysAgo: number) => new Date(today - daysAgo * dayMs).toISOString().slice(0, 10)

/** A level 4 with two events one after another: one badge serves both, the other share points one of them. */
async function makeScene() {
  const owner = await signIn(4)
  const cards: number[] = []
  for (const userId of [owner.user.id, (await makeUser()).id, (await makeUser()).id])
    cards.push((await makeCard({ userId })).id)
  const points: Awaited<ReturnType<typeof makeSharePoint>>[] = []
  for (let count = 0; count < 20; count += 1)
    points.push(await makeSharePoint({ cardId: cards[count % 3] ?? 0 }))
  const hold = async (name: string, from: string, to: string, some: typeof points) => {
    const made = await owner.request('POST', '/api/events', { name, from, to, zone })
    const event = Board.parse(await made.json())
    const change = { add: some.map(({ id }) => id) }
    await owner.request('PATCH', `/api/events/${event.id}/share-points`, change)
    return { ...event, codes: some.map(({ code }) => code) }
  }
  const first = await hold('Fair', dayAt(6), dayAt(5), points.slice(0, 12))
  const second = await hold('Meetup', dayAt(4), dayAt(2), points.slice(11, 18))
  return { owner, cards, points, events: [first, second] }
}

type Scene = Awaited<ReturnType<typeof makeScene>>

function makeVisits({ points }: Scene): CardEvent[] {
  return Array.from({ length: total }, (_, at) => {
    const kind = eventKinds[random(3)] ?? 'view'
    const point = points[random(20)]
    return makeEvent({
      id: `random-${at}`,
      kind,
      cardId: point?.cardId ?? 0,
      source: random(5) === 0 ? 'link' : (point?.code ?? ''),
      at: Date.now() - dayMs - random(7 * dayMs),
      linkType: kind === 'click' ? 'email' : '',
      linkId: kind === 'click' ? 'primary' : '',
      leftOut: random(10) === 0 ? 'bot' : null,
    })
  })
}

async function send({ points }: Scene) {
  const rows = Array.from({ length: 200 }, (_, at) => {
    const { cardId = 0, code: source = '' } = points[random(20)] ?? {}
    const timestamp = new Date(Date.now() - dayMs - random(7 * dayMs)).toISOString()
    return { cardId, source, timestamp, clientId: `random-${at}`, formData: { name: 'Grace' } }
  })
  for (let at = 0; at < rows.length; at += 10)
    await db.insert(formSubmissions).values(rows.slice(at, at + 10))
  return rows
}

/** What happened, as the test counts it: where, when, and as what. */
type Visit = { code: string; at: number; as: keyof Count }

function isDuring({ from, to, codes }: Scene['events'][number], { code, at }: Visit): boolean {
  const day = local(at).slice(0, 10)
  return codes.includes(code) && day >= from && day <= to
}

function tally(visits: Visit[], key: (visit: Visit) => string): Record<string, Count> {
  const counts = new Map<string, Count>()
  for (const visit of visits) {
    const count = counts.get(key(visit)) ?? { ...none }
    count[visit.as] += 1
    counts.set(key(visit), count)
  }
  return Object.fromEntries(counts)
}

const countOf = ({ views, clicks, saves, submissions }: Count): Count => ({
  ...{ views, clicks, saves, submissions },
})

test('10,000 random events: boards of two events, exports and the feed agree with a count', async ({
  task,
}) => {
  const scene = await makeScene()
  const visits = makeVisits(scene)
  const order = [...visits.slice(total / 2), ...visits, ...visits.slice(0, 500)]
  for (let at = 0; at < order.length; at += 900) await recordEvents(env, order.slice(at, at + 900))
  const rows = await send(scene)
  const happened: Visit[] = [
    ...visits.flatMap(({ source, at, kind, leftOut }) =>
      leftOut === null ? [{ code: source, at, as: `${kind}s` as const }] : [],
    ),
    ...rows.map(({ source, timestamp }) => ({
      ...{ code: source, at: Date.parse(timestamp), as: 'submissions' as const },
    })),
  ]
  for (const event of scene.events) {
    const during = happened.filter((visit) => isDuring(event, visit))
    expect(during.length).toBeGreaterThan(500)
    const answer = await scene.owner.request('GET', `/api/events/${event.id}`)
    const board = BoardReport.parse(await answer.json())
    expect({ all: countOf(board.totals) }).toEqual(tally(during, () => 'all'))
    expect(Object.fromEntries(board.points.map((one) => [one.code, countOf(one)]))).toEqual(
      tally(during, ({ code }) => code),
    )
    expect(Object.fromEntries(board.hours.map(({ start, ...one }) => [start, one]))).toEqual(
      tally(during, ({ at }) => `${local(at).slice(0, 13).replace(' ', 'T')}:00`),
    )
    const cardOf = (code: string) => `${scene.points.find((one) => one.code === code)?.cardId}`
    expect(Object.fromEntries(board.cards.map((one) => [one.cardId, countOf(one)]))).toEqual(
      tally(during, ({ code }) => cardOf(code)),
    )
    const scans = board.points.map(({ views }) => views)
    expect(scans).toEqual(scans.toSorted((a, b) => b - a))
  }
  const eventAt = (code: string, at: number) =>
    scene.events.find((event) => isDuring(event, { code, at, as: 'views' }))?.name ?? null
  await expectExport(scene, eventAt)
  await expectFeed(scene, eventAt)
  expect(await verifyRollups(env)).toEqual([])
  task.meta.proves = { what: 'random events on the boards of two events', cases: total }
})

type EventAt = (code: string, at: number) => string | null

async function expectExport({ owner, cards }: Scene, eventAt: EventAt) {
  const seen = new Set<string>()
  const path = `/api/account-analytics/export?everybody=1&timeframe=all`
  for (const section of ['all', 'submissions']) {
    const file = await owner.request('GET', `${path}&section=${section}&format=ndjson`)
    const text = new TextDecoder().decode(await file.arrayBuffer())
    const Row = z.object({
      timestamp: z.string(),
      event: z.nullable(z.string()),
      cardId: z.number(),
    })
    for (const line of text.trim().split('\n')) {
      const row = z.extend(Row, { source: z.string() }).parse(JSON.parse(line))
      if (!cards.includes(row.cardId)) continue
      if (section === 'all') expect(row.event).toBe(eventAt(row.source, Date.parse(row.timestamp)))
      seen.add(`${section} ${row.event}`)
    }
  }
  expect([...seen].sort()).toEqual(
    ['all', 'submissions'].flatMap((section) => [
      `${section} Fair`,
      `${section} Meetup`,
      `${section} null`,
    ]),
  )
  const csv = await (await owner.request('GET', `${path}&section=views`)).text()
  const [head = [], ...lines] = z.array(z.array(z.string())).parse(parse(csv, { bom: true }))
  const names = lines.map((line) => line[head.indexOf('At event')])
  expect([...new Set(names)].sort()).toEqual(['', 'Fair', 'Meetup'])
}

async function expectFeed({ owner, cards: [cardId] }: Scene, eventAt: EventAt) {
  const path = `/api/analytics/${cardId}/events?limit=1000`
  const { events } = EventsPage.parse(await (await owner.request('GET', path)).json())
  expect(events).toHaveLength(1000)
  for (const { source, timestamp, event } of events)
    expect(event).toBe(eventAt(source, Date.parse(timestamp)))
}
