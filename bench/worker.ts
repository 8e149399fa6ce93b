/** Runs a benchmark's worker in workerd, bundled like the product's. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { build } from 'vite'
import { cardScripts } from '../build/card-scripts.ts'
import { commonPasswords } from '../build/common-passwords.ts'
import { reactRenderer } from '../build/react-renderer.ts'
import { migrateAll } from '../scripts/local/migrate.ts'
import { startRuntime } from '../scripts/local/runtime.ts'
import { findWorkerd } from './load.ts'

type Options = { directPort?: number; folder?: string }

/**
 * `post` sends JSON to the worker; `ask` also reads its response as JSON. With `directPort` the worker listens on that
 * port and consumes its queue. `folder` stores the databases for later runs; without it they are temporary.
 */
export async function openWorker<Answer = never>(
  source: string,
  { directPort, folder }: Options = {},
) {
  const scratch = mkdtempSync(join(tmpdir(), 'edgecard-bench-'))
  const script = await bundle(source, join(scratch, 'bundle'))
  const { miniflare, env, url } = await startRuntime({
    dataDir: folder ?? scratch,
    vars: { PEPPER: 'bench' },
    worker: { script, consumes: directPort !== undefined },
    directPort,
  })
  await migrateAll(env)
  const post = (task: object) => fetch(url, { method: 'POST', body: JSON.stringify(task) })
  return {
    env,
    url,
    pid: findWorkerd(),
    ask: async (task: object): Promise<Answer> => (await post(task)).json(),
    post,
    close: async () => {
      await miniflare.dispose()
      rmSync(scratch, { recursive: true, force: true })
    },
  }
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
