import { expect, inject, test } from 'vitest'
import { app } from '../app.ts'
import { callsOf } from '../ops/api-docs/calls.ts'
import { policy } from '../policy/policy.ts'
import { aimed, makeScene } from '../testing/access-fixtures.ts'
import { signIn } from '../testing/app.ts'
import { fewOf } from '../testing/chunk.ts'
import { storedHash } from '../testing/snapshot.ts'

const isWhole = inject('isWhole')
const calls = callsOf(app.routes)
const unsafe = calls.filter(({ method }) => method !== 'GET')
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** What a browser says of a request that another site makes. */
const foreign: Record<string, string>[] = [
  { Origin: 'https://evil.example' },
  { Origin: 'http://cards.test.evil.example' },
  // The same name, but not the same origin.
  { Origin: 'https://cards.test' },
  { Origin: 'null' },
  { 'Sec-Fetch-Site': 'cross-site' },
  { 'Sec-Fetch-Site': 'same-site', Origin: 'http://other.cards.test' },
]

const refusal = 'This request came from another site.'

test('a call from another site is refused, and writes nothing', async ({ task }) => {
  const scene = await makeScene(5)
  const before = await storedHash()
  let cases = 0
  for (const [turn, { method, path }] of unsafe.entries()) {
    const sent = aimed(`${method} ${path}`, scene)
    for (const headers of isWhole ? foreign : fewOf(2, foreign, turn)) {
      const answer = await scene.owner.request(method, sent.path, sent.body, headers)
      const said = [answer.status, await answer.text()]
      expect([method, path, headers, ...said]).toEqual([method, path, headers, 403, refusal])
      cases += 1
    }
  }
  expect(await storedHash()).toBe(before)
  task.meta.proves = { what: 'cross-site calls', cases }
})

test('a method that an address does not answer is refused, and writes nothing', async ({
  task,
}) => {
  const scene = await makeScene(5)
  const admin = await signIn(5)
  const before = await storedHash()
  let cases = 0
  const api = calls.filter(({ path }) => path.startsWith('/api/'))
  for (const [turn, { method: known, path }] of api.entries()) {
    const { path: aim } = aimed(`${known} ${path}`, scene)
    const others = methods.filter((one) => !policy[`${one} ${path}`])
    for (const method of isWhole ? others : fewOf(1, others, turn)) {
      const answer = await admin.request(method, aim)
      expect([method, aim, answer.status]).toEqual([method, aim, 405])
      expect(answer.headers.get('Allow')?.split(', ')).toContain(known)
      cases += 1
    }
  }
  expect(await storedHash()).toBe(before)
  task.meta.proves = { what: 'unsupported methods', cases }
})
