/** Views that no copy answers: statements and time for one, and how often a burst on a cold page makes it. */
import autocannon from 'autocannon'
import { openDemo } from './demo.ts'
import { cpuSeconds, findWorkerd } from './load.ts'
import { type Figure, median, spread } from './table.ts'
import type { Question } from './view-worker.ts'
import { openWorker } from './worker.ts'

const command = 'npm run bench -- view'
const cold = ['maria', 'ben', 'zuri', 'kai', 'devon']
const hot = 'ada'
const burst = 10_000
const rounds = 5

export async function benchMiss(): Promise<Figure[]> {
  const { folder, close } = await openDemo()
  await close()
  const worker = await openWorker<number>('bench/view-worker.ts', { folder })
  const statements = () => worker.ask({ times: 0, whole: false } satisfies Question)
  const before = await statements()
  for (const slug of cold)
    await fetch(new URL(`/view/${slug}`, worker.url)).then((one) => one.text())
  const each = ((await statements()) - before) / cold.length
  const first = await statements()
  const result = await autocannon({
    url: new URL(`/view/${hot}`, worker.url).href,
    amount: burst,
    connections: 100,
  })
  const made = (await statements()) - first
  const alone = await times(worker.ask, { slug: hot, times: 1000, whole: false })
  const whole = await times(worker.ask, { slug: hot, times: 200, whole: true })
  await worker.close()
  return [
    {
      what: 'view from a miss: D1 statements',
      measured: String(each),
      target: '1',
      met: each === 1,
      note: `${cold.length} cards that nobody had seen, through the shipped routes`,
      command,
    },
    {
      what: 'view from a miss: processor time to make the page from its row',
      measured: `${median(alone).toFixed(2)} ms`,
      target: 'at most 0.2 ms',
      met: median(alone) <= 0.2,
      note:
        `${spread(alone, 2)} ms of the runtime's processor, all its threads; with the photo fitted into the first flight ` +
        `(a read of R2, a gzip and a second rendering) ${spread(whole, 2)} ms; either only when the row is not as it was when this isolate last made the page; its QR code and the hash of its colours are kept from the first; ${rounds} rounds of ${hot}`,
      reason:
        'a slow hour of a shared machine: two fifths of it write the 350 elements, a third makes 39 kB of bytes of that; the rest checks links and tells machines of the card',
      command,
    },
    {
      what: `${burst.toLocaleString('en')} requests at once on a page that nobody has seen: times it is made`,
      measured: String(made),
      target: 'at most 1',
      met: made <= 1 && result.non2xx === 0 && result.errors === 0,
      note: `one isolate, 100 connections; ${result.non2xx} refusals, ${result.errors} errors`,
      command,
    },
  ]
}

/** Milliseconds of the runtime's processor for one, in each round. */
async function times(ask: (question: Question) => Promise<number>, question: Question) {
  const workerd = findWorkerd()
  const all: number[] = []
  await ask(question)
  for (let round = 0; round < rounds; round += 1) {
    const before = cpuSeconds(workerd)
    await ask(question)
    all.push(((cpuSeconds(workerd) - before) * 1000) / question.times)
  }
  return all
}
