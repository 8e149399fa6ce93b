import { createExecutionContext, env, waitOnExecutionContext } from 'cloudflare:test'
import nodeCrypto from 'node:crypto'
import { expect, onTestFinished, test, vi } from 'vitest'
import { app } from '../app.ts'
import { newAddress } from '../testing/address.ts'
import { origin } from '../testing/app.ts'
import { someone } from '../testing/factor.ts'
import { openOutbox } from '../testing/outbox.ts'

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

/** Known, unknown, deactivated, and erased: the last is one nobody ever heard of, as its row is gone. */
async function people() {
  const { user: known } = await someone()
  const { user: gone } = await someone(1, { deletedAt })
  const nobody = { username: 'nobody-of-that-name', email: 'nobody@cards.test' }
  const erased = { username: 'erased-long-ago', email: 'erased@cards.test' }
  return [known, nobody, gone, erased]
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
    hashes: [1, 0],
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
    const form = { username: `newcomer-${turn}-of-four`, fullName: 'New Comer', email }
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
