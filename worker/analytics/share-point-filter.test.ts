import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { AccountReport, Share, SharedReport } from '../../schema/analytics/account-report.ts'
import { CardReport, HistoryPage } from '../../schema/analytics/card-report.ts'
import type { Figures } from '../../schema/analytics/figures.ts'
import { dayMs, hourMs } from '../platform/time.ts'
import { signIn, statusAndText } from '../testing/app.ts'
import { freezeClockOfFile } from '../testing/clock.ts'
import { makeScene, type Point, type Scene } from '../testing/random-share-points.ts'

const total = 1500
const today = Math.floor(freezeClockOfFile() / dayMs)
const kinds = ['view', 'click', 'save'] as const

/** What the test expects of one share point within UTC days. */
function expectedOf(
  { events, counted }: Scene,
  { cardId, code }: Point,
  from: number,
  until = today,
) {
  const inDays = ({ at }: { at: number }) => {
    const day = Math.floor(at / dayMs)
    return day >= from && day <= until
  }
  const isIts = (one: { cardId: number; source: string; at: number }) =>
    one.cardId === cardId && one.source === code && inDays(one)
  const its = events.filter(isIts)
  const counting = its.filter(({ leftOut }) => leftOut === null)
  const all = counted.filter(isIts)
  const count = (kind: string) => all.filter((one) => one.kind === kind).length
  const measured = counting.filter(({ dwellMs }) => dwellMs > 0)
  return {
    totals: {
      views: count('view'),
      clicks: count('click'),
      saves: count('save'),
      submissions: count('submission'),
    },
    visits: {
      visitors: null,
      measured: measured.length,
      dwellMs: measured.reduce((sum, { dwellMs }) => sum + dwellMs, 0),
    },
    hours: Array.from(
      { length: 24 },
      (_, hour) => all.filter(({ at }) => Math.floor((at % dayMs) / hourMs) === hour).length,
    ),
    by: (kind: string, name: (event: (typeof its)[number]) => string) =>
      tally(counting.filter((one) => one.kind === kind).map(name)),
    leftOut: tally(its.flatMap(({ leftOut }) => leftOut ?? [])),
  }
}

function tally(names: string[]): Record<string, number> {
  return Object.fromEntries(
    [...Map.groupBy(names, (name) => name)].map(([name, all]) => [name, all.length]),
  )
}

function part(text: string, index: number): string {
  return text.split('|')[index] ?? ''
}

type Expected = ReturnType<typeof expectedOf>

/** Every panel: tiles, series, timing, breakdowns and excluded events. */
function expectPanels(report: Figures, expected: Expected, before: Expected | undefined) {
  expect(report.summary).toMatchObject({ ...expected.totals, ...expected.visits })
  expect(report.previous).toEqual(before ? { ...before.totals, ...before.visits } : null)
  const sums = (rows: Figures['timing']['hours']) =>
    rows.map(({ views, clicks, saves, submissions }) => views + clicks + saves + submissions)
  const whole = sums([{ ...expected.totals }])[0] ?? 0
  const sumOf = (rows: Figures['timing']['hours']) => sums(rows).reduce((sum, one) => sum + one, 0)
  expect(sums(report.timing.hours)).toEqual(expected.hours)
  expect([sumOf(report.series), sumOf(report.timing.weekdays)]).toEqual([whole, whole])
  const { breakdowns } = report
  const { views, clicks, saves } = expected.totals
  expect(breakdowns.totals).toEqual({ views, clicks, saves })
  for (const kind of kinds) {
    const found = breakdowns[`${kind}s`]
    expect(found.countries).toEqual(expected.by(kind, ({ place }) => part(place, 0)))
    expect(found.devices).toEqual(expected.by(kind, ({ device }) => part(device, 0)))
    expect(found.systems).toEqual(expected.by(kind, ({ device }) => part(device, 1)))
    expect(found.browsers).toEqual(expected.by(kind, ({ device }) => part(device, 2)))
    expect(found.sources).toEqual(expected.by(kind, ({ source }) => source))
  }
  expect(breakdowns.links).toEqual(expected.by('click', (one) => `${one.linkType}:${one.linkId}`))
  expect([report.leftOut, report.bursts]).toEqual([expected.leftOut, []])
}

test('every panel of a report limited to a share point agrees with a count of its events', async ({
  task,
}) => {
  const scene = await makeScene(total)
  const { owner, cards } = scene
  for (const point of scene.points.filter((_, index) => index % 3 === 0)) {
    const { code, cardId, label } = point
    const ofCard = async (query: string) =>
      CardReport.parse(
        await (
          await owner.request('GET', `/api/analytics/${cardId}?sharePoint=${code}${query}`)
        ).json(),
      )
    const ever = expectedOf(scene, point, 0)
    const report = await ofCard('&rows=500')
    expectPanels(report, ever, undefined)
    expect(report.sharePoint).toEqual({ card: cardId, code, label })
    expect(report.allTime).toEqual(ever.totals)
    const lists = [report.views, report.clicks, report.saves]
    expect(lists.map((rows) => new Set(rows.map(({ source }) => source)))).toEqual(
      Array(3).fill(new Set([code])),
    )
    expect(lists.map(({ length }) => length)).toEqual([
      ever.totals.views,
      ever.totals.clicks,
      ever.totals.saves,
    ])
    expect(report.submissions).toHaveLength(ever.totals.submissions)
    const weeks = expectedOf(scene, point, today - 27)
    const before = expectedOf(scene, point, today - 55, today - 28)
    expectPanels(await ofCard('&range=weekly&rows=0'), weeks, before)
    const account = AccountReport.parse(
      await (
        await owner.request('GET', `/api/account-analytics?timeframe=all&sharePoint=${code}`)
      ).json(),
    )
    expectPanels(account, ever, undefined)
    expect([account.counted, account.allTime]).toEqual([1, ever.totals])
    expect(account.cards.map(({ id }) => id).toSorted()).toEqual(cards.toSorted())
    await expectHistory(scene, point, ever)
  }
  await expectExports(scene)
  task.meta.proves = { what: 'random events in reports limited to a share point', cases: total }
})

async function expectHistory({ owner }: Scene, { cardId, code }: Point, expected: Expected) {
  let before = ''
  const ids = new Set<string>()
  for (;;) {
    const path = `/api/analytics/${cardId}/history?kind=views&limit=7&sharePoint=${code}${before}`
    const page = HistoryPage.parse(await (await owner.request('GET', path)).json())
    for (const { id, source } of page.rows) {
      expect(source).toBe(code)
      ids.add(id)
    }
    if (!page.next) break
    before = `&before=${page.next}`
  }
  expect(ids.size).toBe(expected.totals.views)
}

const Rows = z.array(z.record(z.string(), z.string()))

async function expectExports(scene: Scene) {
  const point = scene.points[0]
  if (!point) throw new Error('There is no share point')
  const { totals } = expectedOf(scene, point, 0)
  // The downloads of one user are limited per hour.
  const reader = await signIn(4)
  const file = async (path: string) => {
    const text = await (await reader.request('GET', `${path}&sharePoint=${point.code}`)).text()
    return Rows.parse(parse(text, { bom: true, columns: true }))
  }
  const path = `/api/analytics/${point.cardId}/export`
  const all = totals.views + totals.clicks + totals.saves + totals.submissions
  for (const [section, count] of Object.entries({ all, ...totals })) {
    const rows = await file(`${path}?section=${section}`)
    expect(rows.length, section).toBe(count)
    const sources = rows.map((row) => row.Source).filter((source) => source !== undefined)
    expect(new Set(sources).size, section).toBeLessThanOrEqual(1)
  }
  const figures = await file(`${path}?section=engagement`)
  expect(figures.filter(({ Figure }) => Figure === 'Share point')).toMatchObject([
    { Views: `${totals.views}`, Saves: `${totals.saves}` },
  ])
  const account = `/api/account-analytics/export?timeframe=all&user=${scene.owner.user.id}`
  expect(await file(`${account}&section=all`)).toHaveLength(all)
}

test('a share link limited to a share point shows its figures and no others', async () => {
  const scene = await makeScene(300)
  const [point, other] = scene.points
  if (!point || !other) throw new Error('There are no share points')
  const { cardId: card, code: sharePoint, label } = point
  const asked = { timeframe: 'all', card, sharePoint, days: 7 }
  const made = await scene.owner.request('POST', '/api/analytics-shares', asked)
  const share = Share.parse(await made.json())
  expect(share.sharePoint).toEqual({ card, code: sharePoint, label })
  const path = `/api/shared-analytics/${share.path?.replace('/shared/', '')}`
  const stranger = await signIn(1)
  const read = async (query = '') =>
    SharedReport.parse(await (await stranger.request('GET', path + query)).json())
  const expected = expectedOf(scene, point, 0)
  const report = await read()
  expectPanels({ ...report, allTime: expected.totals }, expected, undefined)
  expect(report.allTime).toEqual(expected.totals)
  expect(report.breakdowns.sharePoints.map(({ code }) => code)).toEqual([sharePoint])
  expect(report.cards).toMatchObject([{ id: card, ...expected.totals }])
  expect(report.shared.sharePoint).toBe(sharePoint)
  expect(JSON.stringify(report)).not.toContain(other.label)
  expect(await statusAndText(stranger.request('GET', `${path}?sharePoint=${other.code}`))).toEqual([
    403,
    'This link does not cover that share point',
  ])
  const wide = Share.parse(
    await (
      await scene.owner.request('POST', '/api/analytics-shares', {
        ...asked,
        sharePoint: undefined,
      })
    ).json(),
  )
  const widePath = `/api/shared-analytics/${wide.path?.replace('/shared/', '')}`
  const narrowed = SharedReport.parse(
    await (await stranger.request('GET', `${widePath}?sharePoint=${sharePoint}`)).json(),
  )
  expect(narrowed.summary).toMatchObject(expected.totals)
})

test("reports, exports and links refuse codes of others' cards and of none", async () => {
  const scene = await makeScene(30)
  const [own] = scene.points
  const foreign = (await makeScene(30)).points[0]
  const { owner, cards } = scene
  for (const code of [foreign?.code, 'ZZZZZZ', 'nothing'])
    for (const path of [
      `/api/analytics/${cards[0]}?rows=0`,
      `/api/analytics/${cards[0]}/history?kind=views`,
      `/api/analytics/${cards[0]}/export?section=all`,
      '/api/account-analytics?timeframe=all',
      '/api/account-analytics/export?timeframe=all',
    ])
      expect(await statusAndText(owner.request('GET', `${path}&sharePoint=${code}`)), path).toEqual(
        [code === 'nothing' ? 400 : 404, 'Share point not found'],
      )
  // The share point of another card of the same owner.
  const query = `sharePoint=${own?.code}&rows=0`
  expect((await owner.request('GET', `/api/analytics/${cards[1]}?${query}`)).status).toBe(404)
  for (const card of [cards[1], null])
    expect(
      await statusAndText(
        owner.request('POST', '/api/analytics-shares', {
          ...{ timeframe: 'all', card, sharePoint: own?.code, days: 7 },
        }),
      ),
    ).toEqual([404, 'Share point not found'])
})
