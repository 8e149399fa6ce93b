import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { verifyPassword } from '../../worker/accounts/passwords.ts'
import { hashAtFullCost, hashFast } from '../../worker/testing/fast-hashing.ts'
import { readEnvironments, updateEnvironment } from '../environments/list.ts'
import { site, users } from '../testing/setup-site.ts'
import { SetupError } from './wrangler.ts'

beforeAll(hashFast)
afterAll(hashAtFullCost)
beforeEach(() => vi.stubEnv('CLOUDFLARE_ACCOUNT_ID', ''))

/** What a complete installation has, each once. */
async function expectComplete({ account, config: read }: ReturnType<typeof site>) {
  const names = (list: { name: string }[]) => list.map(({ name }) => name).sort()
  expect(names(account.queues)).toEqual(['edgecard-events', 'edgecard-events-dead'])
  expect(names(account.buckets)).toEqual(['edgecard-media'])
  expect(names(account.databases)).toEqual(['edgecard', 'edgecard-analytics'])
  expect(account.namespaces.map(({ title }) => title)).toEqual(['edgecard-places'])
  expect(Object.keys(account.workers)).toEqual(['edgecard'])
  const { secrets, deployments } = account.workers.edgecard ?? { secrets: {}, deployments: [] }
  expect(deployments.at(-1)?.vars.PUBLIC_ORIGIN).toBe('https://edgecard.acme.workers.dev')
  expect(users(account)).toMatchObject([{ id: 1, username: 'ada', level: 5 }])
  const config = await read()
  expect(config.d1_databases.map(({ database_id }) => database_id).sort()).toEqual(
    account.databases.map(({ uuid }) => uuid).sort(),
  )
  return { secret: secrets.PEPPER ?? '', hash: String(users(account)[0]?.password) }
}

test('an empty account becomes an installation, restricted to the EU from the first command', async () => {
  const one = site()
  const { origin, password = '' } = await one.run()
  expect(origin).toBe('https://edgecard.acme.workers.dev')
  const { secret, hash } = await expectComplete(one)
  expect(secret).toMatch(/^[0-9a-f]{64}$/)
  expect(await verifyPassword(password, hash, { PEPPER: secret })).toBe(true)
  const { queues, buckets, databases, namespaces } = one.account
  for (const made of [...queues, ...buckets, ...databases])
    expect(made).toMatchObject({ jurisdiction: 'eu' })
  for (const { retention } of queues) expect(retention).toBe(1_209_600)
  const [namespace] = namespaces
  const [DB, ANALYTICS] = databases.map(({ uuid }) => uuid)
  expect(readEnvironments(one.folder)).toEqual({
    production: {
      jurisdiction: 'eu',
      ids: { DB, ANALYTICS, PLACES: namespace?.id },
      vars: { SUPPORT_EMAIL: 'ada@acme.test', PUBLIC_ORIGIN: origin },
    },
  })
  expect(readFileSync(join(one.folder, 'wrangler.toml'), 'utf8')).toBe(
    readFileSync('wrangler.toml', 'utf8'),
  )
})

test('what the address opens is stored for the environment', async () => {
  const one = site()
  await one.run({ landing: 'acme' })
  expect((await one.config()).vars.LANDING).toBe('acme')
  await one.run()
  expect((await one.config()).vars.LANDING).toBe('acme')
})

test('a second run changes nothing and keeps the secret and the password', async () => {
  const one = site()
  await one.run()
  const before = await expectComplete(one)
  const environments = readEnvironments(one.folder)
  const { length } = one.account.calls
  expect((await one.run()).password).toBeUndefined()
  expect(await expectComplete(one)).toEqual(before)
  expect(readEnvironments(one.folder)).toEqual(environments)
  const later = one.account.calls.slice(length).map((args) => args.slice(0, 3).join(' '))
  expect(later.filter((call) => /^(d1 create|kv namespace create|secret put)/.test(call))).toEqual(
    [],
  )
})

/** Runs the setup again after each failure, and returns what the failures said. */
async function runUntilDone(one: ReturnType<typeof site>, ...args: Parameters<typeof one.run>) {
  const sentences = new Set<string>()
  for (let runs = 0; runs < 40; runs += 1)
    try {
      return { done: await one.run(...args), sentences }
    } catch (error) {
      expect(error).toBeInstanceOf(SetupError)
      sentences.add(error instanceof Error ? error.message : '')
    }
  throw new Error('The setup did not end.')
}

test.for(['before', 'after'] as const)(
  'every command fails once, %s it has done its work: run again, it continues, and nothing exists twice',
  async (failing, { task }) => {
    const one = site({ failing })
    const { sentences, done } = await runUntilDone(one)
    const { secret, hash } = await expectComplete(one)
    expect(sentences.size).toBeGreaterThan(failing === 'before' ? 12 : 8)
    for (const sentence of sentences)
      expect(sentence).toMatch(
        /^wrangler [\w -]+ failed: .+\[code: 10001\]\. Nothing after it ran; run/,
      )
    // If the connection was lost after the insertion, the password was never shown.
    if (failing === 'before')
      expect(await verifyPassword(done.password ?? '', hash, { PEPPER: secret })).toBe(true)
    else expect(done).toEqual({ origin: expect.any(String), password: undefined })
    const what = `commands of the setup that failed ${failing} their work, and were continued`
    task.meta.proves = { what, cases: sentences.size }
  },
)

test('a second company is set up with its domain, and every command fails once', async () => {
  const one = site()
  await one.run()
  const before = await expectComplete(one)
  one.account.failing = 'before'
  const acme = { environment: 'acme', domain: 'cards.acme.test' }
  const { sentences, done } = await runUntilDone(one, acme)
  expect(sentences.size).toBeGreaterThan(12)
  expect(done).toEqual({ origin: 'https://cards.acme.test', password: expect.any(String) })
  const { databases, queues, buckets, namespaces, workers } = one.account
  expect([databases, queues, buckets, namespaces].map(({ length }) => length)).toEqual([4, 4, 2, 2])
  expect(Object.keys(workers)).toEqual(['edgecard', 'edgecard-acme'])
  expect(users(one.account, 'edgecard-acme')).toHaveLength(1)
  const [first, second] = Object.values(workers).map(({ deployments }) => deployments.at(-1))
  expect(first?.rateLimits.filter((id) => second?.rateLimits.includes(id))).toEqual([])
  expect(Object.keys(readEnvironments(one.folder))).toEqual(['production', 'acme'])
  const { production } = readEnvironments(one.folder)
  expect(production?.ids?.DB).toBe(databases.find(({ name }) => name === 'edgecard')?.uuid)
  expect(users(one.account)[0]?.password).toBe(before.hash)
})

test('staging is set up beside production, in stores and with a secret of its own', async () => {
  const one = site()
  await one.run({ domain: 'cards.acme.test' })
  const { origin } = await one.run({ environment: 'staging' })
  expect(origin).toBe('https://edgecard-staging.acme.workers.dev')
  const { workers, databases } = one.account
  expect(Object.keys(workers)).toEqual(['edgecard', 'edgecard-staging'])
  expect(workers.edgecard?.secrets.PEPPER).not.toBe(workers['edgecard-staging']?.secrets.PEPPER)
  expect(users(one.account, 'edgecard-staging')).toHaveLength(1)
  const production = await one.config()
  expect(production.vars.PUBLIC_ORIGIN).toBe('https://cards.acme.test')
  const staging = await one.config('staging')
  expect([staging.routes, staging.vars.PUBLIC_ORIGIN]).toEqual([[], origin])
  const ids = [production, staging].flatMap(({ d1_databases }) =>
    d1_databases.map(({ database_id }) => database_id),
  )
  expect(ids.sort()).toEqual(databases.map(({ uuid }) => uuid).sort())
})

test('on the free plan nothing is made', async () => {
  const one = site({ plan: 'free' })
  await expect(one.run()).rejects.toThrow('This account is on the Workers Free plan')
  expect(one.account).toMatchObject({ queues: [], buckets: [], databases: [], namespaces: [] })
})

test('a queue that exists keeps its messages as long as a new one, which the free plan refuses', async () => {
  const queues = ['edgecard-events', 'edgecard-events-dead'].map((name) => ({
    name,
    retention: 60,
  }))
  const one = site({ queues: structuredClone(queues) })
  await one.run({ place: {} })
  expect(one.account.queues.map(({ retention }) => retention)).toEqual([1_209_600, 1_209_600])
  const free = site({ plan: 'free', queues })
  await expect(free.run({ place: {} })).rejects.toThrow('This account is on the Workers Free plan')
})

test('with R2 off, the run stops with the remedy; afterwards it continues', async () => {
  const one = site({ r2: false })
  await expect(one.run()).rejects.toThrow('R2 is off in this account. Turn it on at https://dash.')
  one.account.r2 = true
  await one.run()
  await expectComplete(one)
})

test('without a workers.dev subdomain the run stops with the remedy; a domain needs none', async () => {
  const one = site({ subdomain: undefined })
  await expect(one.run()).rejects.toThrow('This account has no workers.dev subdomain yet.')
  const { origin } = await one.run({ domain: 'cards.acme.test' })
  expect(origin).toBe('https://cards.acme.test')
  const { routes, workers_dev, preview_urls, vars, secrets } = await one.config()
  expect({ routes, workers_dev, preview_urls }).toEqual({
    routes: [{ pattern: 'cards.acme.test', custom_domain: true }],
    ...{ workers_dev: false, preview_urls: false },
  })
  expect([vars.PUBLIC_ORIGIN, secrets?.required]).toEqual(['https://cards.acme.test', ['PEPPER']])
  expect(one.account.workers.edgecard?.deployments).toHaveLength(1)
})

test('a store outside the chosen jurisdiction is refused, not used', async () => {
  const database = { name: 'edgecard', uuid: '6f0c1d9e-0000-4000-8000-00000000000a' }
  const one = site({ databases: [database] })
  await expect(one.run()).rejects.toThrow(
    'The database edgecard already exists and is not restricted to a jurisdiction',
  )
  const queue = { name: 'edgecard-events', jurisdiction: 'us' }
  await expect(site({ queues: [queue] }).run()).rejects.toThrow('is restricted to us')
  await expect(site({ queues: [queue] }).run({ place: {} })).rejects.toThrow('is restricted to us')
})

test('a location is a hint for databases and bucket', async () => {
  const one = site()
  await one.run({ place: { location: 'apac' } })
  for (const made of [...one.account.databases, ...one.account.buckets])
    expect(made).toMatchObject({ location: 'apac' })
  expect(readEnvironments(one.folder).production).not.toHaveProperty('jurisdiction')
})

test('an id of another account is refused', async () => {
  const one = site()
  updateEnvironment(one, { ids: { DB: '6f0c1d9e-0000-4000-8000-00000000000b' } })
  await expect(one.run()).rejects.toThrow(
    'environments.json has an id for the database edgecard that',
  )
  expect(one.account.databases).toEqual([])
})

test('with several accounts one must be named, and is then written down', async () => {
  const accounts = ['1', '2'].map((id) => ({ id: id.repeat(32), name: `Acme ${id}` }))
  const one = site({ accounts })
  await expect(one.run()).rejects.toThrow('You have several accounts. Add --account with one of: 1')
  await expect(one.run({ account: 'Bolt' })).rejects.toThrow('wrangler cannot use this account')
  expect(one.account.calls.every(([command]) => command === 'whoami')).toBe(true)
  await one.run({ account: 'Acme 2' })
  expect((await one.config()).account_id).toBe('2'.repeat(32))
  await one.run()
  await expect(one.run({ account: 'Acme 1' })).rejects.toThrow('account_id of another account')
})

test('a secret that this machine does not know is never replaced', async () => {
  const one = site({ workers: { edgecard: { secrets: { PEPPER: 'theirs' }, deployments: [] } } })
  await expect(one.run()).rejects.toThrow('The worker has a PEPPER that this machine does not know')
  expect(one.account.workers.edgecard?.secrets.PEPPER).toBe('theirs')
  const { password = '' } = await one.run({ pepper: 'theirs' })
  const [user] = users(one.account)
  expect(await verifyPassword(password, String(user?.password), { PEPPER: 'theirs' })).toBe(true)
})

test('a run without a login stops before anything is made', async () => {
  const one = site({ loggedIn: false })
  await expect(one.run()).rejects.toThrow(
    'wrangler is not signed in. Run npm run wrangler -- login',
  )
})
