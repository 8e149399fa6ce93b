/** A worker of the benchmarks' own in workerd, with fresh databases, bundled like the shipped one. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { build } from 'vite'
import { migrateAll } from '../scripts/migrate.ts'
import { startRuntime } from '../scripts/runtime.ts'

/** `post` sends a question to the worker as JSON; `ask` reads the answer as JSON, too. */
export async function openWorker<Answer = never>(source: string) {
  const dataDir = mkdtempSync(join(tmpdir(), 'edgecard-bench-'))
  const script = await bundle(source, join(dataDir, 'bundle'))
  const { miniflare, env, url } = await startRuntime({
    dataDir,
    vars: { PEPPER: 'bench' },
    worker: { script },
  })
  await migrateAll(env)
  const post = (question: object) => fetch(url, { method: 'POST', body: JSON.stringify(question) })
  return {
    env,
    ask: async (question: object): Promise<Answer> => (await post(question)).json(),
    post,
    close: async () => {
      await miniflare.dispose()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function bundle(source: string, outDir: string): Promise<string> {
  await build({
    configFile: false,
    logLevel: 'error',
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
