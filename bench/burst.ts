/**
 * Ten thousand scans a second of one card for ten minutes: requests and messages counted, recording measured with 30 ms
 * added to each database call, and the backlog computed from both.
 */
import { makeCards } from './baseline.ts'
import type { Answer, Question } from './burst-worker.ts'
import { type Figure, median, spread } from './table.ts'
import { openWorker } from './worker.ts'

const scansPerSecond = 10_000
const minutes = 10
// A post when the page opens and when it is left, and a click for one in four visitors.
const eventsPerScan = 2.25
const requestsPerScan = 1 + eventsPerScan
const isolates = 200
const queueLimit = 5000
const delayMs = 30
const consumers = 6
const rounds = 5
const eventsPerRound = 45_000
const maxSeconds = 60
// The longest wait for a batch to fill: the window of the isolate and the queue's max_batch_timeout.
const waitSeconds = 1.2

type Ask = (question: Question) => Promise<Answer>

export async function benchBurst(): Promise<Figure[]> {
  const worker = await openWorker<Answer>('bench/burst-worker.ts')
  await makeCards(worker.env.DB, 1)
  const ask: Ask = (question) => worker.ask(question)
  const arriving = scansPerSecond * eventsPerScan
  const gathered = await ask({ ask: 'gather', perSecond: arriving / isolates, seconds: 5 })
  const perMessage = Math.round(gathered.events / gathered.messages)
  const one = await rates(ask, { perMessage, consumers: 1, from: 0 })
  const several = await rates(ask, { perMessage, consumers, from: 10_000_000 })
  await worker.close()
  return figures({ perMessage, arriving, one: median(one.rates), several })
}

async function rates(
  ask: Ask,
  { perMessage, consumers: count, from }: { perMessage: number; consumers: number; from: number },
) {
  const dayStart = Math.floor(Date.now() / 86_400_000) * 86_400_000
  const found = { rates: [0].slice(1), rows: [0].slice(1) }
  // The first is to warm up.
  for (let round = 0; round <= rounds; round += 1) {
    const { milliseconds, events, rowsWritten } = await ask({
      ...{ ask: 'consume', start: from + round * eventsPerRound, dayStart },
      ...{ events: eventsPerRound, perMessage, consumers: count, delayMs },
    })
    if (round === 0) continue
    found.rates.push((1000 * events) / milliseconds)
    found.rows.push(rowsWritten / events)
  }
  return found
}

type Measured = {
  perMessage: number
  arriving: number
  one: number
  several: { rates: number[]; rows: number[] }
}

function figures({ perMessage, arriving, one, several }: Measured): Figure[] {
  const seconds = minutes * 60
  const messages = arriving / perMessage
  const lagOf = (rate: number) => {
    const backlog = Math.max(0, (arriving - rate) * seconds)
    return { backlog, lag: waitSeconds + backlog / rate }
  }
  const { backlog, lag } = lagOf(median(several.rates))
  const burst = 'burst of 10,000 scans a second on one card for ten minutes'
  return [
    {
      what: `${burst}: seconds until reports are current`,
      measured: lag.toFixed(0),
      target: `at most ${maxSeconds}`,
      met: lag <= maxSeconds,
      note: `${arriving.toLocaleString('en')} events/s arrive, ${consumers} consumers record ${spread(several.rates)}/s with ${delayMs} ms added to each database call; longest backlog ${Math.round(backlog).toLocaleString('en')} events; with one consumer ${(lagOf(one).lag / 60).toFixed(0)} minutes at ${Math.round(one).toLocaleString('en')}/s`,
      reason:
        'one database records all events of a card, and the 100 messages of a batch have few events because each click is a message',
    },
    {
      what: `${burst}: queue messages a second`,
      measured: Math.round(messages).toLocaleString('en'),
      target: `under ${queueLimit.toLocaleString('en')}`,
      met: messages < queueLimit,
      note: `${((requestsPerScan * scansPerSecond * seconds) / 1e6).toFixed(1)} million requests, ${((messages * seconds) / 1e6).toFixed(2)} million messages of ${perMessage} events from ${isolates} isolates (an assumption), ${((median(several.rows) * arriving * seconds) / 1e6).toFixed(1)} million rows written, ${median(several.rows).toFixed(2)} an event`,
    },
  ]
}
