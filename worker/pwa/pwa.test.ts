import { createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { uploads } from '../../schema/images/tables.ts'
import { Uploaded } from '../../schema/images/upload.ts'
import { PwaSettings } from '../../schema/pwa/pwa.ts'
import { pwaSettings } from '../../schema/pwa/tables.ts'
import { app } from '../app.ts'
import { findIntegrityErrors } from '../operations/integrity-checks.ts'
import { db, origin, request, signIn } from '../testing/app.ts'
import { gif, jpeg, makeFormData, makePng, svg, webp } from '../testing/images.ts'
import { savePwaSettings } from './settings.ts'

const defaults = {
  appName: 'Edgecard',
  shortName: 'Edgecard',
  description: 'Digital Business Cards',
  themeColor: '#F59E0B',
  backgroundColor: '#F5F5F4',
  enableSplashScreen: true,
  splashImage: null,
  icons: { icon192: null, icon512: null, iconMaskable: null },
}

const Manifest = z.looseObject({
  id: z.literal('/'),
  scope: z.literal('/'),
  start_url: z.literal('/dashboard'),
  display: z.literal('standalone'),
  name: z.string(),
  short_name: z.string(),
  theme_color: z.string(),
  background_color: z.string(),
  icons: z.array(
    z.object({ src: z.string(), sizes: z.string(), type: z.string(), purpose: z.string() }),
  ),
})

async function begin() {
  await db.delete(pwaSettings)
  await savePwaSettings(db, PwaSettings.parse(defaults))
  await db.delete(pwaSettings)
}

async function statusAndMessage(response: Response) {
  return [response.status, await response.text()]
}

async function manifest() {
  return Manifest.parse(await (await request('GET', '/manifest.webmanifest')).json())
}

/** A user of level 4, and a function that uploads an image for a slot and returns its URL. */
async function makeAdmin() {
  await begin()
  const admin = await signIn(4)
  const upload = async (file: Uint8Array<ArrayBuffer>, type = 'icon512') => {
    const response = await admin.request('POST', '/api/pwa-upload', makeFormData({ file, type }))
    expect(response.status, await response.clone().text()).toBe(200)
    return Uploaded.parse(await response.json()).url
  }
  return { ...admin, upload }
}

test('GET /api/pwa-settings returns the defaults to anyone, and 304 to clients that have them', async () => {
  await begin()
  const response = await request('GET', '/api/pwa-settings')
  expect([response.status, response.headers.get('Cache-Control')]).toEqual([200, 'no-cache'])
  expect(await response.json()).toEqual(defaults)
  const tag = { 'If-None-Match': response.headers.get('ETag') ?? '' }
  expect((await request('GET', '/api/pwa-settings', undefined, tag)).status).toBe(304)
})

test('POST /api/pwa-settings and /api/pwa-upload require level 4', async () => {
  const before = await (await request('GET', '/api/pwa-settings')).text()
  const picture = makeFormData({ file: jpeg, type: 'icon192' })
  expect((await request('POST', '/api/pwa-settings', defaults)).status).toBe(401)
  expect((await request('POST', '/api/pwa-upload', picture)).status).toBe(401)
  for (const level of [1, 3]) {
    const { request: send } = await signIn(level)
    expect((await send('POST', '/api/pwa-settings', defaults)).status).toBe(403)
    expect((await send('POST', '/api/pwa-upload', picture)).status).toBe(403)
  }
  expect(await (await request('GET', '/api/pwa-settings')).text()).toBe(before)
})

test('POST /api/pwa-settings names the error, and accepts only images uploaded for the app', async () => {
  const { request: send } = await makeAdmin()
  const wrong = [
    [{ appName: 'x'.repeat(31) }, 'App name must be at most 30 characters'],
    [{ appName: ' ' }, 'App name is required'],
    [{ shortName: 'x'.repeat(13) }, 'Short name must be at most 12 characters'],
    [{ description: 'x'.repeat(61) }, 'Description must be at most 60 characters'],
    [{ themeColor: 'amber' }, 'Enter a color such as #F59E0B'],
    [{ splashImage: 'https://elsewhere.example/a.png' }, 'Upload this image again.'],
    [
      { splashImage: `/images/${'a'.repeat(64)}-512.png` },
      'An image was not uploaded for the app. Upload it here first.',
    ],
    [{ more: 1 }, 'The request contains an unknown field.'],
  ] as const
  for (const [fields, sentence] of wrong)
    expect(
      await statusAndMessage(await send('POST', '/api/pwa-settings', { ...defaults, ...fields })),
    ).toEqual([400, sentence])
  const exact = { appName: 'x'.repeat(30), shortName: 'x'.repeat(12), description: 'x'.repeat(60) }
  expect((await send('POST', '/api/pwa-settings', { ...defaults, ...exact })).status).toBe(200)
})

test('saved settings apply at once: in the manifest, on the pages, as favicon and as home screen icon', async () => {
  const { upload, request: send } = await makeAdmin()
  expect(await (await request('GET', '/dashboard')).text()).toContain('href="/favicon.svg"')
  const [icon192, icon512, iconMaskable, splashImage] = [
    await upload(makePng(192, 192, 20), 'icon192'),
    await upload(makePng(512, 512, 21), 'icon512'),
    await upload(makePng(512, 512, 22), 'iconMaskable'),
    await upload(makePng(1000, 1000, 23), 'splashImage'),
  ]
  const settings = {
    ...defaults,
    appName: 'Acme & Sons',
    shortName: 'Acme',
    themeColor: '#0055aa',
    backgroundColor: '#101010',
    splashImage,
    icons: { icon192, icon512, iconMaskable },
  }
  const saved = await send('POST', '/api/pwa-settings', settings)
  expect(await saved.json()).toEqual({
    ...settings,
    themeColor: '#0055AA',
    backgroundColor: '#101010',
  })
  expect(await manifest()).toMatchObject({
    name: 'Acme & Sons',
    short_name: 'Acme',
    theme_color: '#0055AA',
    background_color: '#101010',
    icons: [
      { src: icon192, sizes: '192x192', type: 'image/png', purpose: 'any' },
      { src: icon512, sizes: '512x512', type: 'image/png', purpose: 'any' },
      { src: splashImage, sizes: '1000x1000', type: 'image/png', purpose: 'any' },
      { src: iconMaskable, sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  })
  for (const path of ['/', '/dashboard', '/nothing']) {
    const page = await (await request('GET', path)).text()
    expect(page).toContain('<meta name="theme-color" content="#0055AA">')
    expect(page).toContain('<meta name="application-name" content="Acme & Sons">')
    expect(page).toContain('<meta name="apple-mobile-web-app-title" content="Acme">')
    expect(page).toContain(`<link rel="icon" href="${icon192}" type="image/png">`)
    expect(page).toContain(`<link rel="apple-touch-icon" href="${icon192}">`)
    expect(page).toContain('<link rel="manifest" href="/manifest.webmanifest"')
    expect(page).not.toContain('/favicon.svg')
  }
  const page = await (await request('GET', '/dashboard')).text()
  expect(page).toContain(`<meta name="splash-image" content="${splashImage}">`)
  expect(page).toContain('<meta name="product-name" content="Edgecard">')
  await send('POST', '/api/pwa-settings', { ...settings, enableSplashScreen: false })
  expect(JSON.stringify(await manifest())).not.toContain(splashImage)
  expect(await (await request('GET', '/dashboard')).text()).toContain(
    '<meta name="splash-image" content="">',
  )
})

test('GET /manifest.webmanifest has the default icons until one is uploaded, and never both', async () => {
  const { upload, request: send } = await makeAdmin()
  const response = await request('GET', '/manifest.webmanifest')
  expect([response.headers.get('Content-Type'), response.headers.get('Cache-Control')]).toEqual([
    'application/manifest+json; charset=utf-8',
    'no-cache',
  ])
  const tag = { 'If-None-Match': response.headers.get('ETag') ?? '' }
  expect((await request('GET', '/manifest.webmanifest', undefined, tag)).status).toBe(304)
  const { icons } = await manifest()
  expect(icons.map(({ purpose }) => purpose)).toEqual(['any', 'any', 'maskable'])
  for (const { src, type } of icons) {
    const icon = await request('GET', src)
    expect([icon.status, icon.headers.get('Content-Type')]).toEqual([200, type])
  }
  const drawing = await upload(svg('<path d="M0 0h9"/>'), 'icon512')
  const only = { ...defaults.icons, icon512: drawing }
  await send('POST', '/api/pwa-settings', { ...defaults, icons: only })
  expect((await manifest()).icons).toEqual([
    { src: drawing, sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
  ])
})

test('POST /api/pwa-upload accepts PNG, JPG and static SVG for a known slot, and nothing else', async () => {
  const { user, upload, request: send } = await makeAdmin()
  expect(await upload(jpeg)).toMatch(/-24\.jpg$/)
  expect(await upload(svg('<path d="M0 0h8"/>'))).toMatch(/\.svg$/)
  const url = await upload(makePng(600, 600, 44))
  expect((await env.MEDIA.list({ prefix: url.slice(1, 70) })).objects).toHaveLength(1)
  const sent = async (file: string | Uint8Array<ArrayBuffer>, parts: Record<string, string>) =>
    statusAndMessage(await send('POST', '/api/pwa-upload', makeFormData({ file, ...parts })))
  const type = 'icon512'
  expect(await sent(gif, { type })).toEqual([415, 'Please upload a PNG, JPG, or SVG image.'])
  expect(await sent(webp, { type })).toEqual([415, 'Please upload a PNG, JPG, or SVG image.'])
  expect((await sent(svg('<script>1</script>'), { type }))[0]).toBe(415)
  expect(await sent(new Uint8Array(5 * 1024 * 1024 + 1), { type })).toEqual([
    413,
    'File is too large. Maximum size is 5MB.',
  ])
  expect((await sent(jpeg, { type: 'icon64' }))[0]).toBe(400)
  expect((await sent(jpeg, { type, cardId: '1' }))[0]).toBe(400)
  expect((await sent('no file', { type }))[0]).toBe(400)
  const rows = await db.select().from(uploads)
  expect(rows.every(({ cardId }) => cardId === 0)).toBe(true)
  expect(user.accessLevel).toBe(4)
})

test('the integrity check finds a missing icon', async () => {
  const { upload, request: send } = await makeAdmin()
  const icon512 = await upload(makePng(512, 512, 77))
  await send('POST', '/api/pwa-settings', { ...defaults, icons: { ...defaults.icons, icon512 } })
  const missing = async () =>
    (await findIntegrityErrors(env)).find(({ rule }) => rule.startsWith('every image'))?.broken
  expect(await missing()).toBe(0)
  await env.MEDIA.delete(icon512.slice(1))
  expect(await missing()).toBe(1)
})

test('pages use the last known settings while the database fails', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
  await begin()
  const prepare = () => {
    throw new Error('D1_ERROR: overloaded')
  }
  const bindings = { ...env, DB: { prepare } }
  const open = (path: string) => app.request(origin + path, {}, bindings, createExecutionContext())
  const response = await open('/dashboard')
  expect(response.status).toBe(200)
  expect(await response.text()).toContain('<meta name="application-name" content="Edgecard">')
  expect(warned).toHaveBeenCalled()
})

test('GET /sw.js may connect only to this origin; when disabled, it unregisters itself', async () => {
  const open = (SERVICE_WORKER: string) =>
    app.request(`${origin}/sw.js`, {}, { ...env, SERVICE_WORKER }, createExecutionContext())
  const response = await open('on')
  expect([response.status, response.headers.get('Cache-Control')]).toEqual([200, 'no-cache'])
  expect(response.headers.get('Content-Type')).toMatch(/^text\/javascript/)
  expect(response.headers.get('Content-Security-Policy')).toContain("connect-src 'self'")
  const script = await (await open('off')).text()
  expect(script).toContain('registration.unregister()')
  expect(script).toContain('caches.delete')
})
