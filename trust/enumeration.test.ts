// Only an idle machine can tell a few milliseconds from noise, so only `npm run trust` runs this.
import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import nodeCrypto from 'node:crypto'
import { expect, onTestFinished, test, vi } from 'vitest'
import { app } from '../worker/app.ts'
import { makeUser, newAddress, origin } from '../worker/testing/app.ts'
import { confidenceInterval } from '../worker/testing/confidence-interval.ts'
import { openOutbox } from '../worker/testing/mail-outbox.ts'
import { passwordHash, signInWithPassword } from '../worker/testing/second-factor.ts'

const deletedAt = new Date().toISOString()
const samples = 200
const timed = { '/api/login': 'signing in', '/api/reset-password': 'asking for a reset link' }

for (const [path, what] of Object.entries(timed))
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

function nobody() {
  const username = `nobody-${crypto.randomUUID().slice(0, 8)}`
  return { username, email: `${username}@cards.test` }
}
