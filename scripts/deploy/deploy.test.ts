import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { hashAtFullCost, hashFast } from '../../worker/testing/fast-hashing.ts'
import { site } from '../testing/setup-site.ts'
import { deploy, deployAll } from './deploy.ts'
import { overview } from './overview.ts'

beforeAll(hashFast)
afterAll(hashAtFullCost)
beforeEach(() => void vi.stubEnv('CLOUDFLARE_ACCOUNT_ID', '').stubEnv('PEPPER', ''))

const names = ['staging', 'acme', 'production']

/** An operator with three installations. */
async function operator() {
  const one = site()
  for (const environment of names)
    await one.run({ environment, ...(environment === 'acme' && { domain: 'cards.acme.test' }) })
  const deployments = () =>
    Object.values(one.account.workers).map((worker) => worker.deployments.length)
  return { ...one, machine: { ...one.machine, fetch: health() }, deployments }
}

/** Responds to the health check of every address, except those that are down. */
function health(down: Record<string, number> = {}): typeof fetch {
  return async (input) => {
    const { host, pathname } = new URL(String(input))
    expect(pathname).toBe('/healthz')
    const status = down[host] ?? 200
    if (status === 0) throw new TypeError('fetch failed')
    return new Response(null, { status })
  }
}

test('every environment is deployed in the order of the list', async () => {
  const { machine, account, deployments, said } = await operator()
  expect(deployments()).toEqual([2, 1, 2])
  said.length = 0
  expect(await deployAll(machine)).toBeUndefined()
  expect(said.filter((line) => /^\w+:$/.test(line))).toEqual(names.map((name) => `${name}:`))
  expect(deployments()).toEqual([3, 2, 3])
  expect(Object.keys(account.workers)).toEqual(['edgecard-staging', 'edgecard-acme', 'edgecard'])
})

test.for(['before', 'after'] as const)(
  'every command of a deployment to all fails once, %s it has done its work: run again, it continues',
  async (failing, { task }) => {
    const { machine, account, deployments } = await operator()
    Object.assign(account, { failing, calls: [] })
    const sentences: string[] = []
    let failure = await deployAll(machine)
    for (; failure && sentences.length < 40; failure = await deployAll(machine))
      sentences.push(failure)
    expect(failure).toBeUndefined()
    // The secrets, the migrations of two databases, and the worker.
    expect(sentences).toHaveLength(4 * names.length)
    const lost = failing === 'before' ? 'internal error' : 'The connection was lost'
    for (const [index, sentence] of sentences.entries()) {
      const at = Math.floor(index / 4)
      expect(sentence).toMatch(
        new RegExp(`^${names[at]}: wrangler .+ failed: ${lost} \\[code: 10001\\]`),
      )
      const done = names.slice(0, at).join(', ') || 'none'
      expect(sentence).toContain(`Deployed: ${done}. Not deployed: ${names.slice(at).join(', ')}.`)
    }
    expect(deployments().every((count) => count > 2)).toBe(true)
    const what = `commands of a deployment to three installations that failed ${failing} their work`
    task.meta.proves = { what, cases: sentences.length }
  },
)

test('a problem stops the deployment, unless it is deployed despite it', async () => {
  const { machine, deployments, said } = await operator()
  const broken = { ...machine, examine: async () => [{ level: 'error' as const, text: 'Wrong.' }] }
  expect(await deployAll(broken)).toMatch(/^staging: Nothing was deployed\. .+ Deployed: none\./)
  expect([deployments(), said.at(-1)]).toEqual([[2, 1, 2], 'Wrong.'])
  await deploy(broken, { environment: 'acme', despite: true })
  expect(deployments()).toEqual([2, 2, 2])
})

test('an environment that is not healthy after its deployment stops the others', async () => {
  const { machine, deployments } = await operator()
  const fetch = health({ 'cards.acme.test': 503 })
  expect(await deployAll({ ...machine, fetch })).toBe(
    'acme: /healthz: 503. Deployed: staging, acme. Not deployed: production.',
  )
  expect(deployments()).toEqual([3, 2, 2])
})

test('the table has the version, newest migration and health of each environment', async () => {
  const { machine, account } = await operator()
  const [migration] = JSON.parse(readFileSync('schema/migrations/app/meta/_journal.json', 'utf8'))
    .entries.map(({ tag }: { tag: string }) => `${tag}.sql`)
    .reverse()
  const { message } = account.workers.edgecard?.deployments.at(-1) ?? {}
  expect(message).toMatch(/\S/)
  const down = { 'edgecard-staging.acme.workers.dev': 503, 'edgecard.acme.workers.dev': 0 }
  const { lines, isHealthy } = await overview({ ...machine, fetch: health(down) })
  expect(lines.map((line) => line.split(/ {2,}/))).toEqual([
    ['environment', 'address', 'version', 'newest migration', 'health'],
    ...[
      ['staging', 'https://edgecard-staging.acme.workers.dev', '503'],
      ['acme', 'https://cards.acme.test', 'ok'],
      ['production', 'https://edgecard.acme.workers.dev', 'no response'],
    ].map(([name, address, state]) => [
      ...[name, address, `${message} (2026-12-01)`, migration, state],
    ]),
  ])
  expect(isHealthy).toBe(false)
  expect((await overview(machine)).isHealthy).toBe(true)
})

test('what the account does not say is unknown', async () => {
  const { machine, account } = await operator()
  account.loggedIn = false
  const { lines } = await overview(machine)
  expect(lines[2]?.split(/ {2,}/)).toEqual([
    ...['acme', 'https://cards.acme.test', 'unknown', 'unknown', 'ok'],
  ])
})
