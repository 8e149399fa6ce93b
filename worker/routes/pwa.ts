/** The installable app: its settings, its manifest and its service worker. */
import { Hono } from 'hono'
import { etag } from 'hono/etag'
import { imageHash } from '../../schema/image.ts'
import { PwaSettings, pwaImageUrls } from '../../schema/pwa.ts'
import { jsonBody } from '../body.ts'
import type { App } from '../env.ts'
import { fail } from '../errors.ts'
import { appCardId, wereUploadedFor } from '../media/uploads.ts'
import { findPwaSettings, savePwaSettings, webAppManifest } from '../ops/pwa.ts'
import { database } from '../platform/database.ts'

export const pwaRoutes = new Hono<App>()

pwaRoutes.get('/api/pwa-settings', etag(), async (c) => {
  c.header('Cache-Control', 'no-cache')
  return c.json(await findPwaSettings(c.env))
})

pwaRoutes.post('/api/pwa-settings', jsonBody(PwaSettings), async (c) => {
  const settings = c.req.valid('json')
  const db = database(c.env.DB)
  const hashes = pwaImageUrls(settings).flatMap((url) => imageHash(url) ?? [])
  if (!(await wereUploadedFor(db, appCardId, [...new Set(hashes)]))) fail(400, foreignImageMessage)
  await savePwaSettings(db, settings)
  c.set('changed', settings)
  return c.json(settings)
})

const foreignImageMessage = 'An image was not uploaded for the app. Upload it here first.'

pwaRoutes.get('/manifest.webmanifest', etag(), async (c) => {
  const manifest = webAppManifest(await findPwaSettings(c.env))
  return c.body(JSON.stringify(manifest), 200, {
    'Content-Type': 'application/manifest+json; charset=utf-8',
    'Cache-Control': 'no-cache',
  })
})

pwaRoutes.get('/sw.js', etag(), async (c) => {
  const file = c.env.SERVICE_WORKER === 'off' ? undefined : await c.env.ASSETS.fetch(c.req.url)
  const script = file?.ok ? await file.text() : unregisterScript
  return c.body(script, 200, {
    'Content-Type': 'text/javascript; charset=utf-8',
    'Cache-Control': 'no-cache',
    // Requests of the service worker are subject to this policy, not to the page's.
    'Content-Security-Policy': "default-src 'none'; connect-src 'self'",
  })
})

/** Replaces an installed service worker with one that deletes its caches and unregisters itself. */
const unregisterScript = `self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(leave()))
async function leave() {
  for (const name of await caches.keys()) await caches.delete(name)
  await self.registration.unregister()
}
`
