/** Starts the built worker with the demo data. */
import { seedDemo } from '../demo/seed.ts'
import { build } from '../scripts/build.ts'
import { migrateAll } from '../scripts/local/migrate.ts'
import { startRuntime } from '../scripts/local/runtime.ts'

const sharedFolder = 'test-results/bench'

/** Origin in the links of the cards. */
export const publicOrigin = 'http://localhost:8787'

type Options = { directPort?: number; folder?: string; inspectorPort?: number; script?: string }

/** `folder` stores the databases; the default one is reused by later runs. `script` is run instead of the product. */
export async function openDemo({
  directPort,
  folder = sharedFolder,
  inspectorPort,
  script,
}: Options = {}) {
  await build()
  const vars = { PEPPER: 'bench', PUBLIC_ORIGIN: publicOrigin, DEMO_MODE: 'true' }
  const { miniflare, url, env } = await startRuntime({
    dataDir: folder,
    vars,
    worker: script ? { script, consumes: true } : 'built',
    directPort,
    inspectorPort,
    // One user stands for many.
    requestsPerMinute: 1_000_000,
  })
  await migrateAll(env)
  await seedDemo(env, () => {})
  return { folder, url, env, close: () => miniflare.dispose() }
}
