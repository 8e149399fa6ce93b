/**
 * A burst: ten thousand scans a second of one card, for ten minutes. Counts the queue's messages and the rows, measures
 * how fast consumers record, and computes from these the backlog and the delay of the reports.
 */
import { dayMs } from '../worker/platform/time.ts'
import { openWorker, type Worker } from './open-worker.ts'
import { atLeast, atMost, type Figure, median, spread } from './table.ts'

const scansPerSecond = 10_000
const minutes = 10
// A post when the page opens and when it is left, and a click for one in four visitors.
const eventsPerScan = 2.25
// How many share the requests is an assumption.
const isolates = 200
// Messages a second that Cloudflare accepts for a queue.
const queueLimit = 5000
// Added to each database call, as if the database were elsewhere.
const delayMs = 30
// The queue's max_concurrency.
const consumers = 6
const rounds = 5
const eventsPerRound = 45_000
// The target: reports are current this long after the burst.
const maxSeconds = 60
// The longest wait for a batch to fill: the window of the isolate and the queue's max_batch_timeout.
const waitSeconds = 1.2

export async function benchBurst(): Promise<Figure[]> {
  await using worker = await openWorker({ wrapping: 'plain', cards: 1 })
  const arriving = scansPerSecond * eventsPerScan
  const gathered = await worker.ask('gather', { perSecond: arriving / isolates, seconds: 5 })
  const perMessage = Math.round(gathered.events / gathered.messages)
  // Events are numbered; the second runs begin where the first cannot have come.
  const one = await runs(worker, { perMessage, consumers: 1, from: 0 })
  const several = await runs(worker, { perMessage, consumers, from: 10_000_000 })
  return figures({ perMessage, arriving, one, several })
}

/** `perMessage` is the number of events in a message, `from` the number of the first event. */
type Consumers = { perMessage: number; consumers: number; from: number }
/** Events recorded a second, and rows written per event. */
type Run = { rate: number; rows: number }

/** Records the events of each round with so many consumers. */
async function runs({ ask }: Worker, { from, ...queue }: Consumers): Promise<Run[]> {
  const dayStart = Math.floor(Date.now() / dayMs) * dayMs
  const all = await Array.fromAsync({ length: 1 + rounds }, async (_, round) => {
    const start = from + round * eventsPerRound
    const task = { ...queue, start, dayStart, events: eventsPerRound, delayMs }
    const { milliseconds, rowsWritten } = await ask('consume', task)
    return { rate: (1000 * eventsPerRound) / milliseconds, rows: rowsWritten / eventsPerRound }
  })
  // The first is to warm up.
  return all.slice(1)
}

type Measured = { perMessage: number; arriving: number; one: Run[]; several: Run[] }

function figures({ perMessage, arriving, ...measured }: Measured): Figure[] {
  const seconds = minutes * 60
  const messages = arriving / perMessage
  const one = median(measured.one.map(({ rate }) => rate))
  const rates = measured.several.map(({ rate }) => rate)
  // What the consumers do not record during the burst waits in the queue, and is recorded after it.
  const lagOf = (rate: number) => {
    const backlog = Math.max(0, (arriving - rate) * seconds)
    return { backlog, lag: waitSeconds + backlog / rate }
  }
  const { backlog, lag } = lagOf(median(rates))
  // The rate at which they would be done `maxSeconds` after the burst.
  const needed = (arriving * seconds) / (seconds + maxSeconds - waitSeconds)
  const count = (number: number) => Math.round(number).toLocaleString('en')
  return [
    {
      what: 'scan burst, counted: queue messages a second',
      measured: count(messages),
      target: `under ${count(queueLimit)}`,
      met: messages < queueLimit,
      note: `the real gathering of an isolate that receives ${count(arriving / isolates)} events/s: ${perMessage} events a message; ${isolates} isolates are an assumption`,
    },
    {
      what: 'scan burst, measured: events a second that six consumers record',
      ...atLeast(median(rates), Math.round(needed)),
      note: `${spread(rates)}/s on real D1 and the real consumer, with ${delayMs} ms added to each database call; one consumer ${count(one)}/s; D1 and consumers share one process here; rounds of ${count(eventsPerRound)} events, of nine four views, four leaves and a click`,
    },
    {
      what: 'scan burst, counted: rows written per event',
      ...atMost(median(measured.several.map(({ rows }) => rows)), 1.4, { digits: 2 }),
      note: 'every third visitor is a returning one; a view and its leave are in different batches',
    },
    {
      what: 'scan burst, computed: longest backlog, in events',
      measured: count(backlog),
      target: 'any',
      met: true,
      note: `${count(arriving)} events/s arrive for ${seconds} s; the queue holds 25 GB, about 100 million events`,
    },
    {
      what: 'scan burst, computed: seconds after its end until reports are current',
      ...atMost(lag, maxSeconds),
      note: `the backlog at the measured rate, and ${waitSeconds} s for a batch to fill; with one consumer ${(lagOf(one).lag / 60).toFixed(0)} minutes`,
      reason: 'one database records all events of a card, on one thread',
    },
  ]
}
