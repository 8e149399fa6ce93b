import { env } from 'cloudflare:workers'
import { parse } from 'csv-parse/sync'
import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { AccountReport } from '../../schema/account-report.ts'
import { EventsPage } from '../../schema/analytics-export.ts'
import { CardReport } from '../../schema/card-report.ts'
import { type CardEvent, eventKinds } from '../../schema/event.ts'
import { InboxPage } from '../../schema/inbox.ts'
import { formSubmissions } from '../../schema/tables.ts'
import { recordEvents } from '../events/record.ts'
import { verifyRollups } from '../events/verify-rollups.ts'
import { dayMs } from '../platform/time.ts'
import { db, makeCard, signIn } from '../testing/app.ts'
import { makeEvent } from '../testing/events.ts'
import { makeSharePoint } from '../testing/share-points.ts'

vi.setConfig({ testTimeout: 120_000 })

const total = 10_000
const submissions = 300
const today = Math.floor(Date.now() / dayMs)

/** Figures by code, as the test counts them. */
type Count = { views: number; clicks: number; saves: number; submissions: number }
const zero = { views: 0, clicks: 0, saves: 0, submissions: 0 }

/** Numbers below `limit`, the same in every run. */
function makeRandom() {
  let state = 20_261_124
  return (limit: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
}

async function makeScene() {
  const owner = await signIn(2)
  const userId = owner.user.id
  const [card, second] = [await makeCard({ userId }), await makeCard({ userId })]
  const points = []
  for (let count = 0; count < 20; count += 1)
    points.push(
      await makeSharePoint({
        cardId: count < 14 ? card.id : second.id,
        label: count % 5 === 0 ? `=Booth "${count}", hall;` : `Booth ${count}`,
        archivedAt: count % 7 === 3 ? '2026-01-01T00:00:00.000Z' : null,
      }),
    )
  return { owner, cards: [card.id, second.id], points }
}

type Scene = Awaited<ReturnType<typeof makeScene>>

/** Events with own, foreign, invented and named sources; some are excluded. */
function makeEvents({ cards, points }: Scene): CardEvent[] {
  const random = makeRandom()
  const sources = [...points.map(({ code }) => code), 'GUESSA', 'GUESSB', 'qr', 'link', 'nfc']
  return Array.from({ length: total }, (_, at) => {
    const kind = eventKinds[random(3)] ?? 'view'
    return makeEvent({
      id: `random-${at}`,
      kind,
      cardId: cards[random(2)] ?? 0,
      source: sources[random(sources.length)] ?? 'link',
      // Not within the last hour, so that the event feed has all of them.
      at: Date.now() - 3_600_000 - random(20 * dayMs),
      linkType: kind === 'click' ? 'email' : '',
      linkId: kind === 'click' ? 'primary' : '',
      leftOut: random(10) === 0 ? 'bot' : null,
      dwellMs: kind === 'view' ? random(3) * 1000 : 0,
    })
  })
}

async function send({ cards, points }: Scene) {
  const random = makeRandom()
  const rows = Array.from({ length: submissions }, (_, at) => ({
    cardId: cards[random(2)] ?? 0,
    clientId: `random-${at}`,
    formData: { name: `Grace ${at}` },
    source: random(4) === 0 ? 'link' : (points[random(20)]?.code ?? ''),
    timestamp: new Date(Date.now() - 3_600_000 - random(20 * dayMs)).toISOString(),
  }))
  for (let at = 0; at < rows.length; at += 10)
    await db.insert(formSubmissions).values(rows.slice(at, at + 10))
  return rows
}

/** What the test expects of each point of the cards, from a day on. */
function tally(
  { points }: Scene,
  events: CardEvent[],
  rows: Awaited<ReturnType<typeof send>>,
  { cards, from = 0 }: { cards: number[]; from?: number },
): Map<string, Count> {
  const counts = new Map<string, Count>()
  const add = (code: string, cardId: number, at: number, key: keyof Count) => {
    const own = points.some((point) => point.code === code && point.cardId === cardId)
    if (!own || !cards.includes(cardId) || Math.floor(at / dayMs) < from) return
    const count = counts.get(code) ?? { ...zero }
    count[key] += 1
    counts.set(code, count)
  }
  for (const { source, cardId, at, kind, leftOut } of events)
    if (leftOut === null) add(source, cardId, at, `${kind}s`)
  for (const { source, cardId, timestamp } of rows)
    add(source, cardId, Date.parse(timestamp), 'submissions')
  return counts
}

function expectFigures(
  found: CardReport['breakdowns']['sharePoints'],
  expected: Map<string, Count>,
  { points }: Scene,
): void {
  const labels = new Map(points.map(({ code, label }) => [code, label]))
  const used = found.filter((one) => one.views + one.clicks + one.saves + one.submissions > 0)
  expect(new Map(used.map(({ code, label: _, ...count }) => [code, count]))).toEqual(expected)
  for (const { code, label } of found) expect(label).toBe(labels.get(code))
}

test('10,000 random events over 20 share points: reports, exports and the feed agree with a count', async ({
  task,
}) => {
  const scene = await makeScene()
  const events = makeEvents(scene)
  // In another order, and some twice.
  const order = [...events.slice(total / 2), ...events, ...events.slice(0, 500)]
  for (let at = 0; at < order.length; at += 900) await recordEvents(env, order.slice(at, at + 900))
  const rows = await send(scene)
  const { owner, points } = scene
  for (const cardId of scene.cards) {
    const path = `/api/analytics/${cardId}`
    const read = async (query: string) =>
      CardReport.parse(await (await owner.request('GET', `${path}?rows=0${query}`)).json())
    const ever = tally(scene, events, rows, { cards: [cardId] })
    const report = await read('')
    expectFigures(report.breakdowns.sharePoints, ever, scene)
    const active = points.filter((point) => point.cardId === cardId && !point.archivedAt)
    expect(report.breakdowns.sharePoints.length).toBeGreaterThanOrEqual(active.length)
    const week = tally(scene, events, rows, { cards: [cardId], from: today - 6 })
    expectFigures((await read('&range=daily')).breakdowns.sharePoints, week, scene)
    // Every counted event with another code, and nothing else.
    const guessed = events.filter(
      ({ cardId: of, source, leftOut, kind }) =>
        of === cardId && leftOut === null && kind === 'view' && isUnknown(scene, of, source),
    )
    expect(report.breakdowns.views.sources.unknown).toBe(guessed.length)
    expect(report.breakdowns.views.sources).not.toHaveProperty('GUESSA')
    await expectExports(scene, cardId, ever)
    await expectFeed(scene, cardId, events)
    await expectInbox(scene, cardId, ever)
  }
  const account = AccountReport.parse(
    await (await owner.request('GET', '/api/account-analytics?timeframe=all')).json(),
  )
  const all = tally(scene, events, rows, { cards: scene.cards })
  expectFigures(account.breakdowns.sharePoints, all, scene)
  expect(account.breakdowns.sharePoints).toHaveLength(all.size)
  expect(await verifyRollups(env)).toEqual([])
  task.meta.proves = { what: 'random events over 20 share points', cases: total }
})

function isUnknown({ points }: Scene, cardId: number, source: string): boolean {
  const point = points.find(({ code }) => code === source)
  return point ? point.cardId !== cardId : source.startsWith('GUESS')
}

const countOf: Record<string, keyof Count> = {
  View: 'views',
  Click: 'clicks',
  Save: 'saves',
  Submission: 'submissions',
}
const Rows = z.array(z.array(z.string()))

async function expectExports({ owner, points }: Scene, cardId: number, ever: Map<string, Count>) {
  const file = async (section: string) => {
    const path = `/api/analytics/${cardId}/export?section=${section}`
    const text = await (await owner.request('GET', path)).text()
    return Rows.parse(parse(text, { bom: true }))
  }
  const [head = [], ...events] = await file('all')
  const column = (name: string) => head.indexOf(name)
  const found = new Map<string, Count>()
  for (const row of events) {
    const [code = '', label = ''] = [row[column('Source')], row[column('Share point')]]
    const point = points.find((one) => one.code === code && one.cardId === cardId)
    expect(plain(label)).toBe(point?.label ?? '')
    if (!point) continue
    const count = found.get(code) ?? { ...zero }
    const key = countOf[row[column('Event')] ?? '']
    if (key) count[key] += 1
    found.set(code, count)
  }
  expect(found).toEqual(ever)
  const figures = (await file('engagement')).filter(([figure]) => figure === 'Share point')
  for (const [, value = '', ...cells] of figures) {
    const code = value.slice(-7, -1)
    const { views, clicks, saves, submissions: sent } = ever.get(code) ?? zero
    expect(plain(value)).toBe(`${points.find((one) => one.code === code)?.label} (${code})`)
    expect(cells.slice(0, 4).map(Number)).toEqual([views, clicks, saves, sent])
  }
  expect(figures.length).toBeGreaterThanOrEqual(ever.size)
}

/** The text without the apostrophes that stop a spreadsheet from running it. */
function plain(cell: string): string {
  return cell.replace(/^'(?==)/, '')
}

async function expectFeed({ points }: Scene, cardId: number, events: CardEvent[]) {
  const expected = new Map<string, number>()
  const label = (source: string) =>
    points.find((point) => point.code === source && point.cardId === cardId)?.label ?? null
  for (const event of events)
    if (event.cardId === cardId)
      expected.set(`${label(event.source)}`, (expected.get(`${label(event.source)}`) ?? 0) + 1)
  // The downloads of one user are limited per hour.
  const reader = await signIn(4)
  const found = new Map<string, number>()
  for (let cursor = ''; ; ) {
    const path = `/api/analytics/${cardId}/events?limit=1000${cursor && `&cursor=${cursor}`}`
    const page = EventsPage.parse(await (await reader.request('GET', path)).json())
    for (const { source, sharePoint } of page.events) {
      expect(sharePoint).toBe(label(source))
      found.set(`${sharePoint}`, (found.get(`${sharePoint}`) ?? 0) + 1)
    }
    if (!page.more) break
    cursor = page.cursor
  }
  expect(found).toEqual(expected)
}

async function expectInbox({ owner, points }: Scene, cardId: number, ever: Map<string, Count>) {
  const path = `/api/business-cards/${cardId}/submissions`
  const page = InboxPage.parse(await (await owner.request('GET', path)).json())
  for (const { source, sharePoint } of page.entries) {
    const own = points.find((one) => one.code === source && one.cardId === cardId)
    expect(sharePoint).toBe(own?.label ?? null)
  }
  const text = await (await owner.request('GET', `${path}.csv`)).text()
  const met = Rows.parse(parse(text, { bom: true })).map((row) => row.map(plain))
  const at = met[0]?.indexOf('Where we met') ?? 0
  for (const { code, label } of points) {
    const count = met.filter((row) => row[at] === label).length
    expect(count, code).toBe(ever.get(code)?.submissions ?? 0)
  }
}
