/** The built worker with empty databases in a temporary directory, on a free port. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrateAll } from '../local/migrate.ts'
import { startRuntime } from '../local/runtime.ts'

/** Starts a server without users; `vars` override its variables. The caller must close it. */
export async function startEmptyServer(vars: Record<string, string> = {}, withoutImages = false) {
  const dataDir = mkdtempSync(join(tmpdir(), 'edgecard-'))
  const { miniflare, url, env } = await startRuntime({
    dataDir,
    worker: 'built',
    withoutImages,
    vars: { PEPPER: 'of an empty server', DEMO_MODE: 'false', EMAIL_API_URL: '', ...vars },
  })
  await migrateAll(env)
  const close = async () => {
    await miniflare.dispose()
    rmSync(dataDir, { recursive: true, force: true })
  }
  return { origin: url.origin, env, close }
}
