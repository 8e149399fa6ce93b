/** Checks of the app's own pages and files, of security headers, and of sign-in and sign-out. */
import * as z from 'zod/mini'
import { type Check, readJson, requireResponse, requireThat, type Site } from './run-checks.ts'

export const appChecks: Check[] = [
  { name: 'every store responds', run: checkHealth },
  { name: 'the address of the installation opens a page', run: checkFrontDoor },
  { name: 'the app loads with its scripts and styles', run: checkApp },
  { name: 'files of the app are cached for a year', run: checkAssetCache },
  { name: 'the service worker loads and is revalidated', run: checkServiceWorker },
  { name: 'the manifest names the app and its icons', run: checkManifest },
  { name: 'security.txt has a contact and has not expired', run: checkSecurityTxt },
  { name: 'the API describes itself', run: checkOpenApi },
  { name: 'an unknown page is not found', run: checkUnknownPage },
  { name: 'an unknown call is refused with a code and an id', run: checkUnknownCall },
]

async function checkHealth({ get }: Site) {
  const response = await get('/healthz')
  requireThat(response.status !== 503, await response.clone().text())
  requireResponse(response, { type: 'application/json' })
  const { ok } = await readJson(response, z.object({ ok: z.boolean() }))
  requireThat(ok, 'the answer is not ok')
}

// `LANDING` may lead to the sign-in or to a card.
async function checkFrontDoor({ get }: Site) {
  const first = await get('/')
  const to = first.status === 302 ? (first.headers.get('Location') ?? '') : '/'
  requireThat(/^\/(auth|view\/[\w-]+)?$/.test(to), `it leads to ${to}`)
  const response = requireResponse(to === '/' ? first : await get(to), { type: 'text/html' })
  requireThat(/<title[^>]*>[^<]+</.test(await response.text()), 'it has no title')
}

async function checkApp(site: Site) {
  const files = await assetsOf(site)
  requireThat(
    files.some((file) => file.endsWith('.js')),
    'the page names no script',
  )
  for (const file of files) {
    const type = file.endsWith('.css') ? 'text/css' : 'text/javascript'
    requireResponse(await site.get(file), { type })
  }
}

async function checkAssetCache(site: Site) {
  const [file] = await assetsOf(site)
  requireThat(file, 'the page names no file')
  requireResponse(await site.get(file), {
    headers: { 'Cache-Control': /max-age=31536000.*immutable/ },
  })
}

async function assetsOf({ get }: Site): Promise<string[]> {
  const response = requireResponse(await get('/auth'), { type: 'text/html' })
  const found = (await response.text()).matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/g)
  return [...found].map(([, path = '']) => path)
}

async function checkServiceWorker({ get }: Site) {
  const headers = { 'Cache-Control': /no-cache/ }
  requireResponse(await get('/sw.js'), { type: 'text/javascript', headers })
}

const Manifest = z.object({ name: z.string(), icons: z.array(z.unknown()) })

async function checkManifest({ get }: Site) {
  const type = 'application/manifest+json'
  const response = requireResponse(await get('/manifest.webmanifest'), { type })
  const { name, icons } = await readJson(response, Manifest)
  requireThat(name && icons.length > 0, 'it has no name or no icons')
}

async function checkSecurityTxt({ get }: Site) {
  const path = '/.well-known/security.txt'
  const text = await requireResponse(await get(path), { type: 'text/plain' }).text()
  const [, expires = ''] = /^Expires: (.+)$/m.exec(text) ?? []
  requireThat(/^Contact: mailto:\S+@\S+$/m.test(text), 'it has no contact')
  requireThat(Date.parse(expires) > Date.now(), 'it has expired')
}

const OpenApi = z.object({ openapi: z.string(), paths: z.record(z.string(), z.unknown()) })

async function checkOpenApi({ get }: Site) {
  const response = requireResponse(await get('/api/openapi.json'), { type: 'application/json' })
  const { openapi, paths } = await readJson(response, OpenApi)
  const isDescription = openapi === '3.1.0' && Object.keys(paths).length > 50
  requireThat(isDescription, 'it is not a description in OpenAPI 3.1')
}

async function checkUnknownPage({ get }: Site) {
  requireResponse(await get('/no-such-page'), { status: 404, type: 'text/html' })
}

async function checkUnknownCall({ get }: Site) {
  const headers = { 'X-Error-Code': /^missing$/, 'X-Request-Id': /^[0-9a-f-]{16,}/ }
  requireResponse(await get('/api/no-such-call'), { status: 404, type: 'text/plain', headers })
}

export const headerChecks: Check[] = [
  { name: 'pages run only their own scripts', run: checkScripts },
  { name: 'pages cannot be framed, and types are not guessed', run: checkFrames },
  { name: 'browsers are kept on https', run: checkHttps },
  { name: 'a call without a session is refused and not cached', run: checkPrivate },
  { name: 'a call from another site is refused', run: checkCrossSite },
]

async function checkScripts({ get }: Site) {
  const policy = (await get('/auth')).headers.get('Content-Security-Policy') ?? ''
  requireThat(
    /script-src '(self|sha256)|default-src '(self|none)'/.test(policy),
    'there is no Content-Security-Policy',
  )
  requireThat(!/unsafe-(inline|eval)/.test(policy), 'the policy allows unsafe scripts')
}

async function checkFrames({ get }: Site) {
  requireResponse(await get('/auth'), {
    headers: {
      'Content-Security-Policy': /frame-ancestors '(none|self)'/,
      'X-Content-Type-Options': /^nosniff$/,
      'Referrer-Policy': /origin|no-referrer/,
    },
  })
}

// A local server has no https.
async function checkHttps({ origin, get }: Site) {
  const response = await get('/auth')
  if (origin.startsWith('http:')) {
    const demands = response.headers.has('Strict-Transport-Security')
    return requireThat(!demands, 'a server without https demands https')
  }
  requireResponse(response, { headers: { 'Strict-Transport-Security': /max-age=[1-9]\d{6}/ } })
  const plain = await fetch(origin.replace('https:', 'http:'), { redirect: 'manual' })
  requireResponse(plain, { status: plain.status, headers: { Location: /^https:/ } })
}

async function checkPrivate({ get }: Site) {
  requireResponse(await get('/api/user'), {
    status: 401,
    headers: { 'Cache-Control': /no-store/ },
  })
}

async function checkCrossSite({ post }: Site) {
  const headers = { Origin: 'https://another-site.example' }
  requireResponse(await post('/api/logout', undefined, headers), { status: 403 })
}

export const sessionChecks: Check[] = [
  { name: 'a wrong password is refused', run: checkWrongPassword },
  { name: 'a user signs in, with a cookie that scripts cannot read', needs: 'user', run: signIn },
  { name: 'the session is recognized, and the user has a card', needs: 'user', run: checkSession },
]

async function checkWrongPassword({ post, username }: Site) {
  const login = { username: username || 'smoke', password: 'not the password' }
  requireResponse(await post('/api/login', login), { status: 401 })
}

const SignedIn = z.object({
  id: z.optional(z.int()),
  codeNeeded: z.optional(z.boolean()),
  mustChangePassword: z.optional(z.boolean()),
})

async function signIn(site: Site) {
  const { username, password, origin } = site
  const response = await site.post('/api/login', { username, password })
  requireThat(response.status !== 401, 'the username or the password is wrong')
  requireResponse(response, { type: 'application/json' })
  const user = await readJson(response, SignedIn)
  requireThat(!user.codeNeeded, 'this user has two-step verification; choose one without')
  requireThat(!user.mustChangePassword, 'this user must change the password first')
  const cookies = response.headers.getSetCookie()
  const session = cookies.find((cookie) => /^(__Host-)?sid=/.test(cookie))
  requireThat(session, 'no session cookie is set')
  site.userId = user.id
  site.cookie = session.split(';')[0]
  requireThat(
    /; HttpOnly/i.test(session) && /; SameSite=(Lax|Strict)/i.test(session),
    'scripts or other sites could use the session cookie',
  )
  const isHost = session.startsWith('__Host-') && /; Secure/i.test(session)
  requireThat(isHost || origin.startsWith('http:'), 'the cookie is not bound to https')
}

const Cards = z.array(z.object({ slug: z.string(), state: z.string() }))

async function checkSession(site: Site) {
  const headers = { Cookie: site.cookie ?? '' }
  requireResponse(await site.get('/api/user', headers))
  const response = await site.get(`/api/business-cards/user/${site.userId}`, headers)
  const cards = response.ok ? await readJson(response, Cards) : []
  site.slug ??= cards.find(({ state }) => state === 'live')?.slug
  requireThat(site.slug, 'the user has no live card; create one, or add --card')
}

export const signOutCheck: Check = {
  name: 'signing out ends the session',
  needs: 'user',
  run: signOut,
}

async function signOut(site: Site) {
  const headers = { Cookie: site.cookie ?? '' }
  requireResponse(await site.post('/api/logout', undefined, headers), { status: 204 })
  requireResponse(await site.get('/api/user', headers), { status: 401 })
}
