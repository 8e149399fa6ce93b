/** Views that no copy answers: statements and time for one, and how often a burst on a cold page makes it. */
import autocannon from 'autocannon'
import { people } from '../demo/people.ts'
import { openDemo } from './demo.ts'
import { cpuSeconds } from './load.ts'
import { type Figure, median, spread } from './table.ts'
import type { Question } from './view-worker.ts'
import { openWorker } from './worker.ts'

const command = 'npm run bench -- view'
const cold = ['maria', 'ben', 'zuri', 'kai', 'devon']
const hot = 'ada'
const burst = 10_000
const rounds = 7
const slugs = people.map(({ card }) => card.slug)

type Worker = Awaited<ReturnType<typeof openWorker<number>>>

export async function benchMiss(): Promise<Figure[]> {
  const { folder, close } = await openDemo()
  await close()
  const ours = await openWorker<number>('bench/view-worker.ts', { folder })
  const figures = [await statementsOfAMiss(ours), await burstOnOne(ours)]
  figures.push(await making(ours))
  await ours.close()
  return figures
}

async function statementsOfAMiss(worker: Worker): Promise<Figure> {
  const before = await statements(worker)
  for (const slug of cold)
    await fetch(new URL(`/view/${slug}`, worker.url)).then((one) => one.text())
  const each = ((await statements(worker)) - before) / cold.length
  return {
    what: 'view from a miss: D1 statements',
    measured: String(each),
    target: '1',
    met: each === 1,
    note: `${cold.length} cards that nobody had seen, through the shipped routes`,
    command,
  }
}

async function burstOnOne(worker: Worker): Promise<Figure> {
  const first = await statements(worker)
  const result = await autocannon({
    url: new URL(`/view/${hot}`, worker.url).href,
    amount: burst,
    connections: 100,
  })
  const made = (await statements(worker)) - first
  return {
    what: `${burst.toLocaleString('en')} requests at once on a page that nobody has seen: times it is made`,
    measured: String(made),
    target: 'at most 1',
    met: made <= 1 && result.non2xx === 0 && result.errors === 0,
    note: `one isolate, 100 connections; ${result.non2xx} refusals, ${result.errors} errors`,
    command,
  }
}

function statements({ ask }: Worker): Promise<number> {
  return ask({ slugs: [], times: 0, whole: false } satisfies Question)
}

async function making(worker: Worker): Promise<Figure> {
  const times: Record<'page' | 'whole', number[]> = { page: [], whole: [] }
  // V8 goes on compiling for some thousand pages.
  await timeOfOne(worker, 9000)
  for (let round = 0; round < rounds; round += 1) {
    times.page.push(await timeOfOne(worker, 3000))
    times.whole.push(await timeOfOne(worker, 240, true))
  }
  const made = median(times.page)
  return {
    what: 'view from a miss: processor time to make the page from its row',
    measured: `${made.toFixed(2)} ms`,
    target: 'at most 0.4 ms',
    met: made <= 0.4,
    note:
      `${spread(times.page, 2)} ms of the runtime's processor, all its threads, the mean of ${slugs.length} demo cards in turn; ` +
      `with the photo fitted into the first flight (a read of R2, a gzip and a second rendering) ${spread(times.whole, 2)} ms; ` +
      `either only when the row is not as it was when this isolate last made the page; QR codes and the hashes of colours are kept from the first; ${rounds} alternating rounds`,
    command,
  }
}

/** Milliseconds of the runtime's processor for a page, the mean of many. */
async function timeOfOne({ ask, pid }: Worker, times: number, whole = false): Promise<number> {
  const before = cpuSeconds(pid)
  await ask({ slugs, times, whole } satisfies Question)
  return ((cpuSeconds(pid) - before) * 1000) / times
}
