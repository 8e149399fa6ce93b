/** Events accepted in a burst, against the same worker with one awaited D1 insert per event. */
import { openWorker } from './open-worker.ts'
import { load, queueDrained, visitorHeaders } from './processes.ts'
import { atLeast, type Figure, median, spread } from './table.ts'

const rounds = 5
const seconds = 3
const port = 8793
// What one round leaves in the queue would slow down the next.
const pauseMs = 300

export async function benchAccept(): Promise<Figure[]> {
  await using worker = await openWorker({ wrapping: 'plain', cards: 10, port })
  const ours: number[] = []
  const stored: number[] = []
  const each: number[] = []
  await post('/api/card-views', 1)
  await post('/insert-each', 1)
  for (let round = 0; round < rounds; round += 1) {
    await queueDrained(worker.env, pauseMs)
    const began = Date.now()
    const taken = await post('/api/card-views', seconds)
    await queueDrained(worker.env, pauseMs)
    ours.push(taken / seconds)
    stored.push((1000 * taken) / (Date.now() - began))
    each.push((await post('/insert-each', seconds)) / seconds)
  }
  return [
    {
      what: 'events taken in a burst: a second, times the same worker awaiting one D1 insert each',
      ...atLeast(median(ours) / median(each), 3, { unit: 'x', digits: 1 }),
      note: `ours ${spread(ours)}, one insert each ${spread(each)} a second; counting until all are stored ours are ${spread(stored)} a second; 40 keep-alive connections, the consumer at work in the same process; ${rounds} alternating rounds of ${seconds} s`,
    },
  ]
}

function post(path: string, duration: number): Promise<number> {
  return load(`http://127.0.0.1:${port}${path}`, {
    ...{ duration, method: 'POST', body: '{"cardId":1}' },
    headers: visitorHeaders,
  })
}
