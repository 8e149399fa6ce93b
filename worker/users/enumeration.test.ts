import { createExecutionContext, env, waitOnExecutionContext } from 'cloudflare:test'
import nodeCrypto from 'node:crypto'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { app } from '../app.ts'
import { newAddress } from '../testing/address.ts'
import { origin } from '../testing/app.ts'
import { someone } from '../testing/factor.ts'
import { openOutbox } from '../testing/outbox.ts'
import { hashPasswordForBulk } from './passwords.ts'

/** The bindings, and every call of one of them in its order. */
function counted() {
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

/** What a call costs up to its answer, and the answer. */
async function costOf(path: string, body: object) {
  const { calls, bindings } = counted()
  const hashes = [vi.spyOn(nodeCrypto, 'scrypt'), vi.spyOn(crypto.subtle, 'deriveBits')]
  onTestFinished(() => {
    for (const spy of hashes) spy.mockRestore()
  })
  for (const spy of hashes) spy.mockClear()
  const context = createExecutionContext()
  const headers = { 'Content-Type': 'application/json', ...newAddress() }
  const init = { method: 'POST', headers, body: JSON.stringify(body) }
  const answer = await app.request(origin + path, init, bindings, context)
  const cost = {
    bindings: [...calls],
    hashes: hashes.map((spy) => spy.mock.calls.length),
    status: answer.status,
  }
  const text = await answer.text()
  await waitOnExecutionContext(context)
  return { cost, text }
}

const deletedAt = new Date().toISOString()

/** Known, unknown, deactivated, made in bulk and never there since, and without a usable password. */
async function people() {
  const { user: known } = await someone()
  const { user: gone } = await someone(1, { deletedAt })
  const { user: made } = await someone(1, { password: await hashPasswordForBulk('x', env.PEPPER) })
  const { user: locked } = await someone(1, { password: 'no hash at all' })
  return [known, nobody(), gone, made, locked]
}

let nobodies = 0

function nobody() {
  nobodies += 1
  return { username: `nobody-${nobodies}`, email: `nobody-${nobodies}@cards.test` }
}

function same(all: Awaited<ReturnType<typeof costOf>>[]) {
  for (const one of all) expect(one).toEqual(all[0])
  return all[0]
}

test('a wrong sign-in costs and says the same, whoever it names', async () => {
  const all = []
  for (const { username } of await people())
    all.push(await costOf('/api/login', { username, password: 'wrong horse' }))
  expect(same(all)?.cost).toEqual({
    bindings: ['HASHING.limit', ...Array(3).fill('DB.prepare')],
    hashes: [1, 6],
    status: 401,
  })
})

test('asking for a reset link costs and says the same up to the answer', async () => {
  openOutbox()
  const all = []
  for (const { email } of await people()) all.push(await costOf('/api/reset-password', { email }))
  expect(same(all)?.cost).toMatchObject({ hashes: [0, 0], status: 200 })
})

test('registering costs and says the same, whose e-mail it has', async () => {
  const all = []
  for (const [turn, { email }] of (await people()).entries()) {
    const form = { username: `newcomer-${turn}-of-five`, fullName: 'New Comer', email }
    const { cost } = await costOf('/api/register', { ...form, password: 'right horse' })
    all.push({ cost, text: '' })
  }
  expect(same(all)?.cost).toMatchObject({ hashes: [1, 0], status: 201 })
})

test('a name that is taken is refused alike, whether its owner is active or deactivated', async () => {
  const [known, , gone] = await people()
  const all = []
  for (const owner of [known, gone]) {
    const form = { username: owner?.username, fullName: 'New Comer', email: 'new@cards.test' }
    all.push(await costOf('/api/register', { ...form, password: 'right horse' }))
  }
  expect(same(all)?.cost).toMatchObject({ hashes: [1, 0], status: 409 })
})

const samples = 200
// On a machine that others share, two hundred are not always enough to tell.
const samplesMax = 600
const timed = { '/api/login': 'signing in', '/api/reset-password': 'asking for a reset link' }

// Only a long run tells a few milliseconds from the machine's own noise, and only with nothing beside it.
for (const [path, what] of inject('isWhole') ? Object.entries(timed) : [])
  test(`${what} takes as long, whoever it names`, { timeout: 1_800_000 }, async ({ task }) => {
    openOutbox()
    const rounds: Record<Kind, number>[] = []
    const differences = () =>
      (['deactivated', 'unknown'] as const).map((kind) => ({
        kind,
        ...interval(rounds.map((ms) => ms[kind] - ms.known)),
      }))
    do {
      for (let taken = 0; taken < samples; taken += 1)
        rounds.push(await timedRound(path, rounds.length))
    } while (!differences().every(isSmall) && rounds.length < samplesMax)
    const notes = differences().map(({ kind, low, high }) => {
      const note = `${kind} to known ${low.toFixed(1)} to ${high.toFixed(1)} ms`
      expect(isSmall({ low, high }), note).toBe(true)
      return note
    })
    const proof = { what: `timed samples of ${what}`, cases: 3 * rounds.length }
    task.meta.proves = { ...proof, note: `95 % of the difference: ${notes.join('; ')}` }
  })

type Kind = 'known' | 'unknown' | 'deactivated'

// A call leaves something to do for the next, so each comes after each of the others as often.
const orders: Kind[][] = [
  ['known', 'unknown', 'deactivated'],
  ['deactivated', 'unknown', 'known'],
  ['unknown', 'deactivated', 'known'],
  ['known', 'deactivated', 'unknown'],
  ['deactivated', 'known', 'unknown'],
  ['unknown', 'known', 'deactivated'],
]

/** Milliseconds of a call for each, one right after the other; everybody anew, as failures are counted. */
async function timedRound(path: string, round: number): Promise<Record<Kind, number>> {
  const people = {
    known: (await someone()).user,
    unknown: nobody(),
    deactivated: (await someone(1, { deletedAt })).user,
  }
  const ms = { known: 0, unknown: 0, deactivated: 0 }
  for (const kind of orders[round % orders.length] ?? []) {
    const { username, email } = people[kind]
    const body = path === '/api/login' ? { username, password: 'wrong horse' } : { email }
    ms[kind] = await timeOf(path, body)
  }
  return ms
}

async function timeOf(path: string, body: object): Promise<number> {
  const context = createExecutionContext()
  const headers = { 'Content-Type': 'application/json', ...newAddress() }
  const init = { method: 'POST', headers, body: JSON.stringify(body) }
  // The runtime's clock stands still until something is waited for.
  await scheduler.wait(1)
  const start = performance.now()
  const answer = await app.request(origin + path, init, env, context)
  await answer.text()
  await scheduler.wait(1)
  const time = performance.now() - start
  await waitOnExecutionContext(context)
  return time
}

/** The 95 % interval of the shift between two samples, by signed ranks (Hodges and Lehmann): single slow calls hardly move it. */
function interval(differences: number[]): { low: number; high: number } {
  const n = differences.length
  const means = differences
    .flatMap((one, i) => differences.slice(i).map((other) => (one + other) / 2))
    .toSorted((one, other) => one - other)
  const reach = 1.96 * Math.sqrt((n * (n + 1) * (2 * n + 1)) / 24)
  const at = (rank: number) => means[Math.round(rank)] ?? Number.NaN
  return { low: at(means.length / 2 - reach - 1), high: at(means.length / 2 + reach) }
}

function isSmall({ low, high }: { low: number; high: number }): boolean {
  return low > -5 && high < 5
}
