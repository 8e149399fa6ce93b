/** Checks of the app's own pages and files. */
import * as z from 'zod/mini'
import { type Check, headerError, readJson, responseError, type Site } from './run-checks.ts'

export const appChecks: Check[] = [
  { name: 'every store responds', run: checkHealth },
  { name: 'the landing page loads', run: checkLanding },
  { name: 'the app loads with its scripts and styles', run: checkApp },
  { name: 'files of the app are cached for a year', run: checkAssetCache },
  { name: 'the service worker loads and is revalidated', run: checkServiceWorker },
  { name: 'the manifest names the app and its icons', run: checkManifest },
  { name: 'security.txt has a contact and has not expired', run: checkSecurityTxt },
  { name: 'the API describes itself', run: checkOpenApi },
  { name: 'an unknown page is not found', run: checkUnknownPage },
  { name: 'an unknown call is refused with a code and an id', run: checkUnknownCall },
]

const Health = z.object({ ok: z.boolean() })

async function checkHealth({ get }: Site) {
  const response = await get('/healthz')
  if (response.status === 503) return await response.text()
  const wrong = responseError(response, { status: 200, type: 'application/json' })
  if (wrong) return wrong
  const { ok } = await readJson(response, Health)
  return ok ? undefined : 'the answer is not ok'
}

async function checkLanding({ get }: Site) {
  const response = await get('/')
  const wrong = responseError(response, { status: 200, type: 'text/html' })
  return wrong ?? (/<title[^>]*>[^<]+</.test(await response.text()) ? undefined : 'it has no title')
}

async function checkApp(site: Site) {
  const files = await assetsOf(site)
  if (!files.some((file) => file.endsWith('.js'))) return 'the page names no script'
  for (const file of files) {
    const type = file.endsWith('.css') ? 'text/css' : 'text/javascript'
    const wrong = responseError(await site.get(file), { status: 200, type })
    if (wrong) return `${file}: ${wrong}`
  }
  return undefined
}

async function checkAssetCache(site: Site) {
  const [file] = await assetsOf(site)
  if (!file) return 'the page names no file'
  return headerError(await site.get(file), 'Cache-Control', /max-age=31536000.*immutable/)
}

async function assetsOf({ get }: Site): Promise<string[]> {
  const response = await get('/auth')
  const wrong = responseError(response, { status: 200, type: 'text/html' })
  if (wrong) throw new Error(wrong)
  const found = (await response.text()).matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/g)
  return [...found].map(([, path = '']) => path)
}

async function checkServiceWorker({ get }: Site) {
  const response = await get('/sw.js')
  return (
    responseError(response, { status: 200, type: 'text/javascript' }) ??
    headerError(response, 'Cache-Control', /no-cache/)
  )
}

const Manifest = z.object({ name: z.string(), icons: z.array(z.unknown()) })

async function checkManifest({ get }: Site) {
  const response = await get('/manifest.webmanifest')
  const wrong = responseError(response, { status: 200, type: 'application/manifest+json' })
  if (wrong) return wrong
  const { name, icons } = await readJson(response, Manifest)
  return name && icons.length > 0 ? undefined : 'it has no name or no icons'
}

async function checkSecurityTxt({ get }: Site) {
  const response = await get('/.well-known/security.txt')
  const wrong = responseError(response, { status: 200, type: 'text/plain' })
  if (wrong) return wrong
  const text = await response.text()
  const [, expires = ''] = /^Expires: (.+)$/m.exec(text) ?? []
  if (!/^Contact: mailto:\S+@\S+$/m.test(text)) return 'it has no contact'
  return Date.parse(expires) > Date.now() ? undefined : 'it has expired'
}

const OpenApi = z.object({ openapi: z.string(), paths: z.record(z.string(), z.unknown()) })

async function checkOpenApi({ get }: Site) {
  const response = await get('/api/openapi.json')
  const wrong = responseError(response, { status: 200, type: 'application/json' })
  if (wrong) return wrong
  const { openapi, paths } = await readJson(response, OpenApi)
  return openapi === '3.1.0' && Object.keys(paths).length > 50
    ? undefined
    : 'it is no description in OpenAPI 3.1'
}

async function checkUnknownPage({ get }: Site) {
  return responseError(await get('/no-such-page'), { status: 404, type: 'text/html' })
}

async function checkUnknownCall({ get }: Site) {
  const response = await get('/api/no-such-call')
  return (
    responseError(response, { status: 404, type: 'text/plain' }) ??
    headerError(response, 'X-Error-Code', /^missing$/) ??
    headerError(response, 'X-Request-Id', /^[0-9a-f-]{16,}/)
  )
}
