/** Recording events against one insert per event, in the same local D1: rows per second, and rows written per event. */
import { dayMs } from '../worker/platform/time.ts'
import { makeBaselineTable, makeCards } from './baseline.ts'
import type { Result, Task } from './record-worker.ts'
import { type Figure, median, spread } from './table.ts'
import { openWorker } from './worker.ts'

type Shape = {
  name: string
  cards: number
  batch: number
  times: number
  written?: number
  points?: number
}

const shapes: Shape[] = [
  { name: 'batches of 1,000, one hot card', cards: 1, batch: 1000, times: 35, written: 1.05 },
  {
    ...{ name: 'batches of 1,000, one hot card with 20 share points', cards: 1, points: 20 },
    ...{ batch: 1000, times: 25, written: 1.05 },
  },
  { name: 'batches of 1,000, spread', cards: 20_000, batch: 1000, times: 30, written: 2 },
  { name: 'batches of 100, one hot card', cards: 1, batch: 100, times: 30 },
  { name: 'batches of 100, spread', cards: 20_000, batch: 100, times: 15 },
]
const rounds = 5
const dayStart = Math.floor(Date.now() / dayMs) * dayMs - dayMs

type Ask = (task: Omit<Task, 'start' | 'at'>) => Promise<Result>

export async function benchRecord(): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const shape of shapes) figures.push(...(await withFreshTables((ask) => measure(shape, ask))))
  return figures
}

// Rows left by one shape would slow down the next.
async function withFreshTables(measure: (ask: Ask) => Promise<Figure[]>): Promise<Figure[]> {
  const worker = await openWorker<Result>('bench/record-worker.ts')
  await makeBaselineTable(worker.env.ANALYTICS)
  await makeCards(worker.env.DB, 20_000)
  let start = 0
  const figures = await measure(async (task) => {
    const result = await worker.ask({ ...task, start, at: dayStart })
    start += task.events
    return result
  })
  await worker.close()
  return figures
}

async function measure(shape: Shape, ask: Ask): Promise<Figure[]> {
  const { cards, batch, points = 0 } = shape
  const rates: { ours: number[]; naive: number[] } = { ours: [], naive: [] }
  const written: number[] = []
  let visitors = 0
  await ask({ way: 'one insert each', events: 200, batch: 1, cards })
  await ask({ way: 'recorded', events: 2000, batch, cards, points })
  for (let round = 0; round < rounds; round += 1) {
    const naive = await ask({ way: 'one insert each', events: 1000, batch: 1, cards })
    const ours = await ask({ way: 'recorded', events: 20_000, batch, cards, points })
    rates.naive.push(1_000_000 / naive.milliseconds)
    rates.ours.push(20_000_000 / ours.milliseconds)
    written.push((ours.rowsWritten - ours.visitorRows) / 20_000)
    visitors += ours.visitorRows / 20_000 / rounds
  }
  return [speed(shape, rates), ...cost(shape, written, visitors)]
}

function speed(
  { name, times }: Shape,
  { ours, naive }: { ours: number[]; naive: number[] },
): Figure {
  const ratio = median(ours) / median(naive)
  return {
    what: `recording, ${name}: times one insert per event`,
    measured: `${ratio.toFixed(1)}x`,
    target: `at least ${times}x`,
    met: ratio >= times,
    note: `ours ${spread(ours)}, one by one ${spread(naive)} rows/s; ${rounds} alternating rounds`,
  }
}

function cost({ name, written: limit }: Shape, written: number[], visitors: number): Figure[] {
  if (!limit) return []
  const figure = median(written)
  return [
    {
      what: `recording, ${name}: rows written per event`,
      measured: figure.toFixed(3),
      target: `at most ${limit}`,
      met: figure <= limit,
      note: `visitor rows apart: ${visitors.toFixed(2)} per event`,
    },
  ]
}
