/** The shipped bundle with the demo data, in a directory of the benchmarks' own that is kept between runs, or in another. */

import { seedDemo } from '../demo/seed.ts'
import { build } from '../scripts/build.ts'
import { migrateAll } from '../scripts/local/migrate.ts'
import { startRuntime } from '../scripts/local/runtime.ts'

const keptFolder = 'test-results/bench'

/** Where the cards say they are public. */
export const publicOrigin = 'http://localhost:8787'

type Options = { directPort?: number; folder?: string; inspectorPort?: number }

export async function openDemo({ directPort, folder = keptFolder, inspectorPort }: Options = {}) {
  await build()
  const vars = { PEPPER: 'bench', PUBLIC_ORIGIN: publicOrigin, DEMO_MODE: 'true' }
  const { miniflare, url, env } = await startRuntime({
    dataDir: folder,
    vars,
    worker: 'built',
    directPort,
    inspectorPort,
  })
  await migrateAll(env)
  await seedDemo(env, () => {})
  return { folder, url, env, close: () => miniflare.dispose() }
}
