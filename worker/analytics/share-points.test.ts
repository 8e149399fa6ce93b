import { env } from 'cloudflare:workers'
import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { AccountReport } from '../../schema/analytics/account-report.ts'
import { EventsPage } from '../../schema/analytics/analytics-export.ts'
import { CardReport } from '../../schema/analytics/card-report.ts'
import type { SharePointFigures } from '../../schema/analytics/figures.ts'
import { InboxPage } from '../../schema/inbox/inbox.ts'
import { dayMs } from '../platform/time.ts'
import { signIn } from '../testing/app.ts'
import { freezeClockOfFile } from '../testing/clock.ts'
import { makeScene, type Point, type Scene } from '../testing/random-share-points.ts'
import { verifyRollups } from '../tracking/verify-rollups.ts'

const total = 3000
const today = Math.floor(freezeClockOfFile() / dayMs)
const noTotals = { views: 0, clicks: 0, saves: 0, submissions: 0 }

/** UTC days: those of the figures, and those they are compared with. */
type Days = { from: number; before?: number }

/** What the test expects of each share point of the cards, by code. */
function expectedOf({ points, counted }: Scene, cards: number[], { from, before }: Days) {
  const figures = new Map<string, SharePointFigures>()
  for (const { cardId: card, code, label } of points.filter(({ cardId }) => cards.includes(cardId)))
    figures.set(code, {
      ...{ card, code, label, ...noTotals, first: null, last: null },
      previous: before === undefined ? null : { ...noTotals },
    })
  for (const { kind, cardId, source, at } of counted) {
    const one = figures.get(source)
    const day = Math.floor(at / dayMs)
    if (!one || one.card !== cardId) continue
    if (day >= from) {
      one[`${kind}s`] += 1
      const time = new Date(at).toISOString()
      if (one.first === null || time < one.first) one.first = time
      if (one.last === null || time > one.last) one.last = time
    } else if (one.previous && before !== undefined && day >= before) one.previous[`${kind}s`] += 1
  }
  return figures
}

const ever = { from: 0 }
const week = { from: today - 6, before: today - 13 }

function isUsed({ views, clicks, saves, submissions }: SharePointFigures): boolean {
  return views + clicks + saves + submissions > 0
}

function expectFigures(found: SharePointFigures[], expected: Map<string, SharePointFigures>) {
  for (const one of found) expect(one).toEqual(expected.get(one.code))
  const listed = new Set(found.map(({ code }) => code))
  for (const one of expected.values()) expect(isUsed(one) && !listed.has(one.code)).toBe(false)
  expect(found.map(({ views }) => views)).toEqual(
    found.map(({ views }) => views).toSorted((a, b) => b - a),
  )
}

const nothing = { ...noTotals, card: 0, code: '', label: '', previous: null, first: '', last: '' }

test('random events over 20 share points: reports, exports and the feed agree with a count', async ({
  task,
}) => {
  const scene = await makeScene(total)
  const { owner, points } = scene
  for (const cardId of scene.cards) {
    const path = `/api/analytics/${cardId}`
    const read = async (query: string) =>
      CardReport.parse(await (await owner.request('GET', `${path}?rows=0${query}`)).json())
    const report = await read('')
    const expected = expectedOf(scene, [cardId], ever)
    expectFigures(report.breakdowns.sharePoints, expected)
    const active = points.filter((point) => point.cardId === cardId && !point.archived)
    expect(report.breakdowns.sharePoints.length).toBeGreaterThanOrEqual(active.length)
    expectFigures(
      (await read('&range=daily')).breakdowns.sharePoints,
      expectedOf(scene, [cardId], week),
    )
    // Every counted event with another code, and nothing else.
    const guessed = scene.counted.filter(
      ({ cardId: of, source, kind }) =>
        of === cardId && kind === 'view' && isUnknown(points, of, source),
    )
    expect(report.breakdowns.views.sources.unknown).toBe(guessed.length)
    expect(report.breakdowns.views.sources).not.toHaveProperty('GUESSA')
    await expectExports(scene, cardId, expected)
    await expectFeed(scene, cardId)
    await expectInbox(scene, cardId, expected)
  }
  for (const [timeframe, days] of [
    ['all', ever],
    ['week', week],
  ] as const) {
    const path = `/api/account-analytics?timeframe=${timeframe}`
    const { breakdowns } = AccountReport.parse(await (await owner.request('GET', path)).json())
    expectFigures(breakdowns.sharePoints, expectedOf(scene, scene.cards, days))
    expect(breakdowns.sharePoints.every(isUsed)).toBe(true)
  }
  expect(await verifyRollups(env)).toEqual([])
  task.meta.proves = { what: 'random events over 20 share points', cases: total }
})

function isUnknown(points: Point[], cardId: number, source: string): boolean {
  const point = points.find(({ code }) => code === source)
  return point ? point.cardId !== cardId : source.startsWith('GUESS')
}

type Expected = ReturnType<typeof expectedOf>

const countOf = new Map(
  Object.entries({
    View: 'views',
    Click: 'clicks',
    Save: 'saves',
    Submission: 'submissions',
  } as const),
)
const Rows = z.array(z.array(z.string()))

async function expectExports({ owner, points }: Scene, cardId: number, expected: Expected) {
  const file = async (section: string) => {
    const path = `/api/analytics/${cardId}/export?section=${section}`
    const text = await (await owner.request('GET', path)).text()
    return Rows.parse(parse(text, { bom: true }))
  }
  const [head = [], ...events] = await file('all')
  const column = (name: string) => head.indexOf(name)
  const found = new Map<string, typeof noTotals>()
  for (const row of events) {
    const [code = '', label = ''] = [row[column('Source')], row[column('Share point')]]
    const point = points.find((one) => one.code === code && one.cardId === cardId)
    expect(plain(label)).toBe(point?.label ?? '')
    const key = countOf.get(row[column('Event')] ?? '')
    if (!point || !key) continue
    const count = found.get(code) ?? { ...noTotals }
    count[key] += 1
    found.set(code, count)
  }
  for (const [code, { views, clicks, saves, submissions }] of expected)
    expect(found.get(code) ?? noTotals).toEqual({ views, clicks, saves, submissions })
  const [titles = [], ...rows] = await file('engagement')
  const figures = rows.filter(([figure]) => figure === 'Share point')
  const cell = (row: string[], title: string) => row[titles.indexOf(title)]
  for (const row of figures) {
    const value = row[1] ?? ''
    const one = expected.get(value.slice(-7, -1)) ?? nothing
    expect(plain(value)).toBe(`${one.label} (${one.code})`)
    expect(row.slice(2, 6).map(Number)).toEqual([one.views, one.clicks, one.saves, one.submissions])
    expect([cell(row, 'First event'), cell(row, 'Last event')]).toEqual([
      one.first ?? '',
      one.last ?? '',
    ])
  }
  expect(figures.length).toBeGreaterThanOrEqual([...expected.values()].filter(isUsed).length)
}

/** The text without the apostrophes that stop a spreadsheet from running it. */
function plain(cell: string): string {
  return cell.replace(/^'(?==)/, '')
}

async function expectFeed({ points, events }: Scene, cardId: number) {
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

async function expectInbox({ owner, points }: Scene, cardId: number, expected: Expected) {
  const path = `/api/business-cards/${cardId}/submissions`
  const page = InboxPage.parse(await (await owner.request('GET', path)).json())
  for (const { source, sharePoint } of page.entries) {
    const own = points.find((one) => one.code === source && one.cardId === cardId)
    expect(sharePoint).toBe(own?.label ?? null)
  }
  const text = await (await owner.request('GET', `${path}.csv`)).text()
  const met = Rows.parse(parse(text, { bom: true })).map((row) => row.map(plain))
  const at = met[0]?.indexOf('Where we met') ?? 0
  for (const { code, label, submissions } of expected.values())
    expect(met.filter((row) => row[at] === label).length, code).toBe(submissions)
}
