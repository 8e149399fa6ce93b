import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { app } from '../app.ts'
import type { Bindings } from '../env.ts'
import { type Call, callsOf } from '../ops/api-docs/calls.ts'
import { type AccessFixtures, makeAccessFixtures } from '../testing/access-fixtures.ts'
import { requestFor } from '../testing/access-requests.ts'
import { makeCard, signIn } from '../testing/app.ts'
import { brokenDatabase, type HttpsRequest, send } from '../testing/https-request.ts'

const isWhole = inject('isWhole')
// API token calls are the rate-limited ones, and pages set their own type.
const calls = callsOf(app.routes).filter(
  ({ path, row }, at) =>
    isWhole || at % 3 === 0 || row.apiToken === 'export' || !path.startsWith('/api/'),
)
type Actor = Awaited<ReturnType<typeof signIn>>

/** The only cacheable responses; everything else must not be stored. */
const kept: [RegExp, string][] = [
  [/^GET \/view\/:slug 304$/, 'no-cache'],
  [/^GET \/view\/:slug 302$/, 'no-store'],
  [/^GET \/images\/:key (200|304)$/, 'public, max-age=31536000, s-maxage=86400, immutable'],
  [/^GET \/embed\/:cardId 200$/, 'public, max-age=60'],
  [/^GET \/api\/config\/maps 200$/, 'private, max-age=300'],
  [/^GET \/(robots.txt|\.well-known\/security.txt) 200$/, 'public, max-age=86400'],
  [/^GET \/\* (200|404)$/, 'no-cache'],
  [/^GET \/(manifest.webmanifest|sw.js|privacy) (200|304)$/, 'no-cache'],
  [/^GET \/api\/(docs|openapi.json|card\/:slug|vcard\/:id|pwa-settings) (200|304)$/, 'no-cache'],
]

const aWrongMethod = 'PURGE'
const noAttempts = {
  REGISTER_PER_HOUR: '0',
  LOGIN_FAILURES_PER_ADDRESS: '0',
  FORMS_PER_10_MINUTES: '0',
  LEAD_CALLS_PER_10_MINUTES: '0',
  UPLOADS_PER_10_MINUTES: '0',
  TOKEN_READS_PER_10_MINUTES: '0',
  TOKEN_EXPORTS_PER_HOUR: '0',
  FEED_READS_PER_HOUR: '0',
}

/** Requests for every possible response of this call. */
function requestsFor(
  { method, path, row, bodySchema: contract }: Call,
  scene: AccessFixtures,
  low: Actor,
) {
  const good = requestFor(`${method} ${path}`, scene)
  const cookie = { Cookie: scene.owner.cookie.replace('sid=', '__Host-sid=') }
  const token = { Authorization: `Bearer ${scene.token.token}` }
  // Signing out would end the session for all later calls.
  const headers = path === '/api/logout' ? {} : cookie
  const input = { method, ...good, headers }
  const writes = method !== 'GET'
  const requests: [HttpsRequest, Partial<Bindings>?][] = [
    [{ ...input, method: aWrongMethod }],
    [input, { DB: brokenDatabase }],
    [{ ...input, headers: byToken(row) ? token : headers }, noAttempts],
    [input],
    ...(row.access === 'anyone' ? [] : [without(input)]),
    ...(row.access === 'anyone'
      ? []
      : [[{ ...input, headers: cookieOf(low) }] satisfies [HttpsRequest]]),
  ]
  if (path.includes(':')) requests.push([{ ...input, path: path.replace(/:\w+/, '999999') }])
  if (writes) {
    requests.push(
      [{ ...input, headers: { ...headers, 'Sec-Fetch-Site': 'cross-site' } }],
      [{ ...input, body: 'x'.repeat((row.maxBody ?? 0) + 1) }],
    )
  }
  if (contract) {
    requests.push(
      [{ ...input, body: '{', headers: { ...headers, 'Content-Type': 'application/json' } }],
      [{ ...input, body: '{}', headers: { ...headers, 'Content-Type': 'text/html' } }],
    )
  }
  return requests
}

function byToken(row: Call['row']): boolean {
  return row.apiToken !== undefined
}

function without({ method, path, body }: HttpsRequest): [HttpsRequest] {
  return [{ method, path, body }]
}

function cookieOf({ cookie }: Actor) {
  return { Cookie: cookie.replace('sid=', '__Host-sid=') }
}

/** What is wrong with the headers of a response over https. */
function wrongsOf(what: string, { status, headers, body }: Response): string[] {
  const expected = kept.find(([route]) => route.test(`${what} ${status}`))?.[1]
  const control = headers.get('Cache-Control')
  // The browser may store a signed-in user's report, but must revalidate it.
  const may = expected
    ? [expected]
    : ['private, no-store', ...(status < 400 ? ['private, no-cache'] : [])]
  const must: [string, RegExp][] = [
    ['X-Content-Type-Options', /^nosniff$/],
    ['Content-Security-Policy', /(?:^|; )default-src 'none'/],
    ['Strict-Transport-Security', /^max-age=63072000; includeSubDomains$/],
    ['Referrer-Policy', /^(?:no-referrer|strict-origin-when-cross-origin)$/],
    ['Permissions-Policy', /camera=\(\).*geolocation=\(\)/],
    ['X-Frame-Options', /^SAMEORIGIN$/],
    ['Cross-Origin-Opener-Policy', /^same-origin$/],
    ['Cross-Origin-Resource-Policy', what.includes('/images/') ? /./ : /^same-origin$/],
  ]
  const cookies = headers
    .getSetCookie()
    .filter((one) => !/; Secure/.test(one) || !/; SameSite=Lax/.test(one))
  return [
    ...(control && may.includes(control) ? [] : [`Cache-Control: ${control}`]),
    ...must.flatMap(([name, value]) => (value.test(headers.get(name) ?? '') ? [] : [name])),
    ...['Server', 'X-Powered-By'].filter((name) => headers.has(name)),
    ...(!body || isTyped(headers.get('Content-Type')) ? [] : ['Content-Type']),
    ...(headers.has('Access-Control-Allow-Origin') && !what.includes('/images/') ? ['open'] : []),
    ...cookies,
  ].map((wrong) => `${what} ${status}: ${wrong}`)
}

/** Text types state their charset; JSON has only one (RFC 8259), and ZIP files have none. */
function isTyped(type: string | null): boolean {
  return /^(?:text\/[\w-]+; ?charset=utf-8\b|image\/|application\/(?:[\w.-]+\+)?json\b|application\/x-ndjson\b|application\/zip$|application\/openmetrics-text; .*charset=utf-8$)/i.test(
    type ?? '',
  )
}

test('a card is revalidated by every browser, and not stored by signed-in ones', async () => {
  const { slug } = await makeCard()
  const { cookie } = await signIn(1)
  const headers = { Cookie: cookie.replace('sid=', '__Host-sid=') }
  const path = `/view/${slug}`
  const signedIn = await send({ method: 'GET', path, headers })
  const anonymous = await send({ method: 'GET', path })
  expect([signedIn, anonymous].map((response) => response.headers.get('Cache-Control'))).toEqual([
    'private, no-store',
    'no-cache',
  ])
})

test('every response of every route has the right cache policy and all security headers', async ({
  task,
}) => {
  const errors = vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(() => errors.mockRestore())
  const scene = await makeAccessFixtures(5)
  const low = await signIn(1)
  const seen = new Map<string, string[]>()
  const order = (call: Call) => ['GET', 'PUT', 'PATCH', 'POST', 'DELETE'].indexOf(call.method)
  for (const call of calls.toSorted((a, b) => order(a) - order(b))) {
    const what = `${call.method} ${call.path}`
    for (const [sent, bindings] of requestsFor(call, scene, low)) {
      const response = await send(sent, bindings)
      const tag = response.headers.get('ETag')
      seen.set(`${what} ${response.status}`, wrongsOf(what, response))
      await response.body?.cancel()
      if (response.status !== 200 || !tag) continue
      const again = await send({ ...sent, headers: { ...sent.headers, 'If-None-Match': tag } })
      seen.set(`${what} ${again.status}`, wrongsOf(what, again))
    }
  }
  expect([...seen.values()].flat()).toEqual([])
  const statuses = [...seen.keys()].map((key) => key.split(' ').at(-1))
  const few = [200, 304, 400, 401, 403, 404, 405, 413, 415, 429, 500]
  for (const status of isWhole ? [...few, 201, 202, 204, 409, 503] : few)
    expect(statuses).toContain(`${status}`)
  task.meta.proves = { what: 'routes × statuses with every header', cases: seen.size }
})
