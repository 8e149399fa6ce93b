/** A cached view against the same page with Express, EJS and better-sqlite3, and views that miss the cache. */
import { people } from '../demo/people.ts'
import { startBaseline } from './express/start.ts'
import { openWorker } from './open-worker.ts'
import { cpuSeconds, load } from './processes.ts'
import { atLeast, atMost, type Figure, median, spread } from './table.ts'

const slug = 'ada'
const roundsOfHits = 5
const seconds = 7
const ports = { worker: 8791, express: 8792 }

/** Requests per CPU-second of the server, and per second. */
type Run = { perCpu: number; perSecond: number }
type Round = { ours: Run; theirs: Run }

export async function benchView(): Promise<Figure[]> {
  const { rounds, difference } = await playRounds()
  return [cached(rounds, difference), await missed(rounds)]
}

async function playRounds() {
  await using demo = await openWorker({ port: ports.worker })
  const ours = `http://127.0.0.1:${ports.worker}/view/${slug}`
  const theirs = `http://127.0.0.1:${ports.express}/view/${slug}`
  const response = await fetch(ours)
  using baseline = await startBaseline(demo, { slug, port: ports.express, response })
  const texts = [ours, theirs].map(async (url) => (await fetch(url)).text())
  const difference = checkSamePage(await Promise.all(texts))
  await Promise.all([run(ours, demo.pid, 2), run(theirs, baseline.pid, 2)])
  const rounds = await Array.fromAsync({ length: roundsOfHits }, async () => ({
    ours: await run(ours, demo.pid, seconds),
    theirs: await run(theirs, baseline.pid, seconds),
  }))
  return { rounds, difference }
}

async function run(url: string, pid: number, duration: number): Promise<Run> {
  const before = cpuSeconds(pid)
  const requests = await load(url, { duration })
  return { perCpu: requests / (cpuSeconds(pid) - before), perSecond: requests / duration }
}

function cached(rounds: Round[], difference: number): Figure {
  const of = (side: keyof Round, figure: keyof Run) => rounds.map((round) => round[side][figure])
  const ratio = median(of('ours', 'perCpu')) / median(of('theirs', 'perCpu'))
  return {
    what: 'cached view: requests per CPU-second of the server, times Express + EJS + better-sqlite3',
    ...atLeast(ratio, 4, { unit: 'x', digits: 1 }),
    note:
      `ours ${spread(of('ours', 'perCpu'))}, theirs ${spread(of('theirs', 'perCpu'))} requests per CPU-second; ` +
      `ours ${spread(of('ours', 'perSecond'))}, theirs ${spread(of('theirs', 'perSecond'))} requests/s; ` +
      `pages equal in every element and text, bodies differ by ${(difference * 100).toFixed(2)} %; ${roundsOfHits} alternating runs of ${seconds} s, 40 keep-alive connections`,
  }
}

// A view that misses the cache.

const pages = 3000
const roundsOfMisses = 7
const slugs = people.map(({ card }) => card.slug)

/** The note compares it with Express, EJS and better-sqlite3 in the same run. */
async function missed(hits: Round[]): Promise<Figure> {
  await using worker = await openWorker({ wrapping: 'plain' })
  // V8 optimizes code for several thousand pages.
  await worker.ask('render', { slugs, times: 4 * pages })
  const times = await Array.fromAsync({ length: roundsOfMisses }, async () => {
    const before = cpuSeconds(worker.pid)
    await worker.ask('render', { slugs, times: pages })
    return ((cpuSeconds(worker.pid) - before) * 1000) / pages
  })
  const expressMs = 1000 / median(hits.map(({ theirs }) => theirs.perCpu))
  return {
    what: 'view from a miss, whole, with photo: processor time',
    ...atMost(median(times), 0.5, { unit: ' ms', digits: 2 }),
    note:
      `${spread(times, 2)} ms of the runtime's processor, all its threads, from the statement to the page with its ETag, D1 answering from memory; ` +
      `Express, EJS and better-sqlite3 ${expressMs.toFixed(2)} ms a page, with HTTP; ` +
      `the mean of ${slugs.length} demo cards in turn; QR codes and the hashes of style sheets are kept from the first; ${roundsOfMisses} rounds`,
    reason: 'a slow hour of a shared machine: what Express needs stands beside it',
  }
}

// The baseline must show the same page.

const lengthTolerance = 0.01

/** The relative difference in length. Throws when elements, attributes or text differ, or the difference is above 1 %. */
function checkSamePage([ours = '', theirs = '']: string[]): number {
  const [own, other] = [partsOf(ours), partsOf(theirs)]
  for (let at = 0; at < Math.max(own.length, other.length); at += 1)
    if (own[at] !== other[at])
      throw new Error(
        `The pages differ: ours has ${own[at]?.slice(0, 300)}, theirs ${other[at]?.slice(0, 300)}`,
      )
  const difference = Math.abs(ours.length - theirs.length) / Math.max(ours.length, theirs.length)
  if (difference > lengthTolerance)
    throw new Error(`The two pages differ by ${(difference * 100).toFixed(1)} % in length`)
  return difference
}

const startTag = /<([a-z][\w-]*)((?:\s+[\w:-]+(?:="[^"]*"|='[^']*')?)*)\s*\/?>/gi
const attribute = /([\w:-]+)(?:="([^"]*)"|='([^']*)')?/g

/**
 * The start tags, with their attributes sorted and in lower case, and the texts, including styles and scripts. To a browser,
 * the order of attributes and an empty value mean nothing; whitespace next to tags only comes from a template's layout.
 */
function partsOf(html: string): string[] {
  const marked = html.replace(startTag, (_, name: string, rest: string) => {
    const attributes = Array.from(
      rest.matchAll(attribute),
      ([, key = '', value, single = '']) => `${key.toLowerCase()}="${value || single}"`,
    )
    return `\0${[name.toLowerCase(), ...attributes.sort()].join(' ')}\0`
  })
  const parts = marked.split(/\0|<\/?[a-z!][^<>]*>/i)
  return parts.map((part) => part.replace(/\s+/g, ' ').trim()).filter(Boolean)
}
