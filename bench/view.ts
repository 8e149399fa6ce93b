/** A cached view against the same page with Express, EJS and better-sqlite3, and views that miss the cache. */
import { isDeepStrictEqual } from 'node:util'
import { people } from '../demo/people.ts'
import { startBaseline } from './express/start.ts'
import { openWorker } from './open-worker.ts'
import { cpuSeconds, load } from './processes.ts'
import { atLeast, atMost, type Figure, median, spread } from './table.ts'

const slug = 'ada'
const rounds = 5
const seconds = 7
const ports = { worker: 8791, express: 8792 }

type Run = { perCpuSecond: number; perSecond: number }

export async function benchView(): Promise<Figure[]> {
  const demo = await openWorker({ port: ports.worker })
  const ours = `http://127.0.0.1:${ports.worker}/view/${slug}`
  const theirs = `http://127.0.0.1:${ports.express}/view/${slug}`
  const response = await fetch(ours)
  const baseline = await startBaseline(demo, { slug, port: ports.express, response })
  const difference = checkSamePage(await fetchText(ours), await fetchText(theirs))
  const runs: { ours: Run[]; theirs: Run[] } = { ours: [], theirs: [] }
  await Promise.all([run(ours, demo.pid, 2), run(theirs, baseline.pid, 2)])
  for (let round = 0; round < rounds; round += 1) {
    runs.ours.push(await run(ours, demo.pid, seconds))
    runs.theirs.push(await run(theirs, baseline.pid, seconds))
  }
  baseline.stop()
  await demo.close()
  const expressMs = 1000 / median(runs.theirs.map(perCpu))
  return [cached(runs, difference), await missed(expressMs)]
}

async function run(url: string, pid: number, duration: number): Promise<Run> {
  const before = cpuSeconds(pid)
  const requests = await load(url, { duration })
  const spent = cpuSeconds(pid) - before
  return { perCpuSecond: requests / spent, perSecond: requests / duration }
}

function cached({ ours, theirs }: { ours: Run[]; theirs: Run[] }, difference: number): Figure {
  const ratio = median(ours.map(perCpu)) / median(theirs.map(perCpu))
  return {
    what: 'cached view: requests per CPU-second of the server, times Express + EJS + better-sqlite3',
    ...atLeast(ratio, 4, { unit: 'x', digits: 1 }),
    note:
      `ours ${spread(ours.map(perCpu))}, theirs ${spread(theirs.map(perCpu))} requests per CPU-second; ` +
      `ours ${spread(ours.map(({ perSecond }) => perSecond))}, theirs ${spread(theirs.map(({ perSecond }) => perSecond))} requests/s; ` +
      `pages equal in every element and text, bodies differ by ${(difference * 100).toFixed(2)} %; ${rounds} alternating runs of ${seconds} s, 40 keep-alive connections`,
  }
}

function perCpu(run: Run): number {
  return run.perCpuSecond
}

async function fetchText(url: string | URL): Promise<string> {
  return (await fetch(url)).text()
}

// A view that misses the cache.

const pages = 3000
const roundsOfMisses = 7
const slugs = people.map(({ card }) => card.slug)

/** `expressMs` is the CPU time per page of Express, EJS and better-sqlite3 in the same run. */
async function missed(expressMs: number): Promise<Figure> {
  const { ask, pid, close } = await openWorker({ wrapping: 'plain' })
  const times: number[] = []
  // V8 optimizes code for several thousand pages.
  await ask('render', { slugs, times: 4 * pages })
  while (times.length < roundsOfMisses) {
    const before = cpuSeconds(pid)
    await ask('render', { slugs, times: pages })
    times.push(((cpuSeconds(pid) - before) * 1000) / pages)
  }
  await close()
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
function checkSamePage(ours: string, theirs: string): number {
  compare(elements(ours), elements(theirs))
  compare(texts(ours), texts(theirs))
  const difference = Math.abs(ours.length - theirs.length) / Math.max(ours.length, theirs.length)
  if (difference > lengthTolerance)
    throw new Error(`The two pages differ by ${(difference * 100).toFixed(1)} % in length`)
  return difference
}

function compare(ours: string[], theirs: string[]) {
  if (isDeepStrictEqual(ours, theirs)) return
  const found = ours.findIndex((part, index) => part !== theirs[index])
  const at = found < 0 ? ours.length : found
  throw new Error(`The two pages differ: ours has ${shown(ours[at])}, theirs ${shown(theirs[at])}`)
}

function shown(part = 'nothing more'): string {
  return part.length > 300 ? `${part.slice(0, 300)}…` : part
}

const startTag = /<([a-z][\w-]*)((?:\s+[\w:-]+(?:="[^"]*"|='[^']*')?)*)\s*\/?>/gi
const attribute = /([\w:-]+)(?:="([^"]*)"|='([^']*)')?/g

// Each start tag with its attributes, sorted and in lower case; to a browser their order and an empty value mean nothing.
function elements(html: string): string[] {
  return Array.from(html.matchAll(startTag), ([, name = '', rest = '']) => {
    const attributes = Array.from(
      rest.matchAll(attribute),
      ([, key = '', value, single = '']) => `${key.toLowerCase()}="${value || single}"`,
    )
    return `<${[name.toLowerCase(), ...attributes.sort()].join(' ')}>`
  })
}

// The text between tags, including styles and scripts. Whitespace next to tags only comes from a template's layout.
function texts(html: string): string[] {
  return html
    .split(/<\/?[a-z!][^<>]*>/i)
    .map((text) => text.replace(/\s+/g, ' ').trim())
    .filter(Boolean)
}
