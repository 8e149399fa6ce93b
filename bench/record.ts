/** Recording events against one insert per event, in the same local D1. */
import { dayMs } from '../worker/platform/time.ts'
import { openWorker } from './open-worker.ts'
import { atLeast, type Figure, median, spread } from './table.ts'

type Shape = { name: string; cards: number; points?: number; batch: number; times: number }

const shapes: Shape[] = [
  { name: 'batches of 1,000, one hot card', cards: 1, batch: 1000, times: 35 },
  {
    ...{ name: 'batches of 1,000, one hot card with 20 share points', cards: 1, points: 20 },
    ...{ batch: 1000, times: 25 },
  },
  { name: 'batches of 1,000, spread', cards: 20_000, batch: 1000, times: 30 },
  { name: 'batches of 100, one hot card', cards: 1, batch: 100, times: 30 },
  { name: 'batches of 100, spread', cards: 20_000, batch: 100, times: 15 },
]
const rounds = 5
const dayStart = Math.floor(Date.now() / dayMs) * dayMs - dayMs

export function benchRecord(): Promise<Figure[]> {
  return Array.fromAsync(shapes, measure)
}

/** Uses databases of its own: rows left by one shape would slow down the next. */
async function measure(shape: Shape): Promise<Figure> {
  const { name, cards, batch, points, times } = shape
  await using worker = await openWorker({ wrapping: 'plain', cards: 20_000 })
  let start = 0
  const record = async (task: { events: number; batch: number; points?: number }) => {
    const milliseconds = await worker.ask('record', { ...task, cards, start, at: dayStart })
    start += task.events
    return (1000 * task.events) / milliseconds
  }
  const ours: number[] = []
  const naive: number[] = []
  await record({ events: 200, batch: 0 })
  await record({ events: 2000, batch, points })
  for (let round = 0; round < rounds; round += 1) {
    naive.push(await record({ events: 1000, batch: 0 }))
    ours.push(await record({ events: 20_000, batch, points }))
  }
  return {
    what: `recording, ${name}: times one insert per event`,
    ...atLeast(median(ours) / median(naive), times, { unit: 'x', digits: 1 }),
    note: `ours ${spread(ours)}, one by one ${spread(naive)} rows/s; ${rounds} alternating rounds`,
  }
}
