/** A cached view against the same page with Express, EJS and better-sqlite3: requests per CPU-second of the server. */

import { isDeepStrictEqual } from 'node:util'
import { benchCacheMiss } from './cache-miss.ts'
import { openDemo } from './demo.ts'
import { startBaseline } from './express/start.ts'
import { findWorkerd, load, type Run } from './load.ts'
import { type Figure, median, spread } from './table.ts'

const slug = 'ada'
const rounds = 5
const seconds = 7
const ports = { worker: 8791, express: 8792 }

export async function benchView(): Promise<Figure[]> {
  const demo = await openDemo({ directPort: ports.worker })
  const ours = `http://127.0.0.1:${ports.worker}/view/${slug}`
  const theirs = `http://127.0.0.1:${ports.express}/view/${slug}`
  const baseline = await startBaseline(demo, {
    slug,
    port: ports.express,
    response: await fetch(ours),
  })
  const difference = checkSamePage(await fetchText(ours), await fetchText(theirs))
  const runs: { ours: Run[]; theirs: Run[] } = { ours: [], theirs: [] }
  const workerd = findWorkerd()
  await Promise.all([load(ours, workerd, 2), load(theirs, baseline.pid, 2)])
  for (let round = 0; round < rounds; round += 1) {
    runs.ours.push(await load(ours, workerd, seconds))
    runs.theirs.push(await load(theirs, baseline.pid, seconds))
  }
  baseline.stop()
  await demo.close()
  const expressMs = 1000 / median(runs.theirs.map(perCpu))
  return [figure(runs, difference), ...(await benchCacheMiss(expressMs))]
}

function figure({ ours, theirs }: { ours: Run[]; theirs: Run[] }, difference: number): Figure {
  const ratio = median(ours.map(perCpu)) / median(theirs.map(perCpu))
  return {
    what: 'cached view: requests per CPU-second of the server, times Express + EJS + better-sqlite3',
    measured: `${ratio.toFixed(1)}x`,
    target: 'at least 4x',
    met: ratio >= 4,
    note:
      `ours ${spread(ours.map(perCpu))}, theirs ${spread(theirs.map(perCpu))} requests per CPU-second; ` +
      `ours ${spread(ours.map(({ perSecond }) => perSecond))}, theirs ${spread(theirs.map(({ perSecond }) => perSecond))} requests/s; ` +
      `pages equal in every element and text, bodies differ by ${(difference * 100).toFixed(2)} %; ${rounds} alternating runs of ${seconds} s, 40 keep-alive connections`,
  }
}

function perCpu(run: Run): number {
  return run.perCpuSecond
}

async function fetchText(url: string): Promise<string> {
  return (await fetch(url)).text()
}

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
