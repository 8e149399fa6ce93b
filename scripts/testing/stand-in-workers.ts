/** The workers of the stand-in for wrangler: secrets and deployments. */
import { randomUUID } from 'node:crypto'
import { appendFileSync } from 'node:fs'
import { readWranglerConfig, type WranglerConfig } from '../environments/config.ts'
import {
  apiError,
  type Call,
  type Command,
  type FakeAccount,
  StandInError,
} from './stand-in-account.ts'
import { findBucket } from './stand-in-stores.ts'

export const workerCommands: Record<string, Command> = {
  whoami: { names: 0, flags: { json: 'boolean', account: 'string' }, run: whoAmI },
  'secret list': { names: 0, flags: { format: ['json', 'pretty'], name: 'string' }, run: secrets },
  'secret put': { names: 1, flags: { name: 'string' }, run: putSecret },
  deploy: {
    names: 0,
    flags: { 'dry-run': 'boolean', 'secrets-file': 'string', message: 'string', tag: 'string' },
    run: deploy,
  },
  'deployments status': { names: 0, flags: { name: 'string', json: 'boolean' }, run: status },
  'versions view': { names: 1, flags: { name: 'string', json: 'boolean' }, run: viewVersion },
}

function whoAmI({ account }: Call): string {
  if (!account.loggedIn) throw new StandInError(JSON.stringify({ loggedIn: false }, null, 2))
  const { accounts } = account
  return JSON.stringify({ loggedIn: true, authType: 'OAuth Token', email: 'a@b.test', accounts })
}

async function secrets(call: Call): Promise<string> {
  const { name } = await configOf(call)
  const worker = call.account.workers[name]
  if (!worker)
    throw new StandInError(
      `Worker "${name}" not found.\n\nIf this is a new Worker, run \`wrangler deploy\` first to create it.`,
    )
  const list = Object.keys(worker.secrets).map((each) => ({ name: each, type: 'secret_text' }))
  return JSON.stringify(list, null, 2)
}

/** Without a terminal, a worker that does not exist is made first. */
async function putSecret(call: Call): Promise<string> {
  const [key = ''] = call.names
  const value = call.input.trimEnd()
  const { name } = await configOf(call)
  const worker = call.account.workers[name] ?? { secrets: {}, deployments: [] }
  worker.secrets[key] = value
  call.account.workers[name] = worker
  return `🌀 Creating the secret for the Worker "${name}"\n✨ Success! Uploaded secret ${key}`
}

/** Refuses a worker that binds what the account does not have, or that lacks a required secret. */
async function deploy(call: Call): Promise<string> {
  const { account, env } = call
  const config = await configOf(call)
  const { name } = config
  checkStores(account, config)
  const missing = (config.secrets?.required ?? []).filter(
    (each) => account.workers[name]?.secrets[each] === undefined,
  )
  if (missing.length > 0)
    throw new StandInError(
      `The following required secrets have not been set: ${missing.join(', ')}`,
    )
  const targets = targetsOf(account, config)
  const worker = account.workers[name] ?? { secrets: {}, deployments: [] }
  const vars = Object.entries(config.vars).map(([key, value]) => [key, String(value)])
  worker.deployments.push({
    ...{ version: randomUUID(), createdOn: '2026-12-01T12:00:00.000Z' },
    message: call.flags.message?.toString(),
    vars: Object.fromEntries(vars),
    rateLimits: config.ratelimits.map(({ namespace_id }) => namespace_id),
  })
  account.workers[name] = worker
  if (env.WRANGLER_OUTPUT_FILE_PATH)
    appendFileSync(
      env.WRANGLER_OUTPUT_FILE_PATH,
      `${JSON.stringify({ type: 'wrangler-session', version: 1 })}\n${JSON.stringify({ type: 'deploy', version: 1, worker_name: name, targets })}\n`,
    )
  return `Uploaded ${name}\nDeployed ${name} triggers\n  ${targets.join('\n  ')}`
}

function checkStores(account: FakeAccount, config: WranglerConfig) {
  for (const { binding, database_id } of config.d1_databases)
    if (!account.databases.some(({ uuid }) => uuid === database_id))
      throw new StandInError(
        apiError(`binding ${binding} of type d1 must have a valid \`id\` specified`, 10021),
      )
  for (const { binding, id } of config.kv_namespaces)
    if (!account.namespaces.some((each) => each.id === id))
      throw new StandInError(apiError(`KV namespace '${id}' of ${binding} is not valid.`, 10041))
  for (const { bucket_name, jurisdiction } of config.r2_buckets)
    if (!findBucket(account, bucket_name, jurisdiction))
      throw new StandInError(apiError(`R2 bucket '${bucket_name}' not found.`, 10085))
  for (const { queue } of [...(config.queues.producers ?? []), ...(config.queues.consumers ?? [])])
    if (!account.queues.some((each) => each.name === queue))
      throw new StandInError(
        `Queue "${queue}" does not exist. To create it, run: wrangler queues create ${queue}`,
      )
}

function targetsOf(account: FakeAccount, { name, routes, workers_dev }: WranglerConfig): string[] {
  const domains = (routes ?? []).map((route) =>
    typeof route === 'string' ? route : `${route.pattern} (custom domain)`,
  )
  if (!workers_dev) return [...domains, 'schedule: * * * * *']
  if (!account.subdomain)
    throw new StandInError(
      'You need to register a workers.dev subdomain before publishing to workers.dev',
    )
  return [...domains, `https://${name}.${account.subdomain}.workers.dev`, 'schedule: * * * * *']
}

async function status(call: Call): Promise<string> {
  const { name } = await configOf(call)
  const { version, createdOn } = call.account.workers[name]?.deployments.at(-1) ?? {}
  if (!version) throw new StandInError(`The Worker ${name} has no deployments.`)
  const versions = [{ version_id: version, percentage: 100 }]
  return JSON.stringify({ id: randomUUID(), created_on: createdOn, versions })
}

async function viewVersion(call: Call): Promise<string> {
  const { name } = await configOf(call)
  const [id] = call.names
  const found = call.account.workers[name]?.deployments.find(({ version }) => version === id)
  if (!found) throw new StandInError(apiError('The requested version was not found', 10073))
  return JSON.stringify({ id, annotations: { 'workers/message': found.message } })
}

function configOf({ flags }: Call) {
  return readWranglerConfig(flags.config?.toString())
}
