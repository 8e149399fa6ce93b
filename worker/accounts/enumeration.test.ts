import { createExecutionContext, env, waitOnExecutionContext } from 'cloudflare:test'
import nodeCrypto from 'node:crypto'
import { expect, onTestFinished, test, vi } from 'vitest'
import { app } from '../app.ts'
import { makeUser, newAddress, origin } from '../testing/app.ts'
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
async function costOf(path: string, body: object, changed: Record<string, string> = {}) {
  const { calls, bindings } = recordCalls()
  const hashes = [vi.spyOn(nodeCrypto, 'scrypt'), vi.spyOn(crypto.subtle, 'deriveBits')]
  onTestFinished(() => {
    for (const spy of hashes) spy.mockRestore()
  })
  for (const spy of hashes) spy.mockClear()
  const context = createExecutionContext()
  const headers = { 'Content-Type': 'application/json', ...newAddress() }
  const init = { method: 'POST', headers, body: JSON.stringify(body) }
  const response = await app.request(origin + path, init, { ...bindings, ...changed }, context)
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

// Without the first user, registration is closed.
await makeUser({ id: 1 })

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

test('a failed sign-in costs and returns the same for every username and email', async () => {
  const all = []
  for (const { username, email } of await people())
    for (const name of [username, email])
      all.push(await costOf('/api/login', { username: name, password: 'wrong horse' }))
  // The user, three counters, and the first statement of the security event, which continues after the response.
  expect(same(all)?.cost).toMatchObject({
    bindings: ['HASHING.limit', ...Array(5).fill('DB.prepare')],
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
    // An email that is sent before the response is deleted before it, too.
    const noEmail = { EMAIL_API_KEY: '' }
    const { cost } = await costOf('/api/register', { ...form, password: 'right horse' }, noEmail)
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
