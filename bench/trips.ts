/** Sequential remote calls (trips) of what visitors and owners do, and the response time at 0, 40 and 120 ms a trip. */
import { demoPassword } from '../demo/seed.ts'
import { sharePointPath } from '../schema/screens.ts'
import { shareCodeAlphabet } from '../schema/share-points/share-point.ts'
import { openWorker, signIn } from './open-worker.ts'
import { type Figure, median } from './table.ts'

const latencies = [0, 40, 120]
const rounds = 5
const slug = 'ada'
const username = 'maria'

type Call = { method?: string; path: string; headers?: Record<string, string>; body?: object }
type Measured = { trips: number; calls: string[]; milliseconds: number; response: Response }

/** `atMost` is in trips, `firstByteMs` in milliseconds at 120 ms a trip. */
type Act = { what: string; atMost: number; firstByteMs?: number; call: (round: string) => Call }

export async function benchTrips(): Promise<Figure[]> {
  const worker = await openWorker({ wrapping: 'remote' })
  await makeSharePoints(worker.env.DB)
  const send = (call: Call, latency: number) => measure(worker.url, call, latency)
  const Cookie = await signIn(worker.url, username)
  const figures: Figure[] = []
  for (const act of await acts(send, { Cookie })) figures.push(await figureOf(act, send))
  await worker.close()
  return figures
}

// One for each request that no cache may answer, and two more.
const codes = [...shareCodeAlphabet]
  .slice(0, rounds * latencies.length + 2)
  .map((last) => `BENCH${last}`)
const [knownCode = '', ...unusedCodes] = codes

async function makeSharePoints(db: D1Database): Promise<void> {
  await db
    .prepare(
      `insert or ignore into share_points (card_id, code, label, kind, created_at)
       select card.id, value, value, 'link', '' from business_cards as card, json_each(?) where card.slug = ?`,
    )
    .bind(JSON.stringify(codes), slug)
    .run()
}

const signingIn = { path: '/api/login', body: { username, password: demoPassword } }

type Send = (call: Call, latency: number) => Promise<Measured>

async function acts(send: Send, headers: { Cookie: string }): Promise<Act[]> {
  const cards = await send({ path: '/api/business-cards', headers }, 0)
  const [card]: { id: number; version: number }[] = await cards.response.json()
  const path = `/api/business-cards/${card?.id}`
  const { version: _, ...stored }: { version: number } = await (
    await send({ path, headers }, 0)
  ).response.json()
  return [
    {
      what: 'a view that no cache has',
      atMost: 1,
      firstByteMs: 200,
      call: (round) => ({ path: `/view/${slug}`, headers: { 'X-Bench-Host': `${round}.test` } }),
    },
    {
      what: 'a view by a code that no cache has',
      atMost: 1,
      firstByteMs: 200,
      call: (round) => ({
        path: sharePointPath(unusedCodes.pop() ?? ''),
        headers: { 'X-Bench-Host': `${round}.code.test` },
      }),
    },
    {
      what: 'a cached view by a code',
      atMost: 0,
      call: () => ({ path: sharePointPath(knownCode) }),
    },
    { what: 'a cached view', atMost: 0, call: () => ({ path: `/view/${slug}` }) },
    { what: 'signing in', atMost: 3, firstByteMs: 600, call: () => signingIn },
    { what: 'the dashboard', atMost: 2, call: () => ({ path: '/api/business-cards', headers }) },
    { what: 'opening the editor', atMost: 2, call: () => ({ path, headers }) },
    {
      what: 'saving a card',
      atMost: 3,
      firstByteMs: 450,
      call: (round) => ({
        method: 'PUT',
        path,
        headers,
        body: { ...stored, videoUrl: null, title: round },
      }),
    },
    {
      what: 'the report of a card',
      atMost: 2,
      call: () => ({
        path: `/api/analytics/${card?.id}?range=monthly&zone=Europe/Berlin`,
        headers,
      }),
    },
  ]
}

async function figureOf({ what, atMost, firstByteMs, call }: Act, send: Send): Promise<Figure> {
  const runs = new Map<number, Measured[]>()
  await send(call('warm-up'), 0)
  for (let round = 0; round < rounds; round += 1)
    for (const latency of latencies) {
      const run = await send(call(`round-${round}-${latency}`), latency)
      runs.set(latency, [...(runs.get(latency) ?? []), run])
    }
  const all = [...runs.values()].flat()
  const trips = Math.max(...all.map((run) => run.trips))
  const times = latencies.map((latency) =>
    median((runs.get(latency) ?? []).map(({ milliseconds }) => milliseconds)),
  )
  const slowest = times.at(-1) ?? 0
  return {
    what: `${what}: trips; ms to the first byte with ${latencies.join(', ')} ms a trip`,
    measured: `${trips}; ${times.map((time) => time.toFixed(0)).join(', ')}`,
    target: `at most ${atMost}${firstByteMs ? `; ${firstByteMs} at ${latencies.at(-1)} ms` : ''}`,
    met: trips <= atMost && slowest <= (firstByteMs ?? Number.POSITIVE_INFINITY),
    note: `calls at the same time count as one trip; median of ${rounds}`,
    detail: all[0]?.calls.join(', ') || 'no calls',
  }
}

async function measure(origin: URL, call: Call, latency: number): Promise<Measured> {
  const { method = call.body ? 'POST' : 'GET', path, headers, body } = call
  const start = performance.now()
  const response = await fetch(new URL(path, origin), {
    method,
    headers: {
      'Content-Type': 'application/json',
      'X-Trip-Milliseconds': String(latency),
      ...headers,
    },
    body: body && JSON.stringify(body),
  })
  const milliseconds = performance.now() - start
  if (!response.ok) throw new Error(`${method} ${path} answers ${response.status}`)
  const { headers: answered } = response
  return {
    trips: Number(answered.get('X-Trips')),
    calls: JSON.parse(answered.get('X-Remote-Calls') ?? '[]'),
    milliseconds,
    response,
  }
}
