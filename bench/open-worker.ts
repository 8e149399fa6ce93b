/** Starts the product or the benchmarks' worker in workerd. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { build } from 'vite'
import { cardScripts } from '../build/card-scripts.ts'
import { commonPasswords } from '../build/common-passwords.ts'
import { reactRenderer } from '../build/react-renderer.ts'
import { demoPassword, seedDemo } from '../demo/seed.ts'
import { build as buildProduct } from '../scripts/build.ts'
import { migrateAll } from '../scripts/local/migrate.ts'
import { startRuntime } from '../scripts/local/runtime.ts'
import type { Bindings } from '../worker/env.ts'
import type { Tasks, Wrapping } from './bench-worker.ts'
import { findWorkerd } from './processes.ts'

const demoFolder = 'test-results/bench'

/** Origin in the links of the product's cards. */
export const publicOrigin = 'http://localhost:8787'

type Options = {
  /** Runs the benchmarks' worker with its bindings wrapped like this. The default is the product as built. */
  wrapping?: Wrapping
  /** Creates this many live cards, `/view/bench-1` and so on. The default is the demo data. */
  cards?: number
  /** Stores the demo data for this run only. By default, later runs use it again. */
  isTemporary?: boolean
  /** A port that bypasses the runtime's router and static files; the queue is consumed only with it. */
  port?: number
  inspectorPort?: number
}

export type Worker = Awaited<ReturnType<typeof openWorker>>

/** `ask` runs a task in the benchmarks' worker. `pid` is the process of workerd. */
export async function openWorker({ wrapping, cards, isTemporary, ...ports }: Options = {}) {
  const scratch = mkdtempSync(join(tmpdir(), 'edgecard-bench-'))
  const isDemo = cards === undefined
  const folder = isDemo && !isTemporary ? demoFolder : scratch
  if (!wrapping) await buildProduct()
  const { miniflare, env, url } = await startRuntime({
    dataDir: folder,
    worker: wrapping ? await benchWorker(ports, join(scratch, 'bundle')) : 'built',
    vars: wrapping
      ? { PEPPER: 'bench', BENCH_WRAPPING: wrapping }
      : { PEPPER: 'bench', PUBLIC_ORIGIN: publicOrigin, DEMO_MODE: 'true' },
    directPort: ports.port,
    inspectorPort: ports.inspectorPort,
    // One user stands for many.
    requestsPerMinute: 1_000_000,
  })
  await migrateAll(env)
  if (isDemo) await seedDemo(env, () => {})
  else await makeCards(env, cards)
  const ask = async <Name extends keyof Tasks>(name: Name, input?: Parameters<Tasks[Name]>[1]) => {
    const body = JSON.stringify(input ?? {})
    const response = await fetch(new URL(`/task/${name}`, url), { method: 'POST', body })
    return response.json<Awaited<ReturnType<Tasks[Name]>>>()
  }
  // A turn of the cron, as the platform runs it.
  const runCron = async (at: number) =>
    (await miniflare.getWorker()).scheduled({ cron: '* * * * *', scheduledTime: new Date(at) })
  const close = async () => {
    await miniflare.dispose()
    rmSync(scratch, { recursive: true, force: true })
  }
  return { folder, env, url, pid: findWorkerd(), ask, runCron, [Symbol.asyncDispose]: close }
}

async function benchWorker({ port }: { port?: number }, outDir: string) {
  return { script: await bundle('bench/bench-worker.ts', outDir), consumes: port !== undefined }
}

/** Returns the source of a worker, bundled like the product's into that folder. */
export async function bundle(source: string, outDir: string): Promise<string> {
  await build({
    configFile: false,
    logLevel: 'error',
    plugins: [cardScripts(), commonPasswords(), reactRenderer()],
    define: { 'process.env.NODE_ENV': '"production"' },
    ssr: { noExternal: true, target: 'webworker' },
    build: {
      ssr: source,
      outDir,
      emptyOutDir: true,
      rollupOptions: { external: /^(node|cloudflare):/ },
    },
  })
  return readFileSync(join(outDir, `${basename(source, '.ts')}.js`), 'utf8')
}

/** Creates live cards of one user, and the table of the baseline, which inserts one event at a time. */
async function makeCards({ DB, ANALYTICS }: Bindings, count: number) {
  await DB.exec(
    "insert into users (username, password, email) values ('bench', '', 'bench@bench.example')",
  )
  await DB.exec(
    `insert into business_cards (user_id, slug, customizations, uid) with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count}) select 1, 'bench-' || i, '{}', 'bench-' || i from n`,
  )
  await ANALYTICS.exec(
    'create table bench_events (id integer primary key autoincrement, event_id text not null unique, kind text not null, card_id integer not null, timestamp integer not null, ip text, place text, device text, link_type text, link_id text)',
  )
  await ANALYTICS.exec('create index bench_events_card on bench_events (card_id, timestamp)')
}

/** Signs in a user of the demo; returns the cookies. */
export async function signIn(origin: URL | string, username: string): Promise<string> {
  const response = await fetch(new URL('/api/login', origin), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ username, password: demoPassword }),
  })
  if (response.status !== 200) throw new Error(`The sign-in answers ${response.status}`)
  const cookies = response.headers.getSetCookie().map((one) => one.split(';')[0])
  return cookies.join('; ')
}
