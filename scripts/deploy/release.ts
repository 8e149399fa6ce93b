/** The steps that the setup and a deployment share: the migrations, and the upload of the built worker. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { analyticsName } from '../../worker/tracking/shards.ts'
import { readWranglerConfig } from '../environments/config.ts'
import { mustRun, type Wrangler } from '../setup/wrangler.ts'

type Site = { wrangler: Wrangler; say: (line: string) => void }

/** Applies the migrations to every database that a configuration binds. */
export async function migrate(configFile: string, { wrangler, say }: Site) {
  const { d1_databases } = await readWranglerConfig(configFile)
  for (const { binding } of d1_databases) {
    if (binding !== 'DB' && !analyticsName.test(binding)) continue
    const args = ['d1', 'migrations', 'apply', binding, '--remote', '--config', configFile]
    await mustRun(wrangler, args)
    say(`Migrations of ${binding}: applied`)
  }
}

/** Uploads the built worker, and returns its addresses. */
export async function upload(builtConfig: string, { wrangler, say }: Site): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'edgecard-'))
  const report = join(folder, 'deploy.json')
  try {
    const env = { WRANGLER_OUTPUT_FILE_PATH: report }
    const args = ['deploy', '--config', builtConfig, '--message', checkedOut()]
    await mustRun(wrangler, args, { env })
    const lines = readFileSync(report, 'utf8').trim().split('\n')
    const entries = lines.map((line) => Deployment.safeParse(JSON.parse(line)).data)
    const targets = entries.flatMap((entry) => entry?.targets ?? [])
    say(`Worker: deployed to ${targets.filter((target) => !/^schedule/.test(target)).join(', ')}`)
    return targets
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The line that wrangler writes to `WRANGLER_OUTPUT_FILE_PATH` after a deployment. */
const Deployment = z.object({
  type: z.literal('deploy'),
  targets: z.nullish(z.array(z.string())),
})

/** The commit or tag of this checkout, by which a deployed version is recognized. */
function checkedOut(): string {
  try {
    const args = ['describe', '--tags', '--always', '--dirty']
    return execFileSync('git', args, {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  } catch {
    return 'unknown commit'
  }
}
