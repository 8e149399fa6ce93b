import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { FakeAccount } from './stand-in-account.ts'
import { newAccount, standIn } from './wrangler-stand-in.ts'

const folder = mkdtempSync(join(tmpdir(), 'edgecard-'))
const config = ['--config', 'wrangler.toml']
const id = '6f0c1d9e-0000-4000-8000-00000000000a'
const retention = '--message-retention-period-secs'

/** A configuration that binds one database. */
function bound(database_id: string, rest = {}, migrations_dir = 'schema/migrations/app'): string[] {
  const file = join(folder, `${crypto.randomUUID()}.json`)
  const d1_databases = [{ binding: 'DB', database_name: 'cards', database_id, migrations_dir }]
  const base = { name: 'cards', compatibility_date: '2026-11-01', workers_dev: true }
  writeFileSync(file, JSON.stringify({ ...base, d1_databases, ...rest }))
  return ['--config', file]
}

const cards = { databases: [{ name: 'cards', uuid: id }] }
const deployed = { ...cards, workers: { cards: { secrets: {}, deployments: [] } } }

/** Each is a call, the account it meets, and what wrangler 4.156 prints. */
const refused: [string, string[], Partial<FakeAccount>, string][] = [
  ['no command', ['d2', 'create', 'x'], {}, 'Unknown arguments: d2'],
  ['an unknown flag', ['d1', 'create', 'x', '--size', '1'], {}, 'Unknown arguments'],
  ['no name', ['queues', 'create'], {}, 'Not enough non-option arguments'],
  ['two names', ['d1', 'create', 'x', 'y'], {}, 'Unknown argument: y'],
  [
    'an unknown jurisdiction',
    ['d1', 'create', 'x', '--jurisdiction', 'mars'],
    {},
    'Invalid values',
  ],
  [
    'an unknown location',
    ['r2', 'bucket', 'create', 'x-1', '--location', 'eu'],
    {},
    'Invalid values',
  ],
  ['no login', ['d1', 'list'], { loggedIn: false }, 'You are not logged in'],
  ['who am I, without a login', ['whoami', '--json'], { loggedIn: false }, '"loggedIn": false'],
  [
    'a database twice',
    ['d1', 'create', 'cards'],
    cards,
    'A database with that name already exists',
  ],
  [
    'a queue twice',
    ['queues', 'create', 'q'],
    { queues: [{ name: 'q' }] },
    "Queue name 'q' is already taken",
  ],
  [
    'a queue kept for a month',
    ['queues', 'create', 'q', retention, '2592000'],
    {},
    'Must be between',
  ],
  [
    'a queue kept for two weeks on the free plan',
    ['queues', 'create', 'q', retention, '1209600'],
    { plan: 'free' },
    'The specified queue settings are invalid',
  ],
  [
    'a longer retention on the free plan',
    ['queues', 'update', 'q', retention, '1209600'],
    { plan: 'free', queues: [{ name: 'q' }] },
    'The specified queue settings are invalid',
  ],
  [
    'a retention of a second',
    ['queues', 'update', 'q', retention, '1'],
    { queues: [{ name: 'q' }] },
    'Must be between',
  ],
  [
    'a change of a queue that does not exist',
    ['queues', 'update', 'q', retention, '60'],
    {},
    'Queue "q" does not exist',
  ],
  ['a queue that does not exist', ['queues', 'info', 'q'], {}, 'Queue "q" does not exist'],
  ['a bucket with R2 off', ['r2', 'bucket', 'create', 'b-1'], { r2: false }, '[code: 10042]'],
  [
    'a bucket twice',
    ['r2', 'bucket', 'create', 'b-1'],
    { buckets: [{ name: 'b-1' }] },
    'already exists, and you own it. [code: 10004]',
  ],
  [
    'a bucket with both places',
    ['r2', 'bucket', 'create', 'b-1', '--location', 'weur', '--jurisdiction', 'eu'],
    {},
    'Provide either a jurisdiction or location hint',
  ],
  [
    'a bucket in capitals',
    ['r2', 'bucket', 'create', 'B-1'],
    {},
    'The bucket name "B-1" is invalid',
  ],
  [
    'the bucket of another jurisdiction',
    ['r2', 'bucket', 'info', 'b-1', '--jurisdiction', 'eu'],
    { buckets: [{ name: 'b-1' }] },
    'The specified bucket does not exist',
  ],
  [
    'a namespace twice',
    ['kv', 'namespace', 'create', 'n'],
    { namespaces: [{ title: 'n', id: '1' }] },
    'already exists',
  ],
  [
    'a namespace in a jurisdiction',
    ['kv', 'namespace', 'create', 'n', '--jurisdiction', 'eu'],
    {},
    'no access to jurisdictions',
  ],
  ['deployments of no worker', ['deployments', 'status', ...config], {}, 'has no deployments'],
  [
    'a version that does not exist',
    ['versions', 'view', '1', ...config],
    {},
    'The requested version was not found',
  ],
  ['secrets of no worker', ['secret', 'list', ...config], {}, 'Worker "edgecard" not found'],
  [
    'migrations of a database that does not exist',
    ['d1', 'migrations', 'apply', 'DB', '--remote', ...bound(id)],
    {},
    `The database ${id} could not be found`,
  ],
  [
    'migrations of a binding that does not exist',
    ['d1', 'migrations', 'apply', 'OTHER', '--remote', ...bound(id)],
    cards,
    "Couldn't find a D1 DB with the name or binding 'OTHER'",
  ],
  [
    'migrations that are nowhere',
    ['d1', 'migrations', 'apply', 'DB', '--remote', ...bound(id, {}, 'no/folder')],
    cards,
    'No migrations present at no/folder.',
  ],
  [
    'wrong SQL',
    ['d1', 'execute', 'DB', '--remote', '--command', 'select * from no_table', ...bound(id)],
    cards,
    'no such table: no_table',
  ],
  [
    'a worker on an unknown database',
    ['deploy', ...bound(id)],
    {},
    'must have a valid `id` specified',
  ],
  [
    'a worker without its secret',
    ['deploy', ...bound(id, { secrets: { required: ['PEPPER'] } })],
    deployed,
    'The following required secrets have not been set: PEPPER',
  ],
  [
    'a worker without its bucket',
    ['deploy', ...bound(id, { r2_buckets: [{ binding: 'B', bucket_name: 'b-1' }] })],
    deployed,
    "R2 bucket 'b-1' not found",
  ],
  [
    'a worker without its queue',
    ['deploy', ...bound(id, { queues: { producers: [{ binding: 'Q', queue: 'q' }] } })],
    deployed,
    'Queue "q" does not exist',
  ],
  [
    'a worker without an address',
    ['deploy', ...bound(id)],
    { ...deployed, subdomain: undefined },
    'You need to register a workers.dev subdomain',
  ],
]

test.each(refused)('the stand-in refuses %s', async (_, args, facts, sentence) => {
  const account = newAccount(join(folder, crypto.randomUUID()), structuredClone(facts))
  const before = JSON.stringify({ ...account, calls: [] })
  const { status, stderr } = await standIn(account, args)
  expect([status, stderr]).toEqual([1, expect.stringContaining(sentence)])
  expect(stderr).toContain('✘ [ERROR]')
  expect(JSON.stringify({ ...account, calls: [] })).toBe(before)
})

test('buckets of two jurisdictions may share a name', async () => {
  const account = newAccount(join(folder, 'two'))
  for (const rest of [[], ['--jurisdiction', 'eu']])
    expect(await standIn(account, ['r2', 'bucket', 'create', 'b-1', ...rest])).toMatchObject({
      status: 0,
    })
  expect(account.buckets).toHaveLength(2)
})

test('a secret of a worker that does not exist makes the worker', async () => {
  const account = newAccount(join(folder, 'secret'))
  await standIn(account, ['secret', 'put', 'PEPPER', ...config], { input: 'value\n' })
  expect(account.workers.edgecard?.secrets).toEqual({ PEPPER: 'value' })
  const { stdout } = await standIn(account, ['secret', 'list', ...config])
  expect(JSON.parse(stdout)).toEqual([{ name: 'PEPPER', type: 'secret_text' }])
})
