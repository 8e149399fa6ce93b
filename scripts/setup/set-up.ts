/** The steps of `npm run setup -- --cloudflare`. Each finds what an earlier run has done, so every run continues it. */
import * as z from 'zod/mini'
import { migrate, upload } from '../deploy/release.ts'
import { configFindings, isPlaceholder, printedFinding } from '../doctor/findings.ts'
import { readWranglerConfig, writeConfig } from '../environments/config.ts'
import { type Checkout, type Environment, updateEnvironment } from '../environments/list.ts'
import { createAdministrator, ensurePepper } from './administrator.ts'
import { ensureBucket, ensureListed, ensureQueue, type Place, parse } from './resources.ts'
import { mustRun, SetupError, type Wrangler } from './wrangler.ts'

export type Settings = {
  /** Where the data is stored. */
  place: Place
  /** A host name on Cloudflare; workers.dev if absent. */
  domain?: string
  /** `LANDING`, if it changes. */
  landing?: string
  /** Address of the first administrator, and of the support if none is configured. */
  email: string
  username: string
  /** The id or name of one of several accounts. */
  account?: string
  /** The secret, if the worker has it and this machine does not. */
  pepper?: string
}

type Machine = Checkout & {
  wrangler: Wrangler
  /** Builds the worker and returns the path of the configuration that deploys it. */
  build: () => Promise<string>
  say: (line: string) => void
}

export type Site = Settings & Machine & { configFile: string }

/** Sets up the account and returns the public origin, and the password of an administrator made in this run. */
export async function setUp(
  options: Settings & Machine,
): Promise<{ origin: string; password?: string }> {
  const site = { ...options, configFile: await writeConfig(options) }
  await chooseAccount(site)
  await makeStores(site)
  await configure(site)
  const { name } = await readWranglerConfig(site.configFile)
  const pepper = await ensurePepper(site, name)
  await migrate(site.configFile, site)
  const origin = await release(site)
  const password = await createAdministrator(site, pepper)
  for (const finding of configFindings(await readWranglerConfig(site.configFile)))
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
  const { account_id: configured } = await readWranglerConfig(site.configFile)
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
  if (isOther) throw new SetupError('environments.json has the account_id of another account.')
  if (accounts.length > 1 && !configured) await update(site, { account_id: found.id })
  site.say(`Account ${found.name}`)
}

/** Creates the resources that the configuration binds, queues first: creating one fails on a plan that is too small. */
async function makeStores(site: Site) {
  const config = await readWranglerConfig(site.configFile)
  const { queues, r2_buckets, d1_databases, kv_namespaces, name } = config
  const consumed = (queues.consumers ?? []).map(({ queue }) => queue)
  for (const queue of new Set(consumed))
    site.say(`Queue ${queue}: ${await ensureQueue(site, queue)}`)
  for (const { bucket_name: bucket = '' } of r2_buckets)
    site.say(`Bucket ${bucket}: ${await ensureBucket(site, bucket)}`)
  const { jurisdiction } = site.place
  if (jurisdiction) await update(site, { jurisdiction })
  for (const { binding, database_name = '', database_id } of d1_databases) {
    const database = { name: database_name, id: real(database_id) }
    const { id, done } = await ensureListed(site, 'database', database)
    await update(site, { ids: { [binding]: id } })
    site.say(`Database ${database_name}: ${done}`)
  }
  for (const { binding, id: configured } of kv_namespaces) {
    const title = `${name}-${binding.toLowerCase()}`
    const namespace = { name: title, id: real(configured) }
    const { id, done } = await ensureListed(site, 'namespace', namespace)
    await update(site, { ids: { [binding]: id } })
    site.say(`Namespace ${title}: ${done}`)
  }
}

function real(id?: string): string | undefined {
  return isPlaceholder(id) ? undefined : id
}

async function configure(site: Site) {
  const { domain, landing, email } = site
  const { vars } = await readWranglerConfig(site.configFile)
  if (domain) await update(site, { domain })
  if (landing) await update(site, { vars: { LANDING: landing } })
  if (/@example\./.test(String(vars.SUPPORT_EMAIL)))
    await update(site, { vars: { SUPPORT_EMAIL: email } })
  const findings = configFindings(await readWranglerConfig(site.configFile))
  const error = findings.find(({ level }) => level === 'error')
  if (error) throw new SetupError(error.text)
}

/** Deploys and returns the public origin. A workers.dev address is known only afterwards, so it deploys once more. */
async function release(site: Site): Promise<string> {
  const { vars } = await readWranglerConfig(site.configFile)
  site.say('Building and deploying (about a minute) …')
  const targets = await upload(await site.build(), site)
  const origin = String(vars.PUBLIC_ORIGIN)
  if (origin) return origin
  const address = targets.find((target) => /^https:\/\/\S+\.workers\.dev$/.test(target))
  if (!address) throw new SetupError('The worker has no address. Add --domain.')
  await update(site, { vars: { PUBLIC_ORIGIN: address } })
  await upload(await site.build(), site)
  return address
}

async function update(site: Site, change: Environment) {
  updateEnvironment(site, change)
  await writeConfig(site)
}
