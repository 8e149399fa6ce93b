/** Events accepted in a burst, against the same worker with one awaited D1 insert per event. */
import autocannon from 'autocannon'
import { makeBaselineTable, makeCards } from './baseline.ts'
import { phone, queueDrained } from './load.ts'
import { type Figure, median, spread } from './table.ts'
import { openWorker } from './worker.ts'

const rounds = 5
const seconds = 3
const port = 8793
const minRatio = 3
// What one round leaves in the queue would slow down the next.
const pauseMs = 300

type Run = { perSecond: number; stored: number }

export async function benchAccept(): Promise<Figure[]> {
  const worker = await openWorker('bench/flow-worker.ts', { directPort: port })
  await makeBaselineTable(worker.env.ANALYTICS)
  await makeCards(worker.env.DB, 10)
  const ours = (length: number) => run('/api/card-views', length)
  const each = (length: number) => run('/insert-each', length)
  await ours(1)
  await each(1)
  const runs: { ours: Run[]; each: number[] } = { ours: [], each: [] }
  for (let round = 0; round < rounds; round += 1) {
    await queueDrained(worker.env, pauseMs)
    const began = Date.now()
    const taken = await ours(seconds)
    await queueDrained(worker.env, pauseMs)
    const until = (Date.now() - began) / 1000
    runs.ours.push({ perSecond: taken / seconds, stored: taken / until })
    runs.each.push((await each(seconds)) / seconds)
  }
  await worker.close()
  return figures(runs)
}

/** The number of 2xx responses. Throws on any other. */
async function run(path: string, duration: number) {
  const result = await autocannon({
    url: `http://127.0.0.1:${port}${path}`,
    ...{ duration, connections: 40, method: 'POST', body: '{"cardId":1}' },
    headers: { 'Content-Type': 'application/json', 'User-Agent': phone },
  })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${path} answered ${result.non2xx} times badly, ${result.errors} errors`)
  return result.requests.total
}

function figures({ ours, each }: { ours: Run[]; each: number[] }): Figure[] {
  const rates = ours.map(({ perSecond }) => perSecond)
  const ratio = median(rates) / median(each)
  return [
    {
      what: 'events taken in a burst: a second, times the same worker awaiting one D1 insert each',
      measured: `${ratio.toFixed(1)}x`,
      target: `at least ${minRatio}x`,
      met: ratio >= minRatio,
      note: `ours ${spread(rates)}, one insert each ${spread(each)} a second; counting until all are stored ours are ${spread(ours.map((one) => one.stored))} a second; 40 keep-alive connections, the consumer at work in the same process; ${rounds} alternating rounds of ${seconds} s`,
    },
  ]
}
