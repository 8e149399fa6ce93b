/** The security headers and the cache policy that every response over https must have. Only tests import this. */
import type { Answer } from './https-request.ts'

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
  [/^GET \/(manifest.webmanifest|sw.js|privacy) (200|304)$/, ['no-cache']],
  [/^GET \/api\/(docs|openapi.json|card\/:slug|vcard\/:id|pwa-settings) (200|304)$/, ['no-cache']],
]

const required: [string, RegExp][] = [
  ['X-Content-Type-Options', /^nosniff$/],
  ['Content-Security-Policy', /(?:^|; )default-src 'none'/],
  ['Strict-Transport-Security', /^max-age=63072000; includeSubDomains$/],
  ['Referrer-Policy', /^(?:no-referrer|strict-origin-when-cross-origin)$/],
  ['Permissions-Policy', /camera=\(\).*geolocation=\(\)/],
  ['X-Frame-Options', /^SAMEORIGIN$/],
  ['Cross-Origin-Opener-Policy', /^same-origin$/],
]

/** What is wrong with the headers of a response to a call, such as `GET /api/user`. */
export function headerErrors(key: string, { status, headers, text }: Answer): string[] {
  const isImage = key.includes('/images/')
  const control = headers.get('Cache-Control') ?? 'none'
  // The browser may store a signed-in user's report, but must revalidate it.
  const allowed = kept.find(([route]) => route.test(`${key} ${status}`))?.[1] ?? [
    'private, no-store',
    ...(status < 400 ? ['private, no-cache'] : []),
  ]
  const policy = headers.get('Cross-Origin-Resource-Policy') ?? ''
  return [
    ...(allowed.includes(control) ? [] : [`Cache-Control: ${control}`]),
    ...required.flatMap(([name, value]) => (value.test(headers.get(name) ?? '') ? [] : [name])),
    ...((isImage ? policy : policy === 'same-origin') ? [] : ['Cross-Origin-Resource-Policy']),
    ...['Server', 'X-Powered-By'].filter((name) => headers.has(name)),
    ...(text === '' || isTyped(headers.get('Content-Type')) ? [] : ['Content-Type']),
    ...(headers.has('Access-Control-Allow-Origin') && !isImage ? ['open to other origins'] : []),
    ...headers.getSetCookie().filter((one) => !/; Secure/.test(one) || !/; SameSite=Lax/.test(one)),
  ].map((error) => `${key} ${status}: ${error}`)
}

/** Text types state their charset; JSON has only one (RFC 8259), and ZIP files have none. */
function isTyped(type: string | null): boolean {
  return /^(?:text\/[\w-]+; ?charset=utf-8\b|image\/|application\/(?:[\w.-]+\+)?json\b|application\/x-ndjson\b|application\/zip$|application\/openmetrics-text; .*charset=utf-8$)/i.test(
    type ?? '',
  )
}
