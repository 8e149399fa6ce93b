/** Sends https requests to the app, with custom bindings. Only tests import this. */
import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { app } from '../app.ts'
import type { Bindings } from '../env.ts'
import { origin } from './app.ts'

export const site = 'https://cards.test'

export type HttpsRequest = {
  method: string
  path: string
  headers?: Record<string, string>
  body?: unknown
}

/** A response whose body was read. */
export type Answer = { status: number; headers: Headers; text: string }

export async function send(
  { method, path, headers = {}, body }: HttpsRequest,
  bindings: Partial<Bindings> = {},
): Promise<Response> {
  const isForm = body instanceof FormData || body === undefined || typeof body === 'string'
  const type: Record<string, string> = isForm ? {} : { 'Content-Type': 'application/json' }
  const request = new Request(site + path, {
    method,
    redirect: 'manual',
    headers: { ...type, ...headers },
    body: isForm ? body : JSON.stringify(body),
  })
  const context = createExecutionContext()
  const response = await app.fetch(request, { ...env, ...bindings }, context)
  // Work after the response may fail, too.
  if (bindings.DB) await waitOnExecutionContext(context).catch(() => {})
  return response
}

/** A database whose every call throws. */
export const brokenDatabase = new Proxy(env.DB, {
  get() {
    throw new Error('D1_ERROR: storage is down')
  },
})

/** Posts a request with the `cf` properties of a country and network. */
export async function postFromNetwork(
  path: string,
  body: unknown,
  { cf, agent, address }: { cf: CfProperties; agent: string; address: string },
): Promise<Response> {
  const pending: Promise<unknown>[] = []
  const headers = {
    'Content-Type': 'application/json',
    'User-Agent': agent,
    'CF-Connecting-IP': address,
  }
  const request = new Request(`${origin}${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
    cf,
  })
  const response = await app.fetch(request, env, {
    waitUntil: (work: Promise<unknown>) => void pending.push(work),
    passThroughOnException: () => {},
    props: {},
  })
  await Promise.all(pending)
  return response
}
