/** Requests that are refused before any route sees them, as steps of a walk. Only tests import this. */
import type { Call } from '../ops/api-docs/calls.ts'
import { policy } from '../policy/policy.ts'
import { cookieOf, type Scenes, targetedRequest } from './access-steps.ts'
import { keyOf } from './access-table.ts'
import type { Step } from './walk.ts'

/** The headers that browsers send with a cross-site request. */
const foreign: Record<string, string>[] = [
  { Origin: 'https://evil.example' },
  { Origin: 'https://cards.test.evil.example' },
  // Same host, different origin.
  { Origin: 'http://cards.test' },
  { Origin: 'null' },
  { 'Sec-Fetch-Site': 'cross-site' },
  { 'Sec-Fetch-Site': 'same-site', Origin: 'https://other.cards.test' },
]

/** Calls that another site makes with the cookie of a signed-in user. */
export async function crossSiteSteps({ sceneOf }: Scenes, call: Call): Promise<Step[]> {
  if (call.method === 'GET') return []
  const scene = await sceneOf(5)
  const request = targetedRequest(call, scene)
  return foreign.map((headers) => ({
    key: keyOf(call),
    what: `from ${Object.values(headers)}`,
    request: () => ({ ...request, headers: { ...cookieOf(scene.owner), ...headers } }),
    errorOf: ({ status, text }) =>
      status === 403 && text === 'Cross-site requests are not allowed.'
        ? undefined
        : `${status} ${text.slice(0, 120)}`,
  }))
}

/** Methods that the path does not support. */
export async function methodSteps({ sceneOf, actorOf }: Scenes, call: Call): Promise<Step[]> {
  if (!call.path.startsWith('/api/')) return []
  const { path } = targetedRequest(call, await sceneOf(5))
  const headers = cookieOf(await actorOf(5))
  return ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
    .filter((method) => !policy[`${method} ${call.path}`])
    .map((method) => ({
      key: `${method} ${call.path}`,
      what: 'method',
      request: () => ({ method, path, headers }),
      errorOf: ({ status, headers: received }) =>
        status === 405 && received.get('Allow')?.split(', ').includes(call.method)
          ? undefined
          : `${status} ${received.get('Allow')}`,
    }))
}
