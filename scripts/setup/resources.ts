/** Creates the queues, bucket, databases and namespace of an account, or finds those of an earlier run. */
import * as z from 'zod/mini'
import type { jurisdictions } from '../environments/list.ts'
import { mustRun, type Result, reasonOf, SetupError, type Wrangler } from './wrangler.ts'

export const locations = ['weur', 'eeur', 'apac', 'oc', 'wnam', 'enam'] as const

/** Where data is stored: in a jurisdiction, or near a location. With neither, it is near whoever runs the command. */
export type Place = {
  jurisdiction?: (typeof jurisdictions)[number]
  location?: (typeof locations)[number]
}

export type Account = { wrangler: Wrangler; configFile: string; place: Place }

type Made = 'made' | 'found'

/** The longest retention on Workers Paid; Workers Free allows one day (wrangler queues create --help). */
const retentionSeconds = 14 * 86_400

/** Makes the queue, or finds it, with the longest retention. Queues have no location hint. */
export async function ensureQueue(
  { wrangler, configFile, place }: Account,
  name: string,
): Promise<Made> {
  const config = ['--config', configFile]
  const retention = ['--message-retention-period-secs', String(retentionSeconds)]
  const create = ['queues', 'create', name, ...retention, ...jurisdictionArgs(place), ...config]
  const made = await wrangler(create)
  if (made.status === 0) return 'made'
  const info = await wrangler(['queues', 'info', name, ...config])
  if (info.status !== 0) throw new SetupError(reasonOf(create, made))
  const [, there] = /^Jurisdiction: (eu|us|fedramp)\b/m.exec(info.stdout) ?? []
  checkJurisdiction(place, { what: `The queue ${name}`, there })
  // The information does not say how long the queue keeps a message.
  await mustRun(wrangler, ['queues', 'update', name, ...retention, ...config])
  return 'found'
}

/** Makes the bucket. Buckets of different jurisdictions may have the same name. */
export async function ensureBucket(
  { wrangler, configFile, place }: Account,
  name: string,
): Promise<Made> {
  const config = ['--config', configFile]
  const create = ['r2', 'bucket', 'create', name, ...placeArgs(place), ...config]
  const made = await wrangler(create)
  if (made.status === 0) return 'made'
  const info = await wrangler(['r2', 'bucket', 'info', name, ...jurisdictionArgs(place), ...config])
  if (info.status !== 0) throw new SetupError(reasonOf(create, made))
  return 'found'
}

const kinds = {
  database: { list: ['d1', 'list', '--json'], create: ['d1', 'create'], args: placeArgs },
  // Namespaces have no location hint, and jurisdictions only in a private beta (docs/platform.md).
  namespace: {
    ...{ list: ['kv', 'namespace', 'list'], create: ['kv', 'namespace', 'create'] },
    args: () => [],
  },
}

/** Makes the database or KV namespace and returns its id. `id` is the configured one, if there is one. */
export async function ensureListed(
  account: Account,
  kind: keyof typeof kinds,
  { name, id }: { name: string; id?: string },
): Promise<{ id: string; done: Made }> {
  const { wrangler, configFile, place } = account
  const { create, args } = kinds[kind]
  const listed = await list(account, kind)
  const found = listed.find((each) => (id ? each.id === id : each.name === name))
  if (found) {
    if (kind === 'database')
      checkJurisdiction(place, { what: `The database ${name}`, there: found.jurisdiction })
    return { id: found.id, done: 'found' }
  }
  if (id)
    throw new SetupError(
      `environments.json has an id for the ${kind} ${name} that this account does not have. Choose the account with --account, or remove the id.`,
    )
  await mustRun(wrangler, [...create, name, ...args(place), '--config', configFile])
  const made = (await list(account, kind)).find((each) => each.name === name)
  if (!made) throw new SetupError(`The ${kind} ${name} is not listed yet. Run the command again.`)
  return { id: made.id, done: 'made' }
}

const Listed = z.array(
  z.union([
    z.object({ uuid: z.string(), name: z.string(), jurisdiction: z.nullish(z.string()) }),
    z.object({ id: z.string(), title: z.string() }),
  ]),
)

async function list({ wrangler, configFile }: Account, kind: keyof typeof kinds) {
  const printed = await mustRun(wrangler, [...kinds[kind].list, '--config', configFile])
  return parse(Listed, printed).map((each) =>
    'uuid' in each
      ? { ...each, id: each.uuid }
      : { ...each, name: each.title, jurisdiction: undefined },
  )
}

/** The JSON that a command printed; warnings may precede it. */
export function parse<T extends z.ZodMiniType>(shape: T, { stdout }: Result): z.infer<T> {
  const start = stdout.search(/^[[{]/m)
  try {
    return shape.parse(JSON.parse(stdout.slice(Math.max(start, 0))))
  } catch {
    throw new SetupError(
      'wrangler printed something unexpected. Use the version in package-lock.json.',
    )
  }
}

function jurisdictionArgs({ jurisdiction }: Place): string[] {
  return jurisdiction ? ['--jurisdiction', jurisdiction] : []
}

// wrangler refuses both for a bucket, and D1 ignores the hint.
function placeArgs(place: Place): string[] {
  if (place.jurisdiction) return jurisdictionArgs(place)
  return place.location ? ['--location', place.location] : []
}

// It cannot be changed later, so data would silently stay elsewhere.
function checkJurisdiction(
  { jurisdiction }: Place,
  { what, there }: { what: string; there?: string | null },
) {
  if ((there ?? undefined) === jurisdiction) return
  const state = there ? `is restricted to ${there}` : 'is not restricted to a jurisdiction'
  throw new SetupError(
    `${what} already exists and ${state}, which cannot be changed. Delete it, or choose its jurisdiction.`,
  )
}
