import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { screens } from '../schema/screens.ts'
import { directivesOf, scoreOf } from '../trust/observatory.ts'
import { type Call, callsOf } from './api/calls.ts'
import { app } from './app.ts'
import type { Bindings } from './env.ts'
import { toHttps } from './middleware/https.ts'
import { makeCard, signIn } from './testing/app.ts'
import { aimed, makeScene, type Scene } from './testing/scene.ts'
import { hashPassword } from './users/passwords.ts'

const site = 'https://cards.test'
const isWhole = inject('isWhole')
const calls = callsOf(app.routes).filter((_, at) => isWhole || at % 3 === 0)
type Actor = Awaited<ReturnType<typeof signIn>>

/** Sent over https through the app itself, in an environment of the test's. */
async function send(
  { method, path, headers = {}, body }: Sent,
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
  const answer = await app.fetch(request, { ...env, ...bindings }, context)
  // What goes on behind an answer may fail, too.
  if (bindings.DB) await waitOnExecutionContext(context).catch(() => {})
  return answer
}

type Sent = { method: string; path: string; headers?: Record<string, string>; body?: unknown }

/** The only answers anybody may keep, or has to ask for again; everything else is nobody's to keep. */
const kept: [RegExp, string][] = [
  [/^GET \/view\/:slug 304$/, 'no-cache'],
  [/^GET \/view\/:slug 302$/, 'no-store'],
  [/^GET \/images\/:key (200|304)$/, 'public, max-age=31536000, immutable'],
  [/^GET \/embed\/:cardId 200$/, 'public, max-age=60'],
  [/^GET \/api\/config\/maps 200$/, 'private, max-age=300'],
  [/^GET \/robots.txt 200$/, 'public, max-age=86400'],
  [/^GET \/\* (200|404)$/, 'no-cache'],
  [/^GET \/(manifest.webmanifest|sw.js|privacy) (200|304)$/, 'no-cache'],
  [/^GET \/api\/(docs|openapi.json|card\/:slug|vcard\/:id|pwa-settings) (200|304)$/, 'no-cache'],
]

const aWrongMethod = 'PURGE'
const noTurns = {
  REGISTER_PER_HOUR: '0',
  LOGIN_FAILURES_PER_ADDRESS: '0',
  FORMS_PER_10_MINUTES: '0',
  UPLOADS_PER_10_MINUTES: '0',
  TOKEN_READS_PER_10_MINUTES: '0',
  TOKEN_EXPORTS_PER_HOUR: '0',
}
const broken = new Proxy(env.DB, {
  get() {
    throw new Error('D1_ERROR: storage is down')
  },
})

/** Everything this call can be made to answer, with what is sent for it. */
function triesOf({ method, path, row, contract }: Call, scene: Scene, low: Actor) {
  const good = aimed(`${method} ${path}`, scene)
  const cookie = { Cookie: scene.owner.cookie.replace('sid=', '__Host-sid=') }
  const token = { Authorization: `Bearer ${scene.token.token}` }
  // Whoever signs out is nobody for all calls that follow.
  const headers = path === '/api/logout' ? {} : cookie
  const asked = { method, ...good, headers }
  const writes = method !== 'GET'
  const tries: [Sent, Partial<Bindings>?][] = [
    [{ ...asked, method: aWrongMethod }],
    [asked, { DB: broken }],
    [{ ...asked, headers: byToken(row) ? token : headers }, noTurns],
    [asked],
    ...(row.who === 'anyone' ? [] : [without(asked)]),
    ...(row.who === 'anyone' ? [] : [[{ ...asked, headers: cookieOf(low) }] satisfies [Sent]]),
  ]
  if (path.includes(':')) tries.push([{ ...asked, path: path.replace(/:\w+/, '999999') }])
  if (writes) {
    tries.push(
      [{ ...asked, headers: { ...headers, 'Sec-Fetch-Site': 'cross-site' } }],
      [{ ...asked, body: 'x'.repeat((row.maxBody ?? 0) + 1) }],
    )
  }
  if (contract) {
    tries.push(
      [{ ...asked, body: '{', headers: { ...headers, 'Content-Type': 'application/json' } }],
      [{ ...asked, body: '{}', headers: { ...headers, 'Content-Type': 'text/html' } }],
    )
  }
  return tries
}

function byToken(row: Call['row']): boolean {
  return row.byToken !== undefined
}

function without({ method, path, body }: Sent): [Sent] {
  return [{ method, path, body }]
}

function cookieOf({ cookie }: Actor) {
  return { Cookie: cookie.replace('sid=', '__Host-sid=') }
}

/** What is wrong with the headers of an answer over https. */
function wrongsOf(what: string, { status, headers }: Response): string[] {
  const asked = kept.find(([route]) => route.test(`${what} ${status}`))?.[1]
  const control = headers.get('Cache-Control')
  // A report of the signed-in may be kept by their own browser, which asks each time.
  const may = asked
    ? [asked]
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
    ...(headers.has('Access-Control-Allow-Origin') && !what.includes('/images/') ? ['open'] : []),
    ...cookies,
  ].map((wrong) => `${what} ${status}: ${wrong}`)
}

test('a card may be asked for again by everybody, and kept by nobody who is signed in', async () => {
  const { slug } = await makeCard()
  const { cookie } = await signIn(1)
  const headers = { Cookie: cookie.replace('sid=', '__Host-sid=') }
  const path = `/view/${slug}`
  const mine = await send({ method: 'GET', path, headers })
  const anyones = await send({ method: 'GET', path })
  expect([mine, anyones].map((answer) => answer.headers.get('Cache-Control'))).toEqual([
    'private, no-store',
    'no-cache',
  ])
})

test('every route says with every status who may keep the answer, and carries every header', async ({
  task,
}) => {
  const errors = vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(() => errors.mockRestore())
  const scene = await makeScene(5)
  const low = await signIn(1)
  const seen = new Map<string, string[]>()
  const order = (call: Call) => ['GET', 'PUT', 'PATCH', 'POST', 'DELETE'].indexOf(call.method)
  for (const call of calls.toSorted((a, b) => order(a) - order(b))) {
    const what = `${call.method} ${call.path}`
    for (const [sent, bindings] of triesOf(call, scene, low)) {
      const answer = await send(sent, bindings)
      const tag = answer.headers.get('ETag')
      seen.set(`${what} ${answer.status}`, wrongsOf(what, answer))
      await answer.body?.cancel()
      if (answer.status !== 200 || !tag) continue
      const again = await send({ ...sent, headers: { ...sent.headers, 'If-None-Match': tag } })
      seen.set(`${what} ${again.status}`, wrongsOf(what, again))
    }
  }
  expect([...seen.values()].flat()).toEqual([])
  const statuses = [...seen.keys()].map((key) => key.split(' ').at(-1))
  const few = [200, 304, 400, 401, 403, 404, 405, 413, 415, 429, 500]
  for (const status of isWhole ? [...few, 201, 202, 204, 409, 503] : few)
    expect(statuses).toContain(`${status}`)
  task.meta.proves = { what: 'routes × statuses whose headers are whole', cases: seen.size }
})

/** Every page of the worker, and what of its policy a page has for a reason of its own. */
async function htmlPages(): Promise<[string, Response][]> {
  const card = await makeCard({ address: '12 St James’s Square', videoUrl: 'https://vimeo.com/1' })
  const owner = await signIn(3)
  const styled = await makeCard({ userId: owner.user.id, customizations: withCss })
  const paused = await makeCard({ state: 'paused' })
  const headers = { Cookie: owner.cookie.replace('sid=', '__Host-sid=') }
  const paths = [
    '/',
    '/nothing',
    ...Object.values(screens).map(({ path }) => path.replace(/:\w+/, '7')),
    ...['', '/thanks'].map((rest) => `/view/${card.slug}${rest}`),
    `/view/${paused.slug}`,
    '/view/nobody-here',
    `/embed/map/${card.id}`,
    '/api/docs',
  ]
  const get = (path: string, sent = {}) => send({ method: 'GET', path, ...sent })
  const answers = paths.map(async (path) => [path, await get(path)] as const)
  const { error } = console
  console.error = () => {}
  const failed = await send({ method: 'GET', path: '/view/never-seen' }, { DB: broken })
  console.error = error
  return [
    ...(await Promise.all(answers)).map(([path, answer]): [string, Response] => [path, answer]),
    ['a card that cannot be read', failed],
    ['a card with CSS of its owner', await get(`/view/${styled.slug}`, { headers })],
  ]
}

const withCss = {
  website: null,
  about: null,
  customCss: '.bc-name { color: red }',
  pronouns: null,
  department: null,
}

test('every page runs only what its policy names, and scores 125 or more', async ({ task }) => {
  const pages = await htmlPages()
  const scores = new Map<string, number>()
  for (const [path, answer] of pages) {
    expect(answer.headers.get('Content-Type'), path).toMatch(/^text\/html/)
    const html = await answer.text()
    const policy = directivesOf(answer.headers)
    expect([...policy.values()].flat().join(' '), path).not.toMatch(/unsafe|\*(?!\.)|http:/)
    expect(policy.get('base-uri'), path).toEqual(["'none'"])
    for (const name of ['form-action', 'frame-ancestors', 'script-src'])
      expect((policy.get(name) ?? policy.get('default-src'))?.join(), path).toMatch(
        /^'(?:none|self)'$|^'sha256-[^']+','self'$/,
      )
    expect(html.match(/<script(?![^>]*\bsrc=)(?![^>]*ld\+json)/g) ?? [], path).toHaveLength(
      policy.get('script-src')?.[0]?.startsWith("'sha256-") ? 1 : 0,
    )
    const recorded = { url: site + path, headers: answer.headers, html, redirectsToHttps: true }
    const { score, findings } = scoreOf(recorded)
    expect(score, `${path} ${JSON.stringify(findings)}`).toBeGreaterThanOrEqual(125)
    scores.set(path, score)
  }
  const [least, most] = [Math.min(...scores.values()), Math.max(...scores.values())]
  const note = `${least} to ${most} points; the chat, in a sandbox without our origin, is not scored`
  task.meta.proves = { what: 'pages that score 125 or more', cases: scores.size, note }
})

test('the score of a page falls with each of its headers', async () => {
  const { slug } = await makeCard()
  const answer = await send({ method: 'GET', path: `/view/${slug}` })
  const url = `${site}/view/${slug}`
  const whole = { url, headers: answer.headers, html: await answer.text(), redirectsToHttps: true }
  const { score } = scoreOf(whole)
  for (const name of [
    'Content-Security-Policy',
    'Strict-Transport-Security',
    'Referrer-Policy',
    'X-Content-Type-Options',
    'Cross-Origin-Resource-Policy',
  ]) {
    const headers = new Headers(answer.headers)
    headers.delete(name)
    expect(scoreOf({ ...whole, headers }).score, name).toBeLessThan(score)
  }
  expect(scoreOf({ ...whole, redirectsToHttps: false }).score).toBeLessThan(125)
})

test('the cookies of a sign-in over https are for https and this site, the secret ones for no script', async () => {
  const { user } = await signIn(1, { password: await hashPassword('long enough', env.PEPPER) })
  const body = { username: user.username, password: 'long enough' }
  const answer = await send({ method: 'POST', path: '/api/login', body })
  expect(answer.status).toBe(200)
  const cookies = answer.headers.getSetCookie()
  expect(cookies.find((one) => one.startsWith('__Host-sid='))).toMatch(/HttpOnly/)
  const recorded = { url: site, headers: answer.headers, html: '', redirectsToHttps: true }
  const { findings } = scoreOf(recorded)
  expect(findings).toContainEqual({ rule: 'Cookies', points: 5 })
})

test('http leads to https at the same address, but not on this machine', async () => {
  const here = 'http://cards.test/view/ada?a=b'
  const there = { ...env, PUBLIC_ORIGIN: 'https://cards.test', PAGE_CACHE: 'off' }
  const answer = toHttps(new Request(here, { method: 'POST' }), there)
  expect([answer?.status, answer?.headers.get('Location')]).toEqual([
    308,
    'https://cards.test/view/ada?a=b',
  ])
  for (const [url, bindings] of [
    [here.replace('http:', 'https:'), there],
    [here, { ...there, PAGE_CACHE: 'local' }],
    [here, { ...there, PUBLIC_ORIGIN: '' }],
  ] as const)
    expect(toHttps(new Request(url), bindings)).toBeUndefined()
})
