/** Checks of the security headers and of the caching of private responses. */
import { type Check, headerError, responseError, type Site } from './run-checks.ts'

export const headerChecks: Check[] = [
  { name: 'pages run only their own scripts', run: checkScripts },
  { name: 'pages cannot be framed, and types are not guessed', run: checkFrames },
  { name: 'browsers are kept on https', run: checkHttps },
  { name: 'a call without a session is refused and not cached', run: checkPrivate },
  { name: 'a call from another site is refused', run: checkCrossSite },
]

async function checkScripts({ get }: Site) {
  const policy = (await get('/auth')).headers.get('Content-Security-Policy') ?? ''
  if (!/script-src '(self|sha256)|default-src '(self|none)'/.test(policy))
    return 'there is no Content-Security-Policy'
  return /unsafe-(inline|eval)/.test(policy) ? 'the policy allows unsafe scripts' : undefined
}

async function checkFrames({ get }: Site) {
  const response = await get('/auth')
  return (
    headerError(response, 'Content-Security-Policy', /frame-ancestors '(none|self)'/) ??
    headerError(response, 'X-Content-Type-Options', /^nosniff$/) ??
    headerError(response, 'Referrer-Policy', /origin|no-referrer/)
  )
}

// A local server has no https.
async function checkHttps({ origin, get }: Site) {
  const response = await get('/auth')
  if (origin.startsWith('http:'))
    return response.headers.has('Strict-Transport-Security')
      ? 'a server without https demands https'
      : undefined
  const wrong = headerError(response, 'Strict-Transport-Security', /max-age=[1-9]\d{6}/)
  if (wrong) return wrong
  const plain = await fetch(origin.replace('https:', 'http:'), { redirect: 'manual' })
  return headerError(plain, 'Location', /^https:/)
}

async function checkPrivate({ get }: Site) {
  const response = await get('/api/user')
  return (
    responseError(response, { status: 401 }) ?? headerError(response, 'Cache-Control', /no-store/)
  )
}

async function checkCrossSite({ post }: Site) {
  const response = await post('/api/logout', undefined, { Origin: 'https://another-site.example' })
  return responseError(response, { status: 403 })
}
