/** Fallback for paths without a route: the landing page, the app shell, static files, and a 404 page. */
import { Hono } from 'hono'
import { PathSlug } from '../../schema/cards/slug.ts'
import type { PwaSettings } from '../../schema/pwa/pwa.ts'
import {
  type AppLanguage,
  capturePath,
  isScreen,
  landingLanguage,
  screens,
  sharedPath,
  viewPath,
} from '../../schema/screens.ts'
import { type App, type Bindings, publicOrigin } from '../env.ts'
import { endpoint } from '../http/endpoint.ts'
import { ownCamera } from '../http/headers.ts'
import { database } from '../platform/database.ts'
import { dayMs } from '../platform/time.ts'
import { hasUsers } from '../users/queries.ts'
import { listWallets } from '../wallet/configured.ts'
import { cachedPwaSettings, tabIcon, touchIcon } from './settings.ts'

const appFile = '/app.html'
const captureFile = '/capture.html'

export const screensRoutes = new Hono<App>()

/** Pages connect only to this origin; with a key, the app also requests address suggestions from Google. */
function documentPolicy({ GOOGLE_MAPS_API_KEY }: Bindings, file: string): string {
  const places = GOOGLE_MAPS_API_KEY && file === appFile ? ' https://places.googleapis.com' : ''
  // Booth mode reads codes by WebAssembly.
  const scripts = file === captureFile ? " 'wasm-unsafe-eval'" : ''
  return [...fixedPolicy, `script-src 'self'${scripts}`, `connect-src 'self'${places}`].join('; ')
}

const fixedPolicy = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self' https: data: blob:",
  "font-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
]

// The development server adds inline scripts to the page and uses a WebSocket.
const developmentPolicy = "default-src 'self' 'unsafe-inline' ws: https: data: blob:"

const securityTxtDays = 180

screensRoutes.get(
  '/robots.txt',
  endpoint({
    access: 'anyone',
    responseType: 'text/plain',
    summary: 'Rules for crawlers',
  }),
  (c) => {
    c.header('Cache-Control', 'public, max-age=86400')
    return c.text('User-agent: *\nAllow: /view/\nAllow: /images/\nDisallow: /api/\n')
  },
)

// RFC 9116: security.txt must expire within a year. Half a year, in whole days, keeps it unchanged for a day.
screensRoutes.get(
  '/.well-known/security.txt',
  endpoint({
    access: 'anyone',
    responseType: 'text/plain',
    summary: 'How to report a vulnerability (RFC 9116)',
  }),
  (c) => {
    const origin = publicOrigin(c.env, c.req.raw)
    const expires = new Date((Math.floor(Date.now() / dayMs) + securityTxtDays) * dayMs)
    c.header('Cache-Control', 'public, max-age=86400')
    return c.text(
      [
        `Contact: mailto:${encodeURI(c.env.SUPPORT_EMAIL)}`,
        `Expires: ${expires.toISOString()}`,
        'Preferred-Languages: en',
        `Canonical: ${origin}/.well-known/security.txt`,
        '',
      ].join('\n'),
    )
  },
)

screensRoutes.get(
  '/*',
  endpoint({
    access: 'anyone',
    responseType: 'text/html',
    summary: 'The app',
  }),
  async (c) => {
    const { pathname } = new URL(c.req.url)
    const landing = landingLanguage(pathname)
    if (landing && c.env.LANDING !== 'product') return c.redirect(frontDoor(c.env), 302)
    if (landing) return page(c.env, c.req.raw, { file: landingFile(landing), status: 200 })
    if (pathname === screens.auth.path && (await isNew(c.env))) return c.redirect('/setup', 302)
    if (pathname === capturePath)
      return page(c.env, c.req.raw, { file: captureFile, status: 200, camera: true })
    if (isScreen(pathname)) return page(c.env, c.req.raw, { file: appFile, status: 200 })
    const file = pathname.endsWith('.html') ? undefined : await c.env.ASSETS.fetch(c.req.raw)
    if (file?.status === 200 || file?.status === 304) return new Response(file.body, file)
    return page(c.env, c.req.raw, { file: appFile, status: 404 })
  },
)

/** The path that the address of the installation opens: the sign-in, or the card whose slug `LANDING` is. */
function frontDoor({ LANDING }: Bindings): string {
  const slug = PathSlug.safeParse(LANDING).data
  return slug && LANDING !== 'sign-in' ? viewPath(slug) : screens.auth.path
}

function landingFile(language: AppLanguage): string {
  return language === 'en' ? '/index.html' : `/${language}.html`
}

// Databases that are known to have a user, so that each isolate asks once.
const setUp = new WeakSet<D1Database>()

/** Whether the installation has no user yet; false if the database does not respond. */
async function isNew({ DB }: Bindings): Promise<boolean> {
  if (setUp.has(DB)) return false
  const found = await hasUsers(database(DB)).catch(() => undefined)
  if (found) setUp.add(DB)
  return found === false
}

async function page(
  env: Bindings,
  request: Request,
  { file, status, camera = false }: { file: string; status: number; camera?: boolean },
) {
  const asset = await env.ASSETS.fetch(new Request(new URL(file, request.url)))
  const headers = new Headers(asset.headers)
  headers.set(
    'Content-Security-Policy',
    import.meta.env.MODE === 'development' ? developmentPolicy : documentPolicy(env, file),
  )
  headers.set('Cache-Control', 'no-cache')
  if (camera) headers.set('Permissions-Policy', ownCamera)
  if (new URL(request.url).pathname.startsWith(sharedPath(''))) hideSecret(headers)
  // The ETag of the file does not cover the configuration written into it.
  headers.delete('ETag')
  const response = new Response(asset.body, { status, headers })
  return withConfiguration(env, request, await cachedPwaSettings(env)).transform(response)
}

/** The URL of a shared report grants access to it, so neither search engines nor linked sites (Referer) may see it. */
function hideSecret(headers: Headers): void {
  headers.set('Referrer-Policy', 'no-referrer')
  headers.set('X-Robots-Tag', 'noindex')
}

/**
 * Writes the values of `[vars]` into the head, where `web/product.ts` reads them, and into the landing page's texts.
 */
function withConfiguration(env: Bindings, request: Request, app: PwaSettings): HTMLRewriter {
  const rewriter = new HTMLRewriter()
  for (const [meta, content] of Object.entries({ ...metas(env), ...appMetas(app) })) {
    rewriter.on(
      `meta[${meta}]`,
      set('content', () => content),
    )
  }
  const wallets = listWallets(env)
  // Most installations have none, and no tag.
  if (wallets.length > 0)
    rewriter.on('head', {
      element: (head) =>
        void head.append(`<meta name="wallets" content="${wallets.join(' ')}">`, { html: true }),
    })
  if (env.DEMO_MODE !== 'true') leaveOutPlans(env, rewriter)
  const { href, type } = tabIcon(app)
  return rewriter
    .on('link[rel="icon"]', {
      element: (link) => void link.setAttribute('href', href).setAttribute('type', type),
    })
    .on(
      'link[rel="apple-touch-icon"]',
      set('href', () => touchIcon(app)),
    )
    .on('[data-config="product"]', {
      element: (place) => void place.setInnerContent(env.PRODUCT_NAME),
    })
    .on('[data-config="short-name"]', {
      element: (place) => void place.setInnerContent(env.PRODUCT_SHORT_NAME),
    })
    .on('title[data-page]', {
      element: (title) =>
        void title.setInnerContent(`${title.getAttribute('data-page')}, ${env.PRODUCT_NAME}`),
    })
    .on(
      'a[href^="mailto:?"]',
      set('href', (href) => `mailto:${env.SUPPORT_EMAIL}${href.slice(7)}`),
    )
    .on(
      'link[data-absolute]',
      set('href', (path) => publicOrigin(env, request) + path),
    )
    .on(
      'meta[data-absolute]',
      set('content', (path) => publicOrigin(env, request) + path),
    )
}

/** The plans and testimonials of the landing page are examples; a service in use has prices of its own. */
function leaveOutPlans({ PRICING_URL, SUPPORT_EMAIL }: Bindings, rewriter: HTMLRewriter): void {
  rewriter.on('[data-example]', { element: (section) => void section.remove() }).on(
    'a[href="#pricing"]',
    set('href', () => PRICING_URL || `mailto:${SUPPORT_EMAIL}?subject=Pricing`),
  )
}

function metas(env: Bindings): Record<string, string> {
  return {
    'name="product-name"': env.PRODUCT_NAME,
    'name="product-short-name"': env.PRODUCT_SHORT_NAME,
    'property="og:site_name"': env.PRODUCT_NAME,
    'name="public-origin"': env.PUBLIC_ORIGIN,
    'name="registration"': env.REGISTRATION,
    'name="password-min-length"': env.PASSWORD_MIN_LENGTH,
    'name="support-email"': env.SUPPORT_EMAIL,
    'name="support-phone"': env.SUPPORT_PHONE,
    'name="support-chat"': env.SUPPORT_CHAT_URL,
    'name="support-hours"': env.SUPPORT_HOURS,
    'name="event-days"': env.EVENT_RETENTION_DAYS,
    'name="demo-mode"': env.DEMO_MODE,
    'name="service-worker"': env.SERVICE_WORKER,
  }
}

/** Meta tags for the name, icons and colors of the installed app. */
function appMetas(app: PwaSettings): Record<string, string> {
  return {
    'name="application-name"': app.appName,
    'name="apple-mobile-web-app-title"': app.shortName,
    'name="theme-color"': app.themeColor,
    'name="splash-color"': app.backgroundColor,
    'name="splash-image"': app.enableSplashScreen
      ? (app.splashImage ?? app.icons.icon512 ?? splashIcon)
      : '',
  }
}

const splashIcon = '/icons/icon-512.png'

function set(attribute: string, change: (value: string) => string) {
  return {
    element: (place: Element) =>
      void place.setAttribute(attribute, change(place.getAttribute(attribute) ?? '')),
  }
}
