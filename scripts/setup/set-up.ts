/** The steps of `npm run setup -- --cloudflare`. Each finds what an earlier run has done, so every run continues it. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { analyticsName } from '../../worker/tracking/shards.ts'
import { configFindings, isPlaceholder, printedFinding } from '../doctor/findings.ts'
import { createAdministrator, ensurePepper } from './administrator.ts'
import { type Edit, editToml, readWranglerConfig } from './config-file.ts'
import { ensureBucket, ensureListed, ensureQueue, type Place, parse } from './resources.ts'
import { configArgs, mustRun, SetupError, type Wrangler } from './wrangler.ts'

export type Settings = {
  /** A named environment of `wrangler.toml`; production if absent. */
  environment?: string
  place: Place
  /** A host name on Cloudflare; workers.dev if absent. */
  domain?: string
  /** Address of the first administrator, and of the support if none is configured. */
  email: string
  username: string
  /** The id or name of one of several accounts. */
  account?: string
  /** The secret, if the worker has it and this machine does not. */
  pepper?: string
}

type Machine = {
  wrangler: Wrangler
  configFile: string
  /** Builds the worker and returns the path of its configuration. */
  build: () => Promise<string>
  say: (line: string) => void
}

export type Site = Settings & Machine

/** Sets up the account and returns the public origin, and the password of an administrator made in this run. */
export async function setUp(site: Site): Promise<{ origin: string; password?: string }> {
  await chooseAccount(site)
  await makeStores(site)
  await configure(site)
  const { name } = await readWranglerConfig(site)
  const pepper = await ensurePepper(site, name)
  await migrate(site)
  const origin = await release(site)
  const password = await createAdministrator(site, pepper)
  for (const finding of configFindings(await readWranglerConfig(site)))
    site.say(printedFinding(finding))
  return { origin, password }
}

/** The accounts that wrangler may use. */
export async function listAccounts({ wrangler }: Pick<Site, 'wrangler'>) {
  return parse(WhoAmI, await mustRun(wrangler, ['whoami', '--json'])).accounts
}

const WhoAmI = z.object({ accounts: z.array(z.object({ id: z.string(), name: z.string() })) })

async function chooseAccount(site: Site) {
  const accounts = await listAccounts(site)
  const { account_id: configured } = await readWranglerConfig(site)
  const wanted = site.account || process.env.CLOUDFLARE_ACCOUNT_ID || configured
  const found = wanted
    ? accounts.find(({ id, name }) => id === wanted || name === wanted)
    : accounts[0]
  if (!found) throw new SetupError('wrangler cannot use this account. Sign in with another user.')
  if (!wanted && accounts.length > 1)
    throw new SetupError(
      `You have several accounts. Add --account with one of: ${accounts.map(({ id }) => id).join(', ')}.`,
    )
  const isOther = configured && configured !== found.id
  if (isOther) throw new SetupError('wrangler.toml has the account_id of another account.')
  if (accounts.length > 1 && !configured)
    edit({ ...site, environment: undefined }, { table: '', values: { account_id: found.id } })
  site.say(`Account ${found.name}`)
}

/** Creates the resources that `wrangler.toml` binds, queues first: creating one fails on a plan that is too small. */
async function makeStores(site: Site) {
  const { queues, r2_buckets, d1_databases, kv_namespaces, name } = await readWranglerConfig(site)
  const consumed = (queues.consumers ?? []).map(({ queue }) => queue)
  for (const queue of new Set(consumed))
    site.say(`Queue ${queue}: ${await ensureQueue(site, queue)}`)
  for (const { binding, bucket_name: bucket = '' } of r2_buckets) {
    site.say(`Bucket ${bucket}: ${await ensureBucket(site, bucket)}`)
    const { jurisdiction } = site.place
    if (jurisdiction)
      edit(site, { table: '[r2_buckets]', where: ['binding', binding], values: { jurisdiction } })
  }
  for (const { binding, database_name = '', database_id } of d1_databases) {
    const database = { name: database_name, id: real(database_id) }
    const { id, done } = await ensureListed(site, 'database', database)
    const values = { database_id: id }
    edit(site, { table: '[d1_databases]', where: ['binding', binding], values })
    site.say(`Database ${database_name}: ${done}`)
  }
  for (const { binding, id: configured } of kv_namespaces) {
    const title = `${name}-${binding.toLowerCase()}`
    const { id, done } = await ensureListed(site, 'namespace', {
      ...{ name: title, id: real(configured) },
    })
    edit(site, { table: '[kv_namespaces]', where: ['binding', binding], values: { id } })
    site.say(`Namespace ${title}: ${done}`)
  }
}

function real(id?: string): string | undefined {
  return isPlaceholder(id) ? undefined : id
}

async function configure(site: Site) {
  const { domain, email } = site
  const { vars } = await readWranglerConfig(site)
  if (domain) {
    const routes = [{ pattern: domain, custom_domain: true }]
    edit(site, { table: '', values: { routes, workers_dev: false, preview_urls: false } })
    edit(site, { table: 'vars', values: { PUBLIC_ORIGIN: `https://${domain}` } })
  }
  if (/@example\./.test(String(vars.SUPPORT_EMAIL)))
    edit(site, { table: 'vars', values: { SUPPORT_EMAIL: email } })
  const findings = configFindings(await readWranglerConfig(site))
  const error = findings.find(({ level }) => level === 'error')
  if (error) throw new SetupError(error.text)
}

async function migrate(site: Site) {
  const { d1_databases } = await readWranglerConfig(site)
  for (const { binding } of d1_databases) {
    if (binding !== 'DB' && !analyticsName.test(binding)) continue
    await mustRun(site.wrangler, [
      ...['d1', 'migrations', 'apply', binding, '--remote'],
      ...configArgs(site),
    ])
    site.say(`Migrations of ${binding}: applied`)
  }
}

/** Deploys and returns the public origin. A workers.dev address is known only afterwards, so it deploys once more. */
async function release(site: Site): Promise<string> {
  const { vars } = await readWranglerConfig(site)
  const address = await deploy(site)
  const origin = String(vars.PUBLIC_ORIGIN)
  if (origin) return origin
  if (!address) throw new SetupError('The worker has no address. Add --domain.')
  edit(site, { table: 'vars', values: { PUBLIC_ORIGIN: address } })
  await deploy(site)
  return address
}

/** Returns the workers.dev address, if the worker has one. */
async function deploy({ wrangler, build, say }: Site): Promise<string | undefined> {
  say('Building and deploying (about a minute) …')
  const folder = mkdtempSync(join(tmpdir(), 'edgecard-'))
  const report = join(folder, 'deploy.json')
  try {
    const env = { WRANGLER_OUTPUT_FILE_PATH: report }
    await mustRun(wrangler, ['deploy', '--config', await build()], { env })
    const lines = readFileSync(report, 'utf8').trim().split('\n')
    const entries = lines.map((line) => Deployment.safeParse(JSON.parse(line)).data)
    const targets = entries.flatMap((entry) => entry?.targets ?? [])
    return targets.find((target) => /^https:\/\/\S+\.workers\.dev$/.test(target))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The line that wrangler writes to `WRANGLER_OUTPUT_FILE_PATH` after a deployment. */
const Deployment = z.object({
  type: z.literal('deploy'),
  targets: z.nullish(z.array(z.string())),
})

function edit({ configFile, environment }: Site, change: Edit) {
  const table = tableOf(change.table, environment)
  const text = readFileSync(configFile, 'utf8')
  const edited = editToml(text, { ...change, table })
  if (edited !== text) writeFileSync(configFile, edited)
}

/** The header of a table in an environment: `[vars]` is `[env.staging.vars]`. */
function tableOf(table: string, environment?: string): string {
  if (!environment) return table
  const prefix = `env.${environment}`
  if (table === '') return prefix
  return table.startsWith('[') ? `[${prefix}.${table.slice(1)}` : `${prefix}.${table}`
}
