/** Opens the local databases and bucket for a command while the server is not running. */
import {
  claimDataDir,
  dataDir,
  markCreating,
  markReady,
  openDataDir,
  peppersIn,
} from './data-dir.ts'
import { migrateAll } from './migrate.ts'
import { startRuntime } from './runtime.ts'

/** Returns the migrated bindings of the data directory; call `close` when done. `pepper` is for a new directory. */
export async function openLocal({ pepper = '' } = {}) {
  const found = openDataDir()
  const state = found.stage === 'making' && pepper ? { ...found, pepper } : found
  claimDataDir()
  markCreating(state)
  const { miniflare, env } = await startRuntime({
    dataDir: dataDir(),
    vars: peppersIn(state),
    worker: 'none',
  })
  await migrateAll(env)
  return {
    env,
    peppers: peppersIn(state),
    close: async () => {
      markReady(state)
      await miniflare.dispose()
    },
  }
}
