/** Sequential remote calls (trips) of what visitors and owners do, and the response time at 0, 40 and 120 ms a trip. */
import { demoPassword } from '../demo/seed.ts'
import { sharePointPath } from '../schema/screens.ts'
import { shareCodeAlphabet } from '../schema/share-points/share-point.ts'
import { openWorker, signIn } from './open-worker.ts'
import { makeSharePoints } from './share-points.ts'
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
  await using worker = await openWorker({ wrapping: 'remote' })
  const id = worker.env.DB.prepare('select id from business_cards where slug = ?').bind(slug)
  await makeSharePoints(worker.env.DB, (await id.first<number>('id')) ?? 0, codes)
  const send = (call: Call, latency: number) => measure(worker.url, call, latency)
  const Cookie = await signIn(worker.url, username)
  return await Array.fromAsync(await acts(send, { Cookie }), (act) => figureOf(act, send))
}

// One for each request that no cache may answer, and two more.
const codes = [...shareCodeAlphabet]
  .slice(0, rounds * latencies.length + 2)
  .map((last) => `BENCH${last}`)
const [knownCode = '', ...unusedCodes] = codes

const signingIn = { path: '/api/login', body: { username, password: demoPassword } }

type Send = (call: Call, latency: number) => Promise<Measured>

async function acts(send: Send, headers: { Cookie: string }): Promise<Act[]> {
  const cards = await send({ path: '/api/business-cards', headers }, 0)
  const [card]: { id: number; version: number }[] = await cards.response.json()
  const path = `/api/business-cards/${card?.id}`
  const { version: _, ...stored }: { version: number } = await (
    await send({ path, headers }, 0)
  ).response.json()
  const saved = { ...stored, videoUrl: null }
  const read = (url: string) => () => ({ path: url, headers })
  const report = `/api/analytics/${card?.id}?range=monthly&zone=Europe/Berlin`
  return [
    {
      ...{ what: 'a view that no cache has', ...uncached },
      call: (round) => fromHost(round, { path: `/view/${slug}` }),
    },
    {
      ...{ what: 'a view by a code that no cache has', ...uncached },
      call: (round) => fromHost(`${round}.code`, byCode(unusedCodes.pop())),
    },
    { what: 'a cached view by a code', atMost: 0, call: () => byCode(knownCode) },
    { what: 'a cached view', atMost: 0, call: () => ({ path: `/view/${slug}` }) },
    { what: 'signing in', atMost: 3, firstByteMs: 600, call: () => signingIn },
    { what: 'the dashboard', atMost: 2, call: read('/api/business-cards') },
    { what: 'opening the editor', atMost: 2, call: read(path) },
    {
      ...{ what: 'saving a card', atMost: 3, firstByteMs: 450 },
      call: (title) => ({ method: 'PUT', path, headers, body: { ...saved, title } }),
    },
    { what: 'the report of a card', atMost: 2, call: read(report) },
  ]
}

const uncached = { atMost: 1, firstByteMs: 200 }

/** A page is cached for each host. */
function fromHost(host: string, call: Call): Call {
  return { ...call, headers: { 'X-Bench-Host': `${host}.test` } }
}

function byCode(code = ''): Call {
  return { path: sharePointPath(code) }
}

async function figureOf({ what, atMost, firstByteMs, call }: Act, send: Send): Promise<Figure> {
  await send(call('warm-up'), 0)
  const runs = await Array.fromAsync({ length: rounds }, (_, round) =>
    Array.fromAsync(latencies, (latency) => send(call(`round-${round}-${latency}`), latency)),
  )
  const all = runs.flat()
  const trips = Math.max(...all.map((run) => run.trips))
  const times = latencies.map((_, at) => median(runs.map((run) => run[at]?.milliseconds ?? 0)))
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
