/** Requests with an API token. Only tests import this. */
import { expect } from 'vitest'
import { ApiToken } from '../../schema/analytics/analytics-export.ts'
import { request, type signIn } from './app.ts'

/** Creates a token of that scope, and returns a function that sends GET requests with it. */
export async function getWithToken(
  { request: call }: Awaited<ReturnType<typeof signIn>>,
  scope: string,
) {
  const made = await call('POST', '/api/account/tokens', { name: 'SIEM', scope })
  expect(made.status).toBe(201)
  const { token } = ApiToken.parse(await made.json())
  return (to: string) => request('GET', to, undefined, { Authorization: `Bearer ${token}` })
}
