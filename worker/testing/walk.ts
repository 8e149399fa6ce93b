/**
 * A walk over the routes: sends requests to the worker over https, checks the headers of every response, and finds the
 * requests that write. Only tests import this.
 */
import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { sessions } from '../../schema/accounts/tables.ts'
import { app } from '../app.ts'
import type { Bindings } from '../env.ts'
import worker from '../index.ts'
import { db } from './app.ts'
import { type Answer, type HttpsRequest, site } from './https-request.ts'
import { hashStorage } from './snapshot.ts'

/** A request for an endpoint, and what is wrong with its response. */
export type Step = {
  /** The call, such as `GET /api/user`. */
  key: string
  /** What distinguishes it from other requests for the call. */
  what: string
  request: () => HttpsRequest | Promise<HttpsRequest>
  /** Bindings that the request meets instead of those of the walk, without the retries around them. */
  bindings?: Partial<Bindings>
  errorOf: (answer: Answer) => string | undefined
}

/** What distinguishes the caller's browser, to look for it in the storage afterwards. */
export const agentMark = 'Zq7Marker'
const agent = `Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0 ${agentMark}`
/** The addresses of all requests, with the prefix that is stored with form submissions for thirty days. */
export const walkAddresses = [
  { address: '198.51.97.213', prefix: '198.51.97.0/24' },
  { address: '2001:db8:4a1f:77:9c3e:5d:e8b2:1f06', prefix: '2001:db8:4a1f::/48' },
]

/** The headers in which a request carries the address of its sender. */
export function addressedHeaders(address: string): Record<string, string> {
  const forwarded = { 'X-Forwarded-For': address, 'X-Real-IP': address, 'True-Client-IP': address }
  return { 'CF-Connecting-IP': address, ...forwarded, 'User-Agent': agent }
}

/** `messages` collects what the walk sends to the queue; `seen` the pairs of call and status. */
export function startWalk() {
  const messages: unknown[] = []
  const seen = new Set<string>()
  const bindings = walkBindings(messages)
  let requestCount = 0

  async function send(step: Step, request: HttpsRequest): Promise<Answer> {
    const { address = '' } = walkAddresses[requestCount % walkAddresses.length] ?? {}
    requestCount += 1
    const context = createExecutionContext()
    const made = requestOf(request, addressedHeaders(address))
    const response = await (step.bindings
      ? app.fetch(made, { ...bindings, ...step.bindings }, context)
      : worker.fetch(made, bindings, context))
    const text = new TextDecoder().decode(await response.arrayBuffer())
    // Work after the response may fail if the storage does.
    await waitOnExecutionContext(context).catch(() => {})
    return { status: response.status, headers: response.headers, text }
  }

  async function take(step: Step): Promise<string[]> {
    const request = await step.request()
    const answer = await send(step, request)
    const { status, headers } = answer
    const error = step.errorOf(answer)
    const errors = headerErrors(step.key, answer)
    const tag = headers.get('ETag')
    if (tag && status === 200 && !seen.has(`${step.key} 304`)) {
      const repeat = { ...request, headers: { ...request.headers, 'If-None-Match': tag } }
      const again = await send(step, repeat)
      errors.push(...headerErrors(step.key, again))
      seen.add(`${step.key} ${again.status}`)
    }
    seen.add(`${step.key} ${status}`)
    return [...errors, ...(error ? [`${step.key} (${step.what}): ${error}`] : [])]
  }

  /** Takes the steps one after the other; returns what is wrong with their responses. */
  async function walk(steps: Step[]): Promise<string[]> {
    // A walk on a busy machine takes longer than an authentication counts as recent.
    await db.update(sessions).set({ authAt: Date.now() })
    const errors: string[] = []
    for (const step of steps) errors.push(...(await take(step)))
    return errors
  }

  /** The steps among these that change the storage, found by halves. */
  async function findWriters(steps: Step[]): Promise<string[]> {
    const before = await hashStorage()
    await walk(steps)
    if ((await hashStorage()) === before) return []
    const [{ key = '', what = '' } = {}, ...more] = steps
    if (more.length === 0) return [`${key} (${what}) writes something`]
    const half = Math.ceil(steps.length / 2)
    return [...(await findWriters(steps.slice(0, half))), ...(await findWriters(steps.slice(half)))]
  }

  /** Takes the steps, none of which may write anything. */
  async function walkWithoutWrites(steps: Step[]): Promise<string[]> {
    const before = await hashStorage()
    const errors = await walk(steps)
    if ((await hashStorage()) === before) return errors
    return [...errors, 'something was written', ...(await findWriters(steps))]
  }

  return { walk, walkWithoutWrites, messages, seen }
}

/** The bindings without limits on the number of requests, which have tests of their own. */
function walkBindings(messages: unknown[]): Bindings {
  const limits = Object.keys(env).filter((name) => /_PER_|_A_DAY/.test(name))
  const unlimited = { limit: () => Promise.resolve({ success: true }) }
  const sent = { metadata: { metrics: { backlogCount: 0, backlogBytes: 0 } } }
  return {
    ...env,
    ...Object.fromEntries(limits.map((name) => [name, '1000000'])),
    ...{ BURST: unlimited, HASHING: unlimited, READS: unlimited, WRITES: unlimited },
    EVENTS: {
      send: (body) => Promise.resolve(messages.push(body)).then(() => sent),
      sendBatch: (all) => {
        for (const { body } of all) messages.push(body)
        return Promise.resolve(sent)
      },
      metrics: () => Promise.resolve({ backlogCount: 0, backlogBytes: 0 }),
    },
  }
}

function requestOf({ method, path, headers = {}, body }: HttpsRequest, sender: object) {
  const isRaw =
    typeof body === 'string' ||
    body === undefined ||
    body instanceof FormData ||
    body instanceof Uint8Array ||
    body instanceof ReadableStream
  return new Request<unknown, IncomingRequestCfProperties>(site + path, {
    method,
    redirect: 'manual',
    headers: { ...sender, ...(isRaw ? {} : { 'Content-Type': 'application/json' }), ...headers },
    body: isRaw ? body : JSON.stringify(body),
  })
}

/** The only cacheable responses; everything else must not be stored. */
const kept: [RegExp, string[]][] = [
  // Signed-in browsers do not store a page.
  [/^GET \/(view|s)\/:\w+(\/thanks)? 200$/, ['no-cache', 'private, no-store']],
  [/^GET \/(view\/:slug|s\/:code) 304$/, ['no-cache']],
  [/^GET \/view\/:slug 302$/, ['no-store']],
  [/^GET \/images\/:key 404$/, ['no-cache', 'private, no-store']],
  [/^GET \/images\/:key (200|304)$/, ['public, max-age=31536000, s-maxage=86400, immutable']],
  [/^GET \/embed\/:cardId 200$/, ['public, max-age=60']],
  [/^GET \/api\/config\/maps 200$/, ['private, max-age=300']],
  [/^GET \/(robots.txt|\.well-known\/security.txt) 200$/, ['public, max-age=86400']],
  [/^GET \/\* (200|404)$/, ['no-cache']],
  [/^GET \/(manifest.webmanifest|sw.js|privacy|privacy\/annex) (200|304)$/, ['no-cache']],
  [/^GET \/api\/(docs|openapi.json|card\/:slug|vcard\/:id|pwa-settings) (200|304)$/, ['no-cache']],
]

const required: [string, RegExp][] = [
  ['X-Content-Type-Options', /^nosniff$/],
  ['Strict-Transport-Security', /^max-age=63072000; includeSubDomains$/],
  ['X-Frame-Options', /^SAMEORIGIN$/],
  ['Cross-Origin-Opener-Policy', /^same-origin$/],
]

/** Of every response with a body: without one, they would replace those of the page that a browser has stored. */
const requiredOfPages: [string, RegExp][] = [
  ['Content-Security-Policy', /(?:^|; )default-src 'none'/],
  ['Referrer-Policy', /^(?:no-referrer|strict-origin-when-cross-origin)$/],
  ['Permissions-Policy', /camera=\(\).*geolocation=\(\)/],
  ['Cross-Origin-Resource-Policy', /^same-origin$/],
]

/** What is wrong with the headers of a response to a call, such as `GET /api/user`. */
function headerErrors(key: string, { status, headers, text }: Answer): string[] {
  const isImage = key.includes('/images/')
  const control = headers.get('Cache-Control') ?? 'none'
  // The browser may store a signed-in user's report, but must revalidate it.
  const allowed = kept.find(([route]) => route.test(`${key} ${status}`))?.[1] ?? [
    'private, no-store',
    ...(status < 400 ? ['private, no-cache'] : []),
  ]
  const isPage = text !== '' || headers.has('Content-Security-Policy')
  const pattern = isPage ? [...required, ...requiredOfPages] : required
  return [
    ...(allowed.includes(control) ? [] : [`Cache-Control: ${control}`]),
    ...pattern.flatMap(([name, value]) => {
      const ofImage = isImage && name === 'Cross-Origin-Resource-Policy'
      return (ofImage ? /./ : value).test(headers.get(name) ?? '') ? [] : [name]
    }),
    ...['Server', 'X-Powered-By'].filter((name) => headers.has(name)),
    ...(text === '' || isTyped(headers.get('Content-Type')) ? [] : ['Content-Type']),
    ...(headers.has('Access-Control-Allow-Origin') && !isImage ? ['open to other origins'] : []),
    ...headers.getSetCookie().filter((one) => !/; Secure/.test(one) || !/; SameSite=Lax/.test(one)),
  ].map((error) => `${key} ${status}: ${error}`)
}

/** Text types state their charset; JSON has only one (RFC 8259), and ZIP files have none. */
function isTyped(type: string | null): boolean {
  return /^(?:text\/[\w-]+; ?charset=utf-8\b|image\/|application\/(?:[\w.-]+\+)?json\b|application\/x-ndjson\b|application\/zip$)/i.test(
    type ?? '',
  )
}
