import { createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { screens } from '../../schema/screens.ts'
import { app } from '../app.ts'
import { makeUser, origin, request } from '../testing/app.ts'

// Without any user, /auth leads to the setup: setup.test.ts.
await makeUser()

test.each(Object.values(screens).map(({ path }) => path.replace(':id', '7')))(
  'GET %s answers the app',
  async (path) => {
    const response = await request('GET', path)
    expect([response.status, response.headers.get('Cache-Control')]).toEqual([200, 'no-cache'])
    expect(await response.text()).toContain('<div id="app">')
  },
)

test.each([
  '/nothing',
  '/dashboard/deeper',
  '/app.html',
  '/index.html',
  '/de.html',
  '/it',
  '/editor/',
])('GET %s answers the app with 404', async (path) => {
  const response = await request('GET', path)
  expect(response.status).toBe(404)
  expect(await response.text()).toContain('<div id="app">')
})

test('GET / returns the landing page with the configured texts', async () => {
  const response = await request('GET', '/')
  const page = await response.text()
  expect([response.status, response.headers.get('Cache-Control')]).toEqual([200, 'no-cache'])
  expect(page).toContain(
    '<title data-page="Digital business cards">Digital business cards, Edgecard',
  )
  expect(page).toMatch(/<link rel="canonical" href="https?:\/\/[^/"]+\/"/)
  expect(page).toMatch(/<meta property="og:image" content="https?:\/\/[^/"]+\/preview.jpg"/)
  expect(page).toContain('href="mailto:support@example.com?subject=')
  expect(page).not.toContain('href="mailto:?')
  expect(page.match(/ style=/g)).toBeNull()
})

test.each([
  ['/', 'en', 'Digital business cards', 'Skip to content'],
  ['/de', 'de', 'Digitale Visitenkarten', 'Zum Inhalt springen'],
  ['/es', 'es', 'Tarjetas de visita digitales', 'Ir al contenido'],
  ['/fr', 'fr', 'Cartes de visite numériques', 'Aller au contenu'],
  ['/ja', 'ja', 'デジタル名刺', '本文へ移動'],
])(
  'GET %s returns the landing page in %s, with links to the others',
  async (path, language, title, text) => {
    const response = await request('GET', path)
    const page = await response.text()
    expect([response.status, response.headers.get('Cache-Control')]).toEqual([200, 'no-cache'])
    expect(response.headers.get('Content-Security-Policy')).toContain("connect-src 'self'")
    expect(page).toContain(`<html lang="${language}">`)
    expect(page).toContain(`>${title}, Edgecard</title>`)
    expect(page).toContain(text)
    expect(page).toContain(`<link rel="canonical" href="${origin}${path}"`)
    const alternates = page.matchAll(/<link rel="alternate" hrefLang="([\w-]+)" href="([^"]+)"/g)
    expect(Array.from(alternates, ([, language, href]) => `${language} ${href}`)).toEqual([
      `en ${origin}/`,
      `de ${origin}/de`,
      `es ${origin}/es`,
      `fr ${origin}/fr`,
      `ja ${origin}/ja`,
      `x-default ${origin}/`,
    ])
  },
)

test.each([
  ['sign-in', '/auth'],
  ['Acme-Team', '/view/acme-team'],
  // The doctor refuses these.
  ['', '/auth'],
  ['//evil.example', '/auth'],
])(
  'with LANDING %j the address of the installation leads to %s, in every language',
  async (LANDING, to) => {
    for (const path of ['/', '/de', '/ja']) {
      const bindings = { ...env, LANDING }
      const response = await app.request(origin + path, {}, bindings, createExecutionContext())
      expect([response.status, response.headers.get('Location')]).toEqual([302, to])
    }
  },
)

test.each([
  ['true', '', 'href="#pricing"', true],
  ['false', '', 'href="mailto:support@example.com?subject=Pricing"', false],
  ['false', 'https://acme.test/pricing', 'href="https://acme.test/pricing"', false],
])(
  'with DEMO_MODE %s and PRICING_URL %j the product page has %s, and its sample plans: %s',
  async (DEMO_MODE, PRICING_URL, link, hasPlans) => {
    const bindings = { ...env, DEMO_MODE, PRICING_URL }
    const page = await (await app.request(origin, {}, bindings, createExecutionContext())).text()
    expect(page).toContain(link)
    for (const part of ['id="pricing"', 'class="stars"', '>$'])
      expect(page.includes(part), part).toBe(hasPlans)
  },
)

test('a file is returned unchanged, with the security headers', async () => {
  const response = await request('GET', '/favicon.svg')
  expect([
    response.status,
    response.headers.get('Content-Type'),
    response.headers.get('X-Content-Type-Options'),
  ]).toEqual([200, 'image/svg+xml', 'nosniff'])
})

test('documents may run only their own scripts', async () => {
  const response = await request('GET', '/dashboard')
  const policy = response.headers.get('Content-Security-Policy') ?? ''
  expect(policy).toContain("default-src 'none'")
  expect(policy).not.toContain("'unsafe-inline'")
})

test('only booth mode may use the camera and WebAssembly', async () => {
  const rights = async (path: string) => {
    const { headers } = await request('GET', path)
    const [scripts] = /script-src [^;]*/.exec(headers.get('Content-Security-Policy') ?? '') ?? []
    return [scripts, headers.get('Permissions-Policy')?.match(/camera=\([^)]*\)/)?.[0]]
  }
  const page = await request('GET', '/capture?card=7')
  expect([page.status, page.headers.get('Cache-Control')]).toEqual([200, 'no-cache'])
  expect(await page.text()).toContain('<title data-page="Booth mode">Booth mode, Edgecard</title>')
  expect(await rights('/capture')).toEqual([
    "script-src 'self' 'wasm-unsafe-eval'",
    'camera=(self)',
  ])
  for (const path of ['/', '/dashboard', '/inbox/7', '/capture/deeper', '/capture.html'])
    expect(await rights(path), path).toEqual(["script-src 'self'", 'camera=()'])
})

test('only the app may request places from Google, and only if there is a key', async () => {
  const connectPolicy = async (path: string, GOOGLE_MAPS_API_KEY: string) => {
    const bindings = { ...env, GOOGLE_MAPS_API_KEY }
    const response = await app.request(origin + path, {}, bindings, createExecutionContext())
    const policy = response.headers.get('Content-Security-Policy')?.split('; ')
    return policy?.filter((directive) => /^connect-src|google/.test(directive))
  }
  expect(await connectPolicy('/mobile-editor/1', '')).toEqual(["connect-src 'self'"])
  expect(await connectPolicy('/mobile-editor/1', 'a-key')).toEqual([
    "connect-src 'self' https://places.googleapis.com",
  ])
  expect(await connectPolicy('/', 'a-key')).toEqual(["connect-src 'self'"])
})

test('POST /nothing is 404, and a wrong method of a known path lists the allowed ones', async () => {
  expect((await request('POST', '/nothing')).status).toBe(404)
  const wrong = await request('DELETE', '/api/login')
  expect([wrong.status, wrong.headers.get('Allow')]).toEqual([405, 'POST'])
})

test('the app receives its configuration', async () => {
  const page = await (await request('GET', '/dashboard')).text()
  expect(page).toContain('<meta name="application-name" content="Edgecard">')
  expect(page).toContain('<meta name="registration" content="open">')
  expect(page).toContain('<meta name="password-min-length" content="6">')
  expect(page).toContain('<meta name="support-email" content="support@example.com">')
  expect(page).not.toContain('content="{')
})

test('GET /.well-known/security.txt names the security contact, and expires within a year', async () => {
  const response = await request('GET', '/.well-known/security.txt')
  expect(response.headers.get('Content-Type')).toBe('text/plain; charset=UTF-8')
  const lines = (await response.text()).split('\n').filter(Boolean)
  const fields = new Map(
    lines.map((line) => line.split(': ')).map(([name = '', value = '']) => [name, value]),
  )
  expect(fields.size).toBe(lines.length)
  expect(fields.get('Contact')).toBe(`mailto:${env.SUPPORT_EMAIL}`)
  expect(fields.get('Canonical')).toBe(`${origin}/.well-known/security.txt`)
  expect(fields.get('Preferred-Languages')).toBe('en')
  const expires = fields.get('Expires') ?? ''
  expect(expires).toMatch(/^\d{4}-\d\d-\d\dT00:00:00\.000Z$/)
  const left = Date.parse(expires) - Date.now()
  expect(left).toBeGreaterThan(170 * 86_400_000)
  expect(left).toBeLessThan(365 * 86_400_000)
})
