/** The queues, buckets and namespaces of the stand-in for wrangler. */
import { randomBytes } from 'node:crypto'
import { jurisdictions } from '../environments/list.ts'
import {
  apiError,
  type Call,
  type Command,
  type FakeAccount,
  StandInError,
} from './stand-in-account.ts'

export const locations = ['weur', 'eeur', 'apac', 'oc', 'wnam', 'enam'] as const
const aDay = 86_400
const creationFlags = {
  'use-remote': 'boolean',
  'update-config': 'boolean',
  binding: 'string',
} as const

export const storeCommands: Record<string, Command> = {
  'queues create': {
    names: 1,
    flags: {
      jurisdiction: jurisdictions,
      'delivery-delay-secs': 'string',
      'message-retention-period-secs': 'string',
    },
    run: createQueue,
  },
  'queues update': {
    names: 1,
    flags: { 'delivery-delay-secs': 'string', 'message-retention-period-secs': 'string' },
    run: updateQueue,
  },
  'queues info': { names: 1, run: queueInfo },
  'r2 bucket create': {
    names: 1,
    flags: {
      ...creationFlags,
      location: locations,
      jurisdiction: 'string',
      'storage-class': 'string',
    },
    run: createBucket,
  },
  'r2 bucket info': {
    names: 1,
    flags: { jurisdiction: 'string', json: 'boolean' },
    run: bucketInfo,
  },
  'kv namespace create': {
    names: 1,
    flags: { ...creationFlags, jurisdiction: 'string', preview: 'boolean' },
    run: createNamespace,
  },
  'kv namespace list': {
    names: 0,
    run: ({ account }) =>
      JSON.stringify(account.namespaces.map((each) => ({ ...each, supports_url_encoding: true }))),
  },
}

function createQueue({ account, names: [name = ''], flags }: Call): string {
  const retention = retentionOf(account, flags)
  if (account.queues.some((each) => each.name === name))
    throw new StandInError(
      apiError(
        `Queue name '${name}' is already taken. Please use a different name and try again.`,
        11009,
      ),
    )
  account.queues.push({ name, retention, jurisdiction: text(flags.jurisdiction) })
  return `🌀 Creating queue '${name}'\n✅ Created queue '${name}'`
}

function updateQueue({ account, names: [name = ''], flags }: Call): string {
  const queue = findQueue(account, name)
  queue.retention = retentionOf(account, flags) ?? queue.retention
  return `Updating queue ${name}.\nUpdated queue ${name}.`
}

function retentionOf({ plan }: FakeAccount, flags: Call['flags']): number | undefined {
  const seconds = flags['message-retention-period-secs']
  const retention = seconds === undefined ? undefined : Number(seconds)
  if (retention !== undefined && !(retention >= 60 && retention <= 14 * aDay))
    throw new StandInError(
      `Invalid --message-retention-period-secs value: ${seconds}. Must be between 60 and 1209600`,
    )
  if (plan === 'free' && (retention ?? 0) > aDay)
    throw new StandInError('The specified queue settings are invalid.')
  return retention
}

function findQueue({ queues }: FakeAccount, name: string) {
  const queue = queues.find((each) => each.name === name)
  if (queue) return queue
  throw new StandInError(
    `Queue "${name}" does not exist. To create it, run: wrangler queues create ${name}`,
  )
}

function queueInfo({ account, names: [name = ''] }: Call): string {
  const queue = findQueue(account, name)
  const jurisdiction = queue.jurisdiction ? `Jurisdiction: ${queue.jurisdiction}\n` : ''
  return `Queue Name: ${name}\nQueue ID: 1\n${jurisdiction}Number of Producers: 0`
}

function createBucket({ account, names: [name = ''], flags }: Call): string {
  const [jurisdiction, location] = [text(flags.jurisdiction), text(flags.location)]
  if (!/^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/.test(name))
    throw new StandInError(`The bucket name "${name}" is invalid.`)
  if (jurisdiction && location)
    throw new StandInError('Provide either a jurisdiction or location hint - not both.')
  checkR2(account)
  if (findBucket(account, name, jurisdiction))
    throw new StandInError(
      apiError('The bucket you tried to create already exists, and you own it.', 10004),
    )
  account.buckets.push({ name, jurisdiction, location })
  return `Creating bucket '${name}'...\n✅ Created bucket '${name}'`
}

function bucketInfo({ account, names: [name = ''], flags }: Call): string {
  checkR2(account)
  if (!findBucket(account, name, text(flags.jurisdiction)))
    throw new StandInError(apiError('The specified bucket does not exist.', 10006))
  return flags.json ? JSON.stringify({ name }) : `name: ${name}`
}

function checkR2({ r2 }: FakeAccount) {
  if (!r2)
    throw new StandInError(apiError('Please enable R2 through the Cloudflare Dashboard.', 10042))
}

/** Buckets of different jurisdictions are different buckets. */
export function findBucket({ buckets }: FakeAccount, name?: string, jurisdiction?: string) {
  return buckets.find((each) => each.name === name && each.jurisdiction === jurisdiction)
}

/** Jurisdictions of namespaces are in a private beta; its refusal is not documented. */
function createNamespace({ account, names: [title = ''], flags }: Call): string {
  if (flags.jurisdiction)
    throw new StandInError(apiError('This account has no access to jurisdictions.', 10403))
  if (account.namespaces.some((each) => each.title === title))
    throw new StandInError(`A KV namespace with the title "${title}" already exists.`)
  const id = randomBytes(16).toString('hex')
  account.namespaces.push({ title, id })
  return `🌀 Creating namespace with title "${title}"\n✨ Success!`
}

function text(value: string | boolean | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined
}
