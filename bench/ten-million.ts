/** The monthly report (six months) of a card with ten million events, all of 30 days, against one with ten thousand. The events are stored for later runs. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { dataDir } from '../scripts/local/data-dir.ts'
import { dayMs } from '../worker/platform/time.ts'
import { makeCards } from './baseline.ts'
import type { Result, Task } from './report-worker.ts'
import { type Figure, mean, median, spread } from './table.ts'
import { openWorker } from './worker.ts'

const folder = join(dataDir(), 'bench')
const manifest = join(folder, 'manifest.json')
/** Parameters of the events; a change writes all events again. */
const parameters = {
  days: 30,
  cards: { few: 1, many: 2 },
  events: { few: 10_000, many: 10_000_000 },
}
const slice = 60_000
const rounds = 5
const calls = 20

type Size = keyof typeof parameters.events
type Manifest = {
  parameters: typeof parameters
  migrations: string[]
  /** The last day of the events, which the reports use as today. */
  today: number
  written: number
  seconds: number
}
type Ask = (task: Task) => Promise<Result>

export async function benchTenMillion(): Promise<Figure> {
  const state = readManifest()
  const worker = await openWorker<Result>('bench/report-worker.ts', { folder })
  const ask: Ask = (task) => worker.ask(task)
  if (state.written === 0) await makeCards(worker.env.DB, 2)
  await write(ask, state)
  const figure = await compare(ask, state)
  await worker.close()
  return figure
}

/** Reads the progress of a finished or interrupted run. Empties the folder if the parameters or migrations have changed. */
function readManifest(): Manifest {
  const migrations = readdirSync('schema/migrations/analytics').filter((name) =>
    name.endsWith('.sql'),
  )
  const today = Math.floor(Date.now() / dayMs) * dayMs
  const fresh = { parameters, migrations, today, written: 0, seconds: 0 }
  if (existsSync(manifest)) {
    const stored: Manifest = JSON.parse(readFileSync(manifest, 'utf8'))
    const { today: day, written, seconds } = stored
    const expected = { ...fresh, today: day, written, seconds }
    if (JSON.stringify(stored) === JSON.stringify(expected)) return stored
  }
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  return fresh
}

// Events are numbered consecutively, the small card's first. A slice that is written twice is deduplicated.
async function write(ask: Ask, state: Manifest) {
  const all = parameters.events.few + parameters.events.many
  if (state.written < all)
    console.log(`Writing ${all.toLocaleString('en')} events into ${folder} (once) …`)
  while (state.written < all) {
    const size = state.written < parameters.events.few ? 'few' : 'many'
    const { start, length, at } = sliceAt(state, size)
    const started = performance.now()
    await ask({ consume: length, start: state.written, cardId: parameters.cards[size], at })
    state.seconds += (performance.now() - started) / 1000
    const before = state.written
    state.written += length
    writeFileSync(manifest, JSON.stringify(state))
    if (Math.floor(before / 500_000) < Math.floor(state.written / 500_000))
      console.log(
        `  ${state.written.toLocaleString('en')} of them after ${state.seconds.toFixed(0)} s, day ${1 + dayOf(start, size)} of ${parameters.days}`,
      )
  }
}

// A slice does not extend beyond its day.
function sliceAt({ today, written }: Manifest, size: Size) {
  const start = size === 'few' ? written : written - parameters.events.few
  const day = dayOf(start, size)
  const end = Math.ceil(((day + 1) * parameters.events[size]) / parameters.days)
  const at = today - (parameters.days - 1 - day) * dayMs
  return { start, length: Math.min(slice, end - start), at }
}

function dayOf(number: number, size: Size): number {
  return Math.floor((number * parameters.days) / parameters.events[size])
}

async function compare(ask: Ask, { today, seconds }: Manifest): Promise<Figure> {
  const sizes = ['few', 'many'] as const
  const sql: Record<Size, number[]> = { few: [], many: [] }
  const whole: Record<Size, number[]> = { few: [], many: [] }
  const counted: Record<Size, number> = { few: 0, many: 0 }
  const now = today + dayMs - 1
  for (let round = 0; round <= rounds; round += 1)
    for (const size of sizes) {
      const cardId = parameters.cards[size]
      const result = await ask({ report: calls, cardId, from: 'days', range: 'monthly', now })
      counted[size] = result.events
      // The first round is a warm-up.
      if (round === 0) continue
      sql[size].push(mean(result.calls.map((call) => call.sql)))
      whole[size].push(mean(result.calls.map((call) => call.milliseconds)))
    }
  const ratio = median(whole.many) / median(whole.few)
  const exact = sizes.every((size) => counted[size] === parameters.events[size])
  const rate = (parameters.events.few + parameters.events.many) / seconds
  return {
    what: 'monthly report of ten million events against ten thousand',
    measured: `${ratio.toFixed(2)}x`,
    target: 'at most 2x',
    met: ratio <= 2 && exact,
    note: `whole answers ${spread(whole.many, 1)} and ${spread(whole.few, 1)} ms, of it SQL ${spread(sql.many, 2)} and ${spread(sql.few, 2)} ms; counted ${counted.many.toLocaleString('en')}; ${rounds} alternating rounds, each the mean of ${calls}; the events were written once through the consumer, ${rate.toLocaleString('en', { maximumFractionDigits: 0 })} a second`,
  }
}
