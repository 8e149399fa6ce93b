/** A cached view against the same page from Express, EJS and better-sqlite3: requests per second of the server's processor. */
import { fork } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { PublicCard } from '../schema/card.ts'
import { openDemo } from './demo.ts'
import { templateOf } from './express/template.ts'
import { findWorkerd, load, type Run } from './load.ts'
import { type Figure, median, spread } from './table.ts'

const slug = 'ada'
const rounds = 5
const seconds = 10
const ports = { worker: 8791, express: 8792 }

export async function benchView(): Promise<Figure[]> {
  const demo = await openDemo({ directPort: ports.worker })
  const ours = `http://127.0.0.1:${ports.worker}/view/${slug}`
  const theirs = `http://127.0.0.1:${ports.express}/view/${slug}`
  const baseline = await startBaseline(demo.folder, await fetchCard(demo.url), await fetch(ours))
  const difference = await checkSameBody(ours, theirs)
  const runs: { ours: Run[]; theirs: Run[] } = { ours: [], theirs: [] }
  const workerd = findWorkerd()
  await Promise.all([load(ours, workerd, 2), load(theirs, baseline.pid, 2)])
  for (let round = 0; round < rounds; round += 1) {
    runs.ours.push(await load(ours, workerd, seconds))
    runs.theirs.push(await load(theirs, baseline.pid, seconds))
  }
  baseline.stop()
  await demo.close()
  return [figure(runs, difference)]
}

function figure({ ours, theirs }: { ours: Run[]; theirs: Run[] }, difference: number): Figure {
  const ratio = median(ours.map(perCpu)) / median(theirs.map(perCpu))
  return {
    what: 'cached view: requests per CPU-second of the server, times Express + EJS + better-sqlite3',
    measured: `${ratio.toFixed(1)}x`,
    target: 'at least 3x',
    met: ratio >= 3,
    note:
      `ours ${spread(ours.map(perCpu))}, theirs ${spread(theirs.map(perCpu))} requests per CPU-second; ` +
      `ours ${spread(ours.map(({ perSecond }) => perSecond))}, theirs ${spread(theirs.map(({ perSecond }) => perSecond))} requests/s; ` +
      `bodies differ by ${(difference * 100).toFixed(2)} %; ${rounds} alternating runs of ${seconds} s, 40 keep-alive connections`,
    command: 'npm run bench -- view',
  }
}

function perCpu(run: Run): number {
  return run.perCpuSecond
}

async function startBaseline(parent: string, card: PublicCard, answer: Response) {
  const folder = join(parent, 'express')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const { template, words } = templateOf(await answer.text(), card)
  // Express makes these itself, of its own.
  const {
    'content-length': _,
    etag: __,
    date: ___,
    ...headers
  } = Object.fromEntries(answer.headers)
  writeFileSync(join(folder, 'card.ejs'), template)
  const db = new Database(join(folder, 'cards.sqlite'))
  db.exec('create table cards (slug text primary key, words text not null)')
  db.prepare('insert into cards values (?, ?)').run(slug, JSON.stringify(words))
  db.close()
  writeFileSync(join(folder, 'headers.json'), JSON.stringify(headers))
  const child = fork('bench/express/server.mjs', [folder, String(ports.express)], {
    env: { ...process.env, NODE_ENV: 'production' },
  })
  await new Promise((resolve) => child.once('message', resolve))
  return { pid: child.pid ?? 0, stop: () => child.kill() }
}

/** The larger body's surplus, as a share; a benchmark of two different pages would say nothing. */
async function checkSameBody(ours: string, theirs: string): Promise<number> {
  const [a, b] = [(await fetchText(ours)).length, (await fetchText(theirs)).length]
  const difference = Math.abs(a - b) / Math.max(a, b)
  if (difference > 0.01)
    throw new Error(`The two pages differ by ${(difference * 100).toFixed(1)} %`)
  return difference
}

async function fetchText(url: string): Promise<string> {
  return (await fetch(url)).text()
}

async function fetchCard(origin: URL): Promise<PublicCard> {
  return PublicCard.parse(await (await fetch(new URL(`/api/card/${slug}`, origin))).json())
}
