import { createExecutionContext, env, waitOnExecutionContext } from 'cloudflare:test'
import nodeCrypto from 'node:crypto'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { app } from '../app.ts'
import { makeUser, newAddress, origin } from '../testing/app.ts'
import { confidenceInterval } from '../testing/confidence-interval.ts'
import { openOutbox } from '../testing/mail-outbox.ts'
import { passwordHash, signInWithPassword } from '../testing/second-factor.ts'
import { hashPasswordForBulk } from './passwords.ts'

/** The bindings, and a record of every call to them in order. */
function recordCalls() {
  const calls: string[] = []
  const watch = (name: string, binding: object): object =>
    new Proxy(binding, {
      get(target, key) {
        const value: unknown = Reflect.get(target, key)
        if (typeof value !== 'function') return value
        return (...given: unknown[]) => {
          calls.push(`${name}.${String(key)}`)
          return Reflect.apply(value, target, given)
        }
      },
    })
  const bindings = Object.fromEntries(
    Object.entries(env).map(([name, value]) => [
      name,
      typeof value === 'object' && value !== null ? watch(name, value) : value,
    ]),
  )
  return { calls, bindings }
}

/** The cost of a request until its response, and the response. */
async function costOf(path: string, body: object) {
  const { calls, bindings } = recordCalls()
  const hashes = [vi.spyOn(nodeCrypto, 'scrypt'), vi.spyOn(crypto.subtle, 'deriveBits')]
  onTestFinished(() => {
    for (const spy of hashes) spy.mockRestore()
  })
  for (const spy of hashes) spy.mockClear()
  const context = createExecutionContext()
  const headers = { 'Content-Type': 'application/json', ...newAddress() }
  const init = { method: 'POST', headers, body: JSON.stringify(body) }
  const response = await app.request(origin + path, init, bindings, context)
  const cost = {
    bindings: [...calls],
    hashes: hashes.map((spy) => spy.mock.calls.length),
    work: workOf(hashes.map((spy) => spy.mock.calls)),
    status: response.status,
  }
  const text = await response.text()
  await waitOnExecutionContext(context)
  return { cost, text }
}

/** What determines the cost of the derivations: everything except the password and the salt. */
function workOf([scrypts = [], chained = []]: unknown[][][]) {
  return [
    scrypts.map(([, , bytes, cost]) => [bytes, cost]),
    chained.map(([how, , bits]) => [{ ...Object(how), salt: undefined }, bits]),
  ]
}

const deletedAt = new Date().toISOString()

/** Known, unknown, deactivated, created in bulk and never signed in, and without a usable password. */
async function people() {
  const { user: known } = await signInWithPassword()
  const deleted = await makeUser({ password: passwordHash, deletedAt })
  const password = await hashPasswordForBulk('x', env.PEPPER)
  const { user: made } = await signInWithPassword(1, { password })
  const { user: locked } = await signInWithPassword(1, { password: 'no hash at all' })
  return [known, nobody(), deleted, made, locked]
}

function nobody() {
  const username = `nobody-${crypto.randomUUID().slice(0, 8)}`
  return { username, email: `${username}@cards.test` }
}

function same(all: Awaited<ReturnType<typeof costOf>>[]) {
  for (const one of all) expect(one).toEqual(all[0])
  return all[0]
}

test('a failed sign-in costs and returns the same for every username', async () => {
  const all = []
  for (const { username } of await people())
    all.push(await costOf('/api/login', { username, password: 'wrong horse' }))
  // The user, two counters, and the first statement of the security event, which continues after the response.
  expect(same(all)?.cost).toMatchObject({
    bindings: ['HASHING.limit', ...Array(4).fill('DB.prepare')],
    hashes: [1, 6],
    status: 401,
  })
})

test('requesting a reset link costs and returns the same for every email', async () => {
  openOutbox()
  const all = []
  for (const { email } of await people()) all.push(await costOf('/api/reset-password', { email }))
  expect(same(all)?.cost).toMatchObject({ hashes: [0, 0], status: 200 })
})

test('registration costs and returns the same for every email', async () => {
  const all = []
  for (const [turn, { email }] of (await people()).entries()) {
    const form = { username: `newcomer-${turn}-of-five`, fullName: 'New Comer', email }
    const { cost } = await costOf('/api/register', { ...form, password: 'right horse' })
    all.push({ cost, text: '' })
  }
  expect(same(all)?.cost).toMatchObject({ hashes: [1, 0], status: 201 })
})

test('a taken username is refused the same for an active and a deactivated owner', async () => {
  const [known, , deleted] = await people()
  const all = []
  for (const owner of [known, deleted]) {
    const form = { username: owner?.username, fullName: 'New Comer', email: 'new@cards.test' }
    all.push(await costOf('/api/register', { ...form, password: 'right horse' }))
  }
  expect(same(all)?.cost).toMatchObject({ hashes: [1, 0], status: 409 })
})

const samples = 200
const timed = { '/api/login': 'signing in', '/api/reset-password': 'asking for a reset link' }

// Only a long run on an idle machine can tell a few milliseconds from noise.
for (const [path, what] of inject('isWhole') ? Object.entries(timed) : [])
  test(`${what} takes as long, whoever it names`, { timeout: 1_800_000 }, async ({ task }) => {
    openOutbox()
    const derivations = timedDerivations()
    const rounds: Record<Kind, Times>[] = []
    for (let round = 0; round < samples; round += 1)
      rounds.push(await timedRound(path, round, derivations))
    const notes = (['deactivated', 'unknown'] as const).map((kind) => {
      const between = (part: keyof Times) =>
        confidenceInterval(rounds.map((times) => times[kind][part] - times.known[part]))
      const [rest, whole] = [between('rest'), between('whole')]
      const note = `${kind} minus known ${formatInterval(rest)} ms, with key derivation ${formatInterval(whole)} ms`
      expect(rest.low, note).toBeGreaterThan(-5)
      expect(rest.high, note).toBeLessThan(5)
      return note
    })
    const proof = { what: `timed samples of ${what}`, cases: 3 * samples }
    task.meta.proves = {
      ...proof,
      note: `95% confidence interval of the difference: ${notes.join('; ')}`,
    }
  })

/**
 * Milliseconds spent in derivations so far. They are the same for every user (tested above), but their noise would
 * hide the rest.
 */
function timedDerivations(): { ms: number } {
  const derivations = { ms: 0 }
  const { scrypt } = nodeCrypto
  const { deriveBits } = crypto.subtle
  const measured = async <Result>(derive: () => Promise<Result>) => {
    await scheduler.wait(1)
    const start = performance.now()
    const result = await derive()
    await scheduler.wait(1)
    derivations.ms += performance.now() - start
    return result
  }
  const spies = [
    vi.spyOn(nodeCrypto, 'scrypt').mockImplementation((...args: unknown[]) => {
      const done = args.at(-1)
      if (typeof done !== 'function') throw new Error('scrypt is called with a callback')
      const derive = () =>
        new Promise<unknown[]>((resolve) => {
          Reflect.apply(scrypt, nodeCrypto, [
            ...args.slice(0, -1),
            (...given: unknown[]) => resolve(given),
          ])
        })
      void measured(derive).then((given) => done(...given))
    }),
    vi
      .spyOn(crypto.subtle, 'deriveBits')
      .mockImplementation((...args) =>
        measured(() => Reflect.apply(deriveBits, crypto.subtle, args)),
      ),
  ]
  onTestFinished(() => {
    for (const spy of spies) spy.mockRestore()
  })
  return derivations
}

function formatInterval({ low, high }: { low: number; high: number }): string {
  return `${low.toFixed(1)} to ${high.toFixed(1)}`
}

type Kind = 'known' | 'unknown' | 'deactivated'

// A call affects the next one, so each kind follows each other kind equally often.
const orders: Kind[][] = [
  ['known', 'unknown', 'deactivated'],
  ['deactivated', 'unknown', 'known'],
  ['unknown', 'deactivated', 'known'],
  ['known', 'deactivated', 'unknown'],
  ['deactivated', 'known', 'unknown'],
  ['unknown', 'known', 'deactivated'],
]

/** Milliseconds of a call in total, and without its derivations. */
type Times = { whole: number; rest: number }

/** One call of each kind in sequence, with new users each time, because failures are counted. */
async function timedRound(
  path: string,
  round: number,
  derivations: { ms: number },
): Promise<Record<Kind, Times>> {
  const people = {
    known: (await signInWithPassword()).user,
    unknown: nobody(),
    deactivated: await makeUser({ password: passwordHash, deletedAt }),
  }
  const none = { whole: 0, rest: 0 }
  const times = { known: none, unknown: none, deactivated: none }
  for (const kind of orders[round % orders.length] ?? []) {
    const { username, email } = people[kind]
    const before = derivations.ms
    const body = path === '/api/login' ? { username, password: 'wrong horse' } : { email }
    const whole = await timeOf(path, body)
    times[kind] = { whole, rest: whole - (derivations.ms - before) }
  }
  return times
}

async function timeOf(path: string, body: object): Promise<number> {
  const context = createExecutionContext()
  const headers = { 'Content-Type': 'application/json', ...newAddress() }
  const init = { method: 'POST', headers, body: JSON.stringify(body) }
  // The runtime's clock advances only on I/O.
  await scheduler.wait(1)
  const start = performance.now()
  const response = await app.request(origin + path, init, env, context)
  await response.text()
  await scheduler.wait(1)
  const time = performance.now() - start
  await waitOnExecutionContext(context)
  return time
}
