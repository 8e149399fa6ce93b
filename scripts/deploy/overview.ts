/** What is deployed where: one line for each environment. */
import * as z from 'zod/mini'
import { readWranglerConfig, writeConfig } from '../environments/config.ts'
import { listEnvironments } from '../environments/list.ts'
import { remoteDatabase } from '../setup/administrator.ts'
import { parse } from '../setup/resources.ts'
import { mustRun, type Wrangler } from '../setup/wrangler.ts'

type Machine = { folder?: string; wrangler: Wrangler; fetch?: typeof fetch }

type Row = {
  environment: string
  address: string
  version: string
  migration: string
  health: string
}

/** Returns a table with a header, and whether every environment is healthy. What cannot be read is shown as `unknown`. */
export async function overview(machine: Machine): Promise<{ lines: string[]; isHealthy: boolean }> {
  const rows: Row[] = []
  for (const environment of listEnvironments(machine.folder))
    rows.push(await rowOf(machine, environment))
  const header = { environment: 'environment', address: 'address', version: 'version' }
  const table = [{ ...header, migration: 'newest migration', health: 'health' }, ...rows]
  const columns = ['environment', 'address', 'version', 'migration', 'health'] as const
  const widths = columns.map((column) => Math.max(...table.map((row) => row[column].length)))
  const lines = table.map((row) =>
    columns
      .map((column, index) => row[column].padEnd(widths[index] ?? 0))
      .join('  ')
      .trimEnd(),
  )
  return { lines, isHealthy: rows.every(({ health }) => health === 'ok') }
}

async function rowOf({ folder, wrangler, fetch }: Machine, environment: string) {
  const configFile = await writeConfig({ folder, environment })
  const { vars } = await readWranglerConfig(configFile)
  const address = String(vars.PUBLIC_ORIGIN)
  const site = { wrangler, configFile }
  const [version, migration, health] = await Promise.all([
    versionOf(site).catch(() => 'unknown'),
    migrationOf(site).catch(() => 'unknown'),
    healthOf(address, fetch),
  ])
  return { environment, address: address || 'unknown', version, migration, health }
}

const Deployment = z.object({
  created_on: z.string(),
  versions: z.array(z.object({ version_id: z.string() })),
})
const Version = z.object({ annotations: z.optional(z.record(z.string(), z.unknown())) })

type Site = { wrangler: Wrangler; configFile: string }

/** The commit of the deployed version, and its day. */
async function versionOf({ wrangler, configFile }: Site): Promise<string> {
  const rest = ['--json', '--config', configFile]
  const status = await mustRun(wrangler, ['deployments', 'status', ...rest])
  const { created_on, versions } = parse(Deployment, status)
  const id = versions[0]?.version_id ?? ''
  const { annotations } = parse(Version, await mustRun(wrangler, ['versions', 'view', id, ...rest]))
  return `${annotations?.['workers/message'] ?? id} (${created_on.slice(0, 10)})`
}

const Migration = z.object({ name: z.string() })

async function migrationOf(site: Site): Promise<string> {
  const rows = await remoteDatabase(site)('select name from d1_migrations order by id desc limit 1')
  return Migration.parse(rows[0]).name
}

/** Returns `ok`, the status of an error, `no response`, or `unknown` without an address. */
export async function healthOf(address: string, get = fetch): Promise<string> {
  if (!address) return 'unknown'
  try {
    const response = await get(`${address}/healthz`, { signal: AbortSignal.timeout(10_000) })
    return response.ok ? 'ok' : `${response.status}`
  } catch {
    return 'no response'
  }
}
