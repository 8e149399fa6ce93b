/** `npm run bench`: measures the project's performance figures. */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { type Figure, print, replaceFigures } from '../bench/table.ts'
import { exitWithError, readArgs, startCommand } from './cli-exit.ts'

// Loaded on demand, as each imports the runtime.
const all = {
  weight: async () => (await import('../bench/weight.ts')).benchWeight(),
  view: async () => (await import('../bench/view.ts')).benchView(),
  trips: async () => (await import('../bench/trips.ts')).benchTrips(),
  accept: async () => (await import('../bench/accept.ts')).benchAccept(),
  isolation: async () => (await import('../bench/isolation.ts')).benchIsolation(),
  cost: async () => (await import('../bench/cost.ts')).benchCost(),
  burst: async () => (await import('../bench/burst.ts')).benchBurst(),
  record: async () => (await import('../bench/record.ts')).benchRecord(),
  report: async () => (await import('../bench/report.ts')).benchReport(),
  export: async () => (await import('../bench/export.ts')).benchExport(),
  storage: async () => (await import('../bench/storage.ts')).benchStorage(),
  app: async () => (await import('../bench/app.ts')).benchApp(),
  lighthouse: async () => (await import('../bench/lighthouse.ts')).benchLighthouse(),
}

startCommand(`
Usage: npm run bench [-- ${Object.keys(all).join('|')}]

Runs all benchmarks, or the one given, prints a table and saves each benchmark in docs/figures.md when it ends.
  weight     bytes of the card, the landing page and the app, and requests before the first paint
  view       a cached view against Express + EJS + better-sqlite3; a view from a miss
  trips      remote calls one after another, and the time they take from far away, of views, sign-in and the editor
  accept     accepting a burst of events against one D1 insert each
  isolation  the most expensive calls of each level against a visitor of another card: how long the visitor waits, and memory
  cost       dollars per million views, from counted operations
  burst      ten thousand scans a second on one card for ten minutes: messages, rows, and when reports are current
  record     recording against one insert per event
  report     the analytics of a card with a million events, its history, and those of a whole installation
  export     a million rows of CSV: rows a second, and memory
  storage    the size of the database per card and per contact, with 100,000 cards
  app        layout shift of every screen, and interaction to next paint in the editors at 4x CPU slowdown
  lighthouse  Lighthouse's mobile preset on a card and the landing page
`)

const document = 'docs/figures.md'
const [name] = readArgs({}, { names: 1 }).positionals
const chosen = Object.entries(all).filter(([key]) => !name || key === name)
if (chosen.length === 0) exitWithError(`Choose one of ${Object.keys(all).join(', ')}.`)

const figures: Figure[] = []
const startedAt = performance.now()
for (const [key, bench] of chosen) {
  console.log(`After ${elapsedSeconds()} s: measuring ${key} …`)
  const fresh = await bench()
  saveFigures(key, fresh)
  figures.push(...fresh)
}
console.log(`After ${elapsedSeconds()} s: done`)
print(figures)
process.exit(0)

function elapsedSeconds(): number {
  return Math.round((performance.now() - startedAt) / 1000)
}

function saveFigures(name: string, fresh: Figure[]) {
  const date = new Date().toISOString().slice(0, 10)
  const measuredOn = `${date}, ${cpus().length} cores, ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}, ${process.platform}`
  const former = readFileSync(document, 'utf8')
  writeFileSync(document, replaceFigures(former, { name, measuredOn }, fresh))
  execFileSync('biome', ['format', '--write', document])
}
