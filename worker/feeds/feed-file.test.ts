import { env } from 'cloudflare:workers'
import { parquetMetadata, parquetReadObjects, parquetSchema } from 'hyparquet'
import { expect, test } from 'vitest'
import { dateText, dayMs } from '../platform/time.ts'
import { makeCard, signIn } from '../testing/app.ts'
import { freezeClockOfFile } from '../testing/clock.ts'
import { makeEvent } from '../testing/events.ts'
import { makeFeed, parseLines } from '../testing/feeds.ts'
import { makeEntry } from '../testing/inbox.ts'
import { readBack } from '../testing/read-csv.ts'
import { makeBoard, makeSharePoint } from '../testing/share-points.ts'
import { recordEvents } from '../tracking/record.ts'

const today = Math.floor(freezeClockOfFile() / dayMs)
const noon = (daysAgo: number) => (today - daysAgo) * dayMs + dayMs / 2

test('a feed of days has the figures of each card and day', async () => {
  const owner = await signIn(1)
  const [first, second] = [
    await makeCard({ userId: owner.user.id, name: '=Ada' }),
    await makeCard({ userId: owner.user.id, name: null }),
  ]
  await makeCard()
  const event = (cardId: number, daysAgo: number, fields = {}) =>
    makeEvent({ cardId, at: noon(daysAgo), visitor: 'one', ...fields })
  await recordEvents(env, [
    ...[event(first.id, 1), event(first.id, 1, { visitor: 'two', at: noon(1) + 1 })],
    event(first.id, 3, { kind: 'click', linkId: 'primary' }),
    event(second.id, 400, { kind: 'save' }),
    event(second.id, 1, { leftOut: 'bot' }),
  ])
  await makeEntry(first.id, { timestamp: new Date(noon(1)).toISOString() })
  await makeEntry(first.id, { timestamp: new Date(noon(2)).toISOString() })
  const feed = await makeFeed(owner)
  const rows = parseLines(await feed.readText('days.ndjson'))
  const none = { views: 0, clicks: 0, saves: 0, submissions: 0, visitors: 0 }
  const ofFirst = { ...none, cardId: first.id, card: '=Ada' }
  const ofSecond = { ...none, cardId: second.id, card: second.slug }
  const expected = [
    { ...ofSecond, date: dateText(today - 400), saves: 1, visitors: 1 },
    { ...ofFirst, date: dateText(today - 1), views: 2, visitors: 2, submissions: 1 },
    { ...ofFirst, date: dateText(today - 2), submissions: 1 },
    { ...ofFirst, date: dateText(today - 3), clicks: 1, visitors: 1 },
  ]
  const counted = rows.filter((row) => Number(row.visitors) + Number(row.submissions) > 0)
  expect(counted).toEqual(expected)
  const csv = await feed.readText('days.csv')
  expect(csv).toContain(`"'=Ada",2,0,0,1,2\r\n`)
  expect(readBack(csv)).toEqual(
    rows.map((row) => Object.fromEntries(Object.entries(row).map(([key, v]) => [key, `${v}`]))),
  )
  const recent = parseLines(await feed.readText('days.ndjson?days=3'))
  expect(recent.filter(({ cardId }) => cardId === first.id).map(({ date }) => date)).toEqual(
    [1, 2].map((ago) => dateText(today - ago)),
  )
  const one = await makeFeed(owner, { card: second.id })
  const ids = parseLines(await one.readText('days.ndjson')).map(({ cardId }) => cardId)
  expect(new Set(ids)).toEqual(new Set([second.id]))
})

test('a feed of points has the figures of each share point', async () => {
  const owner = await signIn(1)
  const card = await makeCard({ userId: owner.user.id })
  const [booth, badge] = [
    await makeSharePoint({ cardId: card.id }),
    await makeSharePoint({ cardId: card.id, archivedAt: new Date().toISOString() }),
  ]
  await recordEvents(env, [
    makeEvent({ cardId: card.id, at: noon(9), source: booth.code }),
    makeEvent({ cardId: card.id, at: noon(1), source: booth.code }),
  ])
  await makeEntry(card.id, { source: booth.code, timestamp: new Date(noon(1)).toISOString() })
  const feed = await makeFeed(owner, { kind: 'points' })
  const rows = async (query = '') => parseLines(await feed.readText(`points.ndjson${query}`))
  expect(await rows()).toEqual([
    {
      ...{ code: booth.code, label: booth.label, cardId: card.id, card: card.name, archived: 0 },
      ...{ views: 2, clicks: 0, saves: 0, submissions: 1 },
      ...{ first: new Date(noon(9)).toISOString(), last: new Date(noon(1)).toISOString() },
    },
    {
      ...{ code: badge.code, label: badge.label, cardId: card.id, card: card.name, archived: 1 },
      ...{ views: 0, clicks: 0, saves: 0, submissions: 0, first: null, last: null },
    },
  ])
  expect((await rows('?days=3'))[0]).toMatchObject({ views: 1, submissions: 1 })
})

test('a feed of events has those of the last 30 days, or continues after a cursor', async () => {
  const owner = await signIn(1)
  const card = await makeCard({ userId: owner.user.id, socialLinks: { x: '#' } })
  const point = await makeSharePoint({ cardId: card.id })
  await makeBoard(owner.user.id, [point.id])
  const click = makeEvent({
    ...{ cardId: card.id, at: noon(1) + 1, kind: 'click', linkType: 'social', linkId: 'x' },
  })
  const view = makeEvent({ cardId: card.id, at: noon(1), source: point.code, dwellMs: 7 })
  const old = makeEvent({ cardId: card.id, at: noon(40), kind: 'save' })
  const bot = makeEvent({ cardId: card.id, at: noon(2), leftOut: 'bot' })
  await recordEvents(env, [click, view, old, bot])
  const feed = await makeFeed(owner, { kind: 'events', card: card.id })
  const read = async (query: string) => parseLines(await feed.readText(`events.ndjson${query}`))
  const rows = await read('')
  const common = { cardId: card.id, card: 'Ada Lovelace', location: 'Berlin, Berlin, DE' }
  expect(rows.toSorted((a, b) => String(a.kind).localeCompare(String(b.kind)))).toEqual([
    {
      ...{ ...common, timestamp: new Date(click.at).toISOString(), kind: 'click', id: click.id },
      ...{ source: 'link', sharePoint: null, event: null, device: 'Mobile, iOS, Safari' },
      ...{ linkType: 'social', linkId: 'x', dwellMs: null },
    },
    {
      ...{ ...common, timestamp: new Date(view.at).toISOString(), kind: 'view', id: view.id },
      ...{ source: point.code, sharePoint: point.label, event: 'Hannover Messe' },
      ...{ device: 'Mobile, iOS, Safari', linkType: null, linkId: null, dwellMs: 7 },
    },
  ])
  expect((await read('?days=60')).map(({ id }) => id)).toContain(old.id)
  const first = await feed.read('events.ndjson?cursor=&limit=2')
  expect(first.headers.get('X-More')).toBe('true')
  const next = await feed.read(`events.ndjson?cursor=${first.headers.get('X-Next-Cursor')}`)
  expect(next.headers.get('X-More')).toBe('false')
  const pulled = [...parseLines(await first.text()), ...parseLines(await next.text())]
  expect(pulled.map(({ id }) => id)).toEqual([old.id, view.id, click.id])
  expect(pulled.slice(1).toReversed()).toEqual(rows)
  expect((await feed.read('events.csv?cursor=x')).status).toBe(400)
  const all = await makeFeed(owner, { kind: 'events' })
  expect((await all.read('events.csv?cursor=')).status).toBe(400)
})

test('a feed of entries has the contents of the inbox, without formulas and what visitors deleted', async () => {
  const owner = await signIn(1)
  const card = await makeCard({ userId: owner.user.id })
  const formData = { name: '=HYPERLINK("x")', email: 'grace@cards.test', question2: 'Two\nlines' }
  const timestamp = new Date(noon(1)).toISOString()
  const entry = await makeEntry(card.id, { formData, timestamp, status: 'done', note: 'Call' })
  await makeEntry(card.id, { formData: {}, withdrawnAt: timestamp })
  await makeEntry((await makeCard()).id)
  const captured = await makeEntry(card.id, {
    ...{ formData: { name: 'Ada', code: '117', 'Which day?': 'Monday' }, rating: 'hot' as const },
    ...{ capturedAt: timestamp, capturedBy: owner.user.id, timestamp: new Date().toISOString() },
  })
  const feed = await makeFeed(owner, { kind: 'entries' })
  const [lead, ...rows] = parseLines(await feed.readText('entries.ndjson'))
  expect(lead).toMatchObject({
    ...{ id: captured.id, name: 'Ada', code: '117', more: '{"Which day?":"Monday"}' },
    ...{ rating: 'hot', captured: timestamp, capturedBy: 'Ada Lovelace' },
  })
  expect(rows).toEqual([
    {
      ...{ id: entry.id, received: timestamp, cardId: card.id, card: 'Ada Lovelace' },
      ...{ status: 'done', phone: null, company: null, message: null, question1: null },
      ...{ ...formData, note: 'Call', source: 'link', sharePoint: null, event: null },
      ...{ location: 'Unknown', device: 'Unknown', revision: 0, revised: null },
      ...{ title: null, mobile: null, website: null, address: null, code: null, more: null },
      ...{ rating: null, captured: null, capturedBy: null, followUpOn: null },
      ...{ tags: null, fields: null, assignee: null },
    },
  ])
  const csv = await feed.readText('entries.csv')
  expect(csv).toContain(`"'=HYPERLINK(""x"")"`)
  expect(readBack(csv)).toMatchObject([{ code: '117' }, { ...formData, id: `${entry.id}` }])
  expect(readBack(await feed.readText('entries.csv?days=1'))).toMatchObject([{ code: '117' }])
})

test('a Parquet file has the rows of the others, with types', async () => {
  const owner = await signIn(1)
  const card = await makeCard({ userId: owner.user.id })
  const views = [1, 2, 3].map((ago) => makeEvent({ cardId: card.id, at: noon(ago), dwellMs: ago }))
  await recordEvents(env, views)
  await makeSharePoint({ cardId: card.id })
  await makeEntry(card.id, { formData: { name: 'Grüße 😀', email: '=1' } })
  for (const kind of ['days', 'points', 'events', 'entries'] as const) {
    const feed = await makeFeed(owner, { kind })
    const response = await feed.read(`${kind}.parquet`)
    expect(response.headers.get('Content-Type')).toBe('application/vnd.apache.parquet')
    const rows = await parquetReadObjects({ file: await response.arrayBuffer() })
    const others = parseLines(await feed.readText(`${kind}.ndjson`))
    expect(rows.map(plainValues), kind).toEqual(others)
    expect(rows.length, kind).toBeGreaterThan(0)
  }
  const empty = await makeFeed(await signIn(1))
  const file = await (await empty.read('days.parquet')).arrayBuffer()
  expect(parquetSchema(parquetMetadata(file)).children.map(({ element }) => element.name)).toEqual([
    ...['date', 'cardId', 'card', 'views', 'clicks', 'saves', 'submissions', 'visitors'],
  ])
})

/** Dates and large integers as in JSON; a day has no time. */
function plainValues(row: Record<string, unknown>) {
  const plain = (key: string, value: unknown) => {
    if (typeof value === 'bigint') return Number(value)
    if (!(value instanceof Date)) return value
    return key === 'date' ? value.toISOString().slice(0, 10) : value.toISOString()
  }
  return Object.fromEntries(Object.entries(row).map(([key, value]) => [key, plain(key, value)]))
}
