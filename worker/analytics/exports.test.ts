import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { formSubmissions } from '../../schema/inbox/tables.ts'
import { dayMs } from '../platform/time.ts'
import { db, makeCard, request, signIn } from '../testing/app.ts'
import { advanceClock } from '../testing/clock.ts'
import { makeEvent } from '../testing/events.ts'
import { readBack } from '../testing/read-csv.ts'
import { recordEvents } from '../tracking/record.ts'

async function lines(response: Response): Promise<unknown[]> {
  const text = new TextDecoder().decode(await response.arrayBuffer())
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
}

test('GET /api/analytics/:id/export rejects signed-out callers, other users, unknown cards and unknown queries', async () => {
  const owner = await signIn(1)
  const card = await makeCard({ userId: owner.user.id })
  const path = `/api/analytics/${card.id}/export`
  expect((await request('GET', path)).status).toBe(401)
  expect((await (await signIn(3)).request('GET', path)).status).toBe(403)
  expect((await owner.request('GET', '/api/analytics/2147483647/export')).status).toBe(404)
  for (const question of [
    'section=hours',
    'format=pdf',
    'range=hourly',
    'zone=Mars/Olympus',
    'x=1',
  ])
    expect((await owner.request('GET', `${path}?${question}`)).status, question).toBe(400)
  const empty = await owner.request('GET', path)
  expect([empty.status, await empty.text()]).toEqual([404, 'No data available to export'])
})

test('GET /api/analytics/:id/export has every kind of event, newest first, in local time and in UTC', async () => {
  const owner = await signIn(1)
  const card = await makeCard({ userId: owner.user.id, name: 'Zoë / Ada', socialLinks: { x: '#' } })
  const at = Date.UTC(2026, 6, 1, 22, 30)
  const view = makeEvent({ cardId: card.id, at, dwellMs: 900 })
  const click = { kind: 'click', linkType: 'social', linkId: 'x' } as const
  await recordEvents(env, [
    view,
    makeEvent({ cardId: card.id, at: at + 2, ...click }),
    makeEvent({ cardId: card.id, at: at + 1, kind: 'save', source: 'qr' }),
    makeEvent({ cardId: card.id, at: at + 5, leftOut: 'bot' }),
  ])
  await db.insert(formSubmissions).values({
    cardId: card.id,
    clientId: 'one',
    formData: { name: '=cmd()' },
    timestamp: new Date(at + 3).toISOString(),
  })
  // Midnight in India must not pass between the answer and the date.
  advanceClock(0)
  const response = await owner.request('GET', `/api/analytics/${card.id}/export?zone=Asia/Kolkata`)
  const date = new Date(Date.now() + 5.5 * 3_600_000).toISOString().slice(0, 10)
  expect(response.headers.get('Content-Disposition')).toContain(
    `filename="Zoe Ada-analytics-all-${date}.csv"`,
  )
  const rows = readBack(await response.text())
  expect(rows.map((row) => row.Event)).toEqual(['Submission', 'Click', 'Save', 'View'])
  expect(rows[1]).toMatchObject({ 'Link type': 'social', 'Link ID': 'x', 'Time spent (ms)': '' })
  expect(rows[3]).toEqual({
    'Time (Asia/Kolkata)': '2026-07-02 04:00:00',
    'Timestamp (ISO 8601)': '2026-07-01T22:30:00.000Z',
    Event: 'View',
    'Link type': '',
    'Link ID': '',
    'Time spent (ms)': '900',
    Location: 'Berlin, Berlin, DE',
    Device: 'Mobile, iOS, Safari',
    IP: 'Unknown',
    Source: 'link',
    'Share point': '',
    'At event': '',
    'Event ID': view.id,
  })
  const ndjson = await owner.request(
    'GET',
    `/api/analytics/${card.id}/export?section=views&format=ndjson`,
  )
  expect(ndjson.headers.get('Content-Type')).toContain('application/x-ndjson')
  expect(await lines(ndjson)).toMatchObject([
    { timestamp: '2026-07-01T22:30:00.000Z', dwellMs: 900, ip: 'Unknown', id: view.id },
  ])
})

test('GET /api/analytics/:id/export shows the content of submissions only to the owner and level 5', async () => {
  const owner = await signIn(1)
  const card = await makeCard({ userId: owner.user.id })
  await db.insert(formSubmissions).values({
    cardId: card.id,
    clientId: 'one',
    formData: { name: '=cmd()', message: 'a\n"b",\r\nc' },
    note: 'mine',
  })
  const path = `/api/analytics/${card.id}/export?section=submissions`
  for (const reader of [owner, await signIn(5)]) {
    const [row] = readBack(await (await reader.request('GET', path)).text())
    expect(row).toMatchObject({ Name: '=cmd()', Message: 'a\n"b",\r\nc', Note: 'mine' })
  }
  const csv = await (await (await signIn(4)).request('GET', path)).text()
  expect(csv).not.toMatch(/cmd|mine|Name|Note/)
  expect(readBack(csv)).toHaveLength(1)
})

test('GET /api/analytics/:id/export limits a range at local midnight', async () => {
  const owner = await signIn(1)
  const card = await makeCard({ userId: owner.user.id })
  advanceClock(0)
  const first = new Date(Date.now() - 6 * dayMs + 9 * 3_600_000).toISOString().slice(0, 10)
  const midnight = Date.parse(`${first}T00:00:00+09:00`)
  await recordEvents(
    env,
    [-1, 0, 1].map((ms) => makeEvent({ cardId: card.id, at: midnight + ms })),
  )
  const response = await owner.request(
    'GET',
    `/api/analytics/${card.id}/export?range=daily&zone=Asia/Tokyo&format=ndjson`,
  )
  expect(await lines(response)).toHaveLength(2)
})

test('GET /api/analytics/:id/export ends the overview with the bursts', async () => {
  const owner = await signIn(1)
  const card = await makeCard({ userId: owner.user.id })
  const at = Math.floor(Date.now() / 60_000) * 60_000
  const save = { kind: 'save', network: 'hall__', at } as const
  await recordEvents(
    env,
    Array.from({ length: 120 }, () => makeEvent({ cardId: card.id, ...save })),
  )
  const path = `/api/analytics/${card.id}/export?section=overview&format=ndjson&range=daily`
  expect((await lines(await owner.request('GET', path))).slice(-2)).toMatchObject([
    { figure: 'In bursts', value: 'saves', saves: 120, views: 0 },
    { figure: 'Largest burst', value: new Date(at).toISOString(), saves: 120 },
  ])
})

test('GET /api/analytics/:id/export has the figures of every tab, with consistent totals', async () => {
  const owner = await signIn(1)
  const card = await makeCard({ userId: owner.user.id })
  const now = Date.now()
  const events = [0, 1, 2, 3, 5, 6].map((ago) =>
    makeEvent({
      cardId: card.id,
      at: now - ago * dayMs,
      dwellMs: 3000,
      source: ago % 2 ? 'qr' : 'link',
    }),
  )
  const click = { kind: 'click', linkType: 'website', linkId: 'primary', at: now } as const
  await recordEvents(env, [...events, makeEvent({ cardId: card.id, ...click })])
  const read = async (section: string) => {
    const path = `/api/analytics/${card.id}/export?range=weekly&section=${section}`
    return readBack(await (await owner.request('GET', path)).text())
  }
  const sum = (rows: Record<string, string>[], figure: string, column: string) =>
    rows.filter((row) => row.Figure === figure).reduce((all, row) => all + Number(row[column]), 0)
  const overview = await read('overview')
  expect(overview[0]).toMatchObject({
    Views: '6',
    Clicks: '1',
    Submissions: '0',
    'Click-through rate (%)': '16.67',
    'Save rate (%)': '0.00',
    'Engagement rate (%)': '16.67',
    'Average time spent (s)': '3.0',
  })
  const figures = {
    overview: ['Week from'],
    engagement: ['Week from', 'Source'],
    timing: ['Hour', 'Weekday'],
    devices: ['Device', 'Operating system', 'Browser'],
    geographic: ['Country', 'Region', 'Location'],
  }
  for (const [section, names] of Object.entries(figures)) {
    const rows = await read(section)
    for (const name of names)
      expect([sum(rows, name, 'Views'), sum(rows, name, 'Clicks')], name).toEqual([6, 1])
  }
  expect((await read('engagement')).find((row) => row.Figure === 'Link')).toMatchObject({
    Value: 'website:primary',
    Clicks: '1',
  })
  expect((await read('timing')).filter((row) => row.Figure === 'Hour')).toHaveLength(24)
})

test('GET /api/account-analytics/export covers the cards of the account; from level 4, of other users', async () => {
  const owner = await signIn(1)
  const admin = await signIn(4)
  const cards = await Promise.all(
    ['Old', 'New'].map((name) => makeCard({ userId: owner.user.id, name })),
  )
  const [old, fresh] = cards.map(({ id }) => id).sort((a, b) => a - b)
  const at = Date.now()
  await recordEvents(
    env,
    [old, fresh].flatMap((cardId = 0) =>
      [0, 60_000].map((ago) => makeEvent({ cardId, at: at - ago })),
    ),
  )
  await db
    .insert(formSubmissions)
    .values({ cardId: fresh ?? 0, clientId: 'one', formData: { name: 'Grace' } })
  const path = '/api/account-analytics/export?timeframe=week'
  expect((await request('GET', path)).status).toBe(401)
  for (const question of ['everybody=1', `user=${admin.user.id}`])
    expect((await owner.request('GET', `${path}&${question}`)).status).toBe(403)
  expect((await owner.request('GET', `${path}&timeframe=day`)).status).toBe(400)
  expect((await owner.request('GET', `${path}&section=none`)).status).toBe(400)
  expect((await (await signIn(1)).request('GET', path)).status).toBe(404)
  const response = await owner.request('GET', path)
  expect(response.headers.get('Content-Disposition')).toMatch(
    /filename="Edgecard-analytics-all-\d{4}-\d\d-\d\d\.csv"/,
  )
  expect(response.headers.get('X-Total-Rows')).toBe('5')
  const rows = readBack(await response.text())
  expect(rows.map((row) => [row['Card ID'], row.Event])).toEqual([
    ...['Submission', 'View', 'View'].map((kind) => [`${fresh}`, kind]),
    ...['View', 'View'].map((kind) => [`${old}`, kind]),
  ])
  const one = await owner.request('GET', `${path}&section=views&card=${old}&format=ndjson`)
  expect(await lines(one)).toHaveLength(2)
  const sent = `${path}&section=submissions&user=${owner.user.id}`
  expect(await (await owner.request('GET', sent)).text()).toContain('Grace')
  expect(await (await admin.request('GET', sent)).text()).not.toContain('Grace')
  expect(await (await (await signIn(5)).request('GET', sent)).text()).toContain('Grace')
})
