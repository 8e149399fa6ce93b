/** The installable app: its settings, its manifest and its service worker. */
import { Hono } from 'hono'
import { etag } from 'hono/etag'
import { imageHash } from '../../schema/images/image.ts'
import { defaultPwaSettings, PwaSettings, pwaImageUrls } from '../../schema/pwa/pwa.ts'
import type { App } from '../env.ts'
import { kB } from '../http/declaration.ts'
import { endpoint } from '../http/endpoint.ts'
import { fail } from '../http/errors.ts'
import { appCardId, wereUploadedFor } from '../images/image-store.ts'
import { database } from '../platform/database.ts'
import { findPwaSettings, savePwaSettings, webAppManifest } from './settings.ts'

export const pwaRoutes = new Hono<App>()

pwaRoutes.get(
  '/api/pwa-settings',
  endpoint({
    access: 'anyone',
    response: PwaSettings,
    summary: 'Name and appearance of the installed app',
  }),
  etag(),
  async (c) => {
    c.header('Cache-Control', 'no-cache')
    return c.json(await findPwaSettings(c.env))
  },
)

pwaRoutes.post(
  '/api/pwa-settings',
  endpoint({
    access: 4,
    requiresRecentAuth: true,
    rule: 'images uploaded for it',
    body: PwaSettings,
    maxBody: 8 * kB,
    response: PwaSettings,
    summary: 'Change the name and appearance of the installed app',
    example: defaultPwaSettings('Acme Cards', 'Acme'),
    audit: 'app-settings-changed',
  }),
  async (c) => {
    const settings = c.req.valid('json')
    const db = database(c.env.DB)
    const hashes = pwaImageUrls(settings).flatMap((url) => imageHash(url) ?? [])
    if (!(await wereUploadedFor(db, appCardId, [...new Set(hashes)])))
      fail(400, foreignImageMessage)
    await savePwaSettings(db, settings)
    c.set('changed', settings)
    return c.json(settings)
  },
)

const foreignImageMessage = 'An image was not uploaded for the app. Upload it here first.'

pwaRoutes.get(
  '/manifest.webmanifest',
  endpoint({
    access: 'anyone',
    responseType: 'application/manifest+json',
    summary: 'Manifest of the installable app',
  }),
  etag(),
  async (c) => {
    const manifest = webAppManifest(await findPwaSettings(c.env))
    return c.body(JSON.stringify(manifest), 200, {
      'Content-Type': 'application/manifest+json; charset=utf-8',
      'Cache-Control': 'no-cache',
    })
  },
)

pwaRoutes.get(
  '/sw.js',
  endpoint({
    access: 'anyone',
    responseType: 'text/javascript',
    summary: 'Service worker of the installable app',
  }),
  etag(),
  async (c) => {
    const file = c.env.SERVICE_WORKER === 'off' ? undefined : await c.env.ASSETS.fetch(c.req.url)
    const script = file?.ok ? await file.text() : unregisterScript
    return c.body(script, 200, {
      'Content-Type': 'text/javascript; charset=utf-8',
      'Cache-Control': 'no-cache',
      // Requests of the service worker are subject to this policy, not to the page's.
      'Content-Security-Policy': "default-src 'none'; connect-src 'self'",
    })
  },
)

/** Replaces an installed service worker with one that deletes its caches and unregisters itself. */
const unregisterScript = `self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(leave()))
async function leave() {
  for (const name of await caches.keys()) await caches.delete(name)
  await self.registration.unregister()
}
`
