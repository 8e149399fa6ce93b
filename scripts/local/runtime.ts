/** The local runtime: workerd with the databases, bucket and queue of one data directory. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Bindings } from '../../worker/env.ts'
import { builtConfig } from '../build.ts'

/** The location of local visitors; otherwise the runtime would request it from the internet. */
export const localPlace = {
  country: 'DE',
  region: 'Berlin',
  city: 'Berlin',
  timezone: 'Europe/Berlin',
  colo: 'TXL',
}

/** Variables that turn off features the local runtime lacks. */
export const localVars = { PAGE_CACHE: 'local', LANDING: 'product' }

type RuntimeOptions = {
  dataDir: string
  /** Variables and secrets in addition to those of `wrangler.toml`. */
  vars: Record<string, string>
  /** The built worker, the source of another one with the same bindings, or only the bindings. */
  worker: 'built' | 'none' | { script: string; consumes?: boolean }
  /** A port of the worker that bypasses the runtime's router and static files. */
  directPort?: number
  /** The port of the runtime's inspector. */
  inspectorPort?: number
  /** Requests of one user per minute, instead of the limits in `wrangler.toml`. */
  requestsPerMinute?: number
  /** Leaves out the optional Images binding. */
  withoutImages?: boolean
  /** With `PAGE_CACHE` "tiered": hashes passwords at minimal cost, for tests. */
  hashesFast?: boolean
}

/** Starts workerd on a free port of 127.0.0.1. The caller must dispose of it. */
export async function startRuntime({
  dataDir,
  worker,
  directPort,
  inspectorPort,
  ...changes
}: RuntimeOptions) {
  // Imported here, so that commands that only print their usage or an error start fast.
  const { convertV4MiniflareOptions, Log, LogLevel, Miniflare } = await import('miniflare')
  const options = await (worker === 'built' ? builtWorker(changes) : bindingsWith(worker, changes))
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      workers: [
        {
          ...options,
          name: 'edgecard',
          ...(directPort === undefined
            ? {}
            : {
                assets: undefined,
                unsafeDirectSockets: [{ host: '127.0.0.1', port: directPort }],
              }),
        },
      ],
      host: '127.0.0.1',
      port: 0,
      inspectorPort,
      cf: localPlace,
      resourcePersistencePath: join(dataDir, 'v3'),
      log: new Log(LogLevel.ERROR),
      logRequests: false,
      telemetry: { enabled: false },
    }),
  )
  const url = await miniflare.ready
  return { miniflare, url, env: await miniflare.getBindings<Bindings>() }
}

type Changes = Pick<RuntimeOptions, 'vars' | 'requestsPerMinute' | 'withoutImages' | 'hashesFast'>

async function builtWorker(changes: Changes) {
  const { workerOptions, main } = await readWorker(builtConfig)
  const { modulesRules: _, ...options } = workerOptions
  const folder = join(dirname(main ?? ''), 'assets')
  const paths = [main ?? '', ...modulesIn(folder)]
  const modules = paths.map((path) => ({ type: 'ESModule' as const, path }))
  const before =
    changes.vars.PAGE_CACHE === 'tiered' ? await tieredCache(dirname(main ?? ''), changes) : []
  return { ...withChanges(options, changes), modules: [...before, ...modules] }
}

/** Modules that put the stand-in for the tiered cache before the built worker, which is `index.js` in the folder. */
async function tieredCache(folder: string, { hashesFast }: Changes) {
  const { transformWithOxc } = await import('vite')
  const fast = hashesFast ? ['fast-entry', 'fast-hashing'] : []
  const names = [...fast, 'tiered-entry', 'tiered-cache-stand-in']
  return Promise.all(
    names.map(async (name) => {
      const file = `worker/testing/${name}.ts`
      const { code } = await transformWithOxc(readFileSync(file, 'utf8'), file)
      const contents = code.replace(/"\.\.?\/([\w-]+)\.ts"/g, '"./$1.js"')
      return { type: 'ESModule' as const, path: join(folder, `${name}.js`), contents }
    }),
  )
}

/** Returns the worker's lazily imported modules. */
function modulesIn(folder: string): string[] {
  const files = existsSync(folder) ? readdirSync(folder) : []
  return files.filter((file) => file.endsWith('.js')).map((file) => join(folder, file))
}

async function bindingsWith(worker: Exclude<RuntimeOptions['worker'], 'built'>, changes: Changes) {
  const { workerOptions } = await readWorker('wrangler.toml')
  const { modulesRules: _, assets: __, queueConsumers, ...options } = workerOptions
  const { script: contents, consumes = false } =
    worker === 'none' ? { script: 'export default {}' } : worker
  const main = { type: 'ESModule' as const, path: 'worker.js', contents }
  return {
    ...withChanges(options, changes),
    ...(consumes ? { queueConsumers } : {}),
    modules: [main],
  }
}

async function readWorker(config: string) {
  const { unstable_getMiniflareWorkerOptions: read } = await import('wrangler')
  return read(config)
}

function withChanges<T extends { bindings?: object; ratelimits?: object; images?: object }>(
  options: T,
  { vars, requestsPerMinute: limit, withoutImages }: Changes,
) {
  const changed = {
    ...options,
    ...(withoutImages ? { images: undefined } : {}),
    bindings: { ...options.bindings, ...localVars, ...vars },
  }
  if (!limit) return changed
  const simple = { limit, period: 60 as const }
  const limits = {
    WRITES: { namespace_id: '1003', simple },
    READS: { namespace_id: '1004', simple },
  }
  return { ...changed, ratelimits: { ...options.ratelimits, ...limits } }
}
