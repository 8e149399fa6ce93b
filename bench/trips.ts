/** Sequential remote calls of what visitors and owners do, and its time when each takes 0, 40 and 120 ms. */
import { demoPassword } from '../demo/seed.ts'
import { sharePointPath, viewPath } from '../schema/screens.ts'
import { shareCodeAlphabet } from '../schema/share-points/share-point.ts'
import { openDemo } from './demo.ts'
import { callsHeader, hostHeader, tripHeader, tripsHeader } from './remote-calls.ts'
import { type Figure, median } from './table.ts'
import { openWorker } from './worker.ts'

const latencies = [0, 40, 120]
const rounds = 5
const slug = 'ada'
const username = 'maria'

type Call = { method?: string; path: string; headers?: Record<string, string>; body?: object }
type Measured = { trips: number; calls: string[]; milliseconds: number; response: Response }

/** `atMost` is in trips, `firstByteMs` in milliseconds at 120 ms a trip. */
type Act = { what: string; atMost: number; firstByteMs?: number; call: (round: string) => Call }

export async function benchTrips(): Promise<Figure[]> {
  const demo = await openDemo()
  await makeSharePoints(demo.env.DB)
  await demo.close()
  const worker = await openWorker('bench/trips-worker.ts', { folder: demo.folder })
  const send = (call: Call, latency: number) => measure(worker.url, call, latency)
  const figures: Figure[] = []
  for (const act of await acts(send)) figures.push(await figureOf(act, send))
  figures.push(await codeAgainstLink(send))
  await worker.close()
  return figures
}

// One for each request that no cache may answer, and two more.
const codes = [...shareCodeAlphabet]
  .slice(0, rounds * latencies.length + 3)
  .map((last) => `BENCH${last}`)
const [knownCode = '', newCode = '', ...unusedCodes] = codes

async function makeSharePoints(db: D1Database): Promise<void> {
  await db
    .prepare(
      `insert or ignore into share_points (card_id, code, label, kind, created_at)
       select card.id, value, value, 'link', '' from business_cards as card, json_each(?) where card.slug = ?`,
    )
    .bind(JSON.stringify(codes), slug)
    .run()
}

type Send = (call: Call, latency: number) => Promise<Measured>

async function acts(send: Send): Promise<Act[]> {
  const signIn = { path: '/api/login', body: { username, password: demoPassword } }
  const signedIn = await send(signIn, 0)
  const Cookie = signedIn.response.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  const headers = { Cookie }
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
      call: (round) => ({ path: `/view/${slug}`, headers: { [hostHeader]: `${round}.test` } }),
    },
    {
      what: 'a view by a code that no cache has',
      atMost: 1,
      firstByteMs: 200,
      call: (round) => ({
        path: sharePointPath(unusedCodes.pop() ?? ''),
        headers: { [hostHeader]: `${round}.code.test` },
      }),
    },
    {
      what: 'a cached view by a code',
      atMost: 0,
      call: () => ({ path: sharePointPath(knownCode) }),
    },
    { what: 'a cached view', atMost: 0, call: () => ({ path: `/view/${slug}` }) },
    { what: 'signing in', atMost: 3, firstByteMs: 600, call: () => signIn },
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

/** Opens a page that no cache has by its link and by a code. */
async function codeAgainstLink(send: Send): Promise<Figure> {
  const open = async (path: string, host: string) => {
    const { trips, calls, response } = await send({ path, headers: { [hostHeader]: host } }, 0)
    const headers = JSON.stringify([...response.headers].filter(([name]) => !/^x-/i.test(name)))
    const bytes = Buffer.byteLength(await response.text()) + Buffer.byteLength(headers)
    return { trips, statements: calls.flatMap((call) => call.split(' + ')).length, bytes }
  }
  const link = await open(viewPath(slug), 'by-link.test')
  const code = await open(sharePointPath(newCode), 'by-code.test')
  const more = {
    trips: code.trips - link.trips,
    statements: code.statements - link.statements,
    bytes: code.bytes - link.bytes,
  }
  return {
    what: 'a view by a code that no cache has, more than by the link: trips; statements; bytes',
    measured: Object.values(more).join('; '),
    target: 'at most 0; 0; 200',
    met: more.trips <= 0 && more.statements <= 0 && more.bytes <= 200,
    note: `by the link: trips ${link.trips}, statements ${link.statements}, bytes of headers and page ${link.bytes}; the posts of a view add their source, 18 bytes each`,
  }
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
      [tripHeader]: String(latency),
      ...headers,
    },
    body: body && JSON.stringify(body),
  })
  const milliseconds = performance.now() - start
  if (!response.ok) throw new Error(`${method} ${path} answers ${response.status}`)
  const { headers: answered } = response
  return {
    trips: Number(answered.get(tripsHeader)),
    calls: JSON.parse(answered.get(callsHeader) ?? '[]'),
    milliseconds,
    response,
  }
}
