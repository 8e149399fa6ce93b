import { expect, inject, test } from 'vitest'
import { app } from '../app.ts'
import { callsOf } from '../ops/api-docs/calls.ts'
import { policy } from '../policy/policy.ts'
import { makeAccessFixtures } from '../testing/access-fixtures.ts'
import { requestFor } from '../testing/access-requests.ts'
import { signIn } from '../testing/app.ts'
import { rotatingSample } from '../testing/chunk.ts'
import { hashStorage } from '../testing/snapshot.ts'

const isWhole = inject('isWhole')
const calls = callsOf(app.routes)
const unsafe = calls.filter(({ method }) => method !== 'GET')
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** The headers that browsers send with a cross-site request. */
const foreign: Record<string, string>[] = [
  { Origin: 'https://evil.example' },
  { Origin: 'http://cards.test.evil.example' },
  // Same host, different origin.
  { Origin: 'https://cards.test' },
  { Origin: 'null' },
  { 'Sec-Fetch-Site': 'cross-site' },
  { 'Sec-Fetch-Site': 'same-site', Origin: 'http://other.cards.test' },
]

const refusal = 'Cross-site requests are not allowed.'

test('a cross-site call is refused, and writes nothing', async ({ task }) => {
  const scene = await makeAccessFixtures(5)
  const before = await hashStorage()
  let cases = 0
  for (const [index, { method, path }] of unsafe.entries()) {
    const sent = requestFor(`${method} ${path}`, scene)
    for (const headers of isWhole ? foreign : rotatingSample(2, foreign, index)) {
      const response = await scene.owner.request(method, sent.path, sent.body, headers)
      const got = [response.status, await response.text()]
      expect([method, path, headers, ...got]).toEqual([method, path, headers, 403, refusal])
      cases += 1
    }
  }
  expect(await hashStorage()).toBe(before)
  task.meta.proves = { what: 'cross-site calls', cases }
})

test('an unsupported method is refused, and writes nothing', async ({ task }) => {
  const scene = await makeAccessFixtures(5)
  const admin = await signIn(5)
  const before = await hashStorage()
  let cases = 0
  const api = calls.filter(({ path }) => path.startsWith('/api/'))
  for (const [index, { method: known, path }] of api.entries()) {
    const { path: aim } = requestFor(`${known} ${path}`, scene)
    const others = methods.filter((one) => !policy[`${one} ${path}`])
    for (const method of isWhole ? others : rotatingSample(1, others, index)) {
      const response = await admin.request(method, aim)
      expect([method, aim, response.status]).toEqual([method, aim, 405])
      expect(response.headers.get('Allow')?.split(', ')).toContain(known)
      cases += 1
    }
  }
  expect(await hashStorage()).toBe(before)
  task.meta.proves = { what: 'unsupported methods', cases }
})
