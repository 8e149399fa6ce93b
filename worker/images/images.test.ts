import { createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import { app } from '../app.ts'
import { origin, request, statusAndText } from '../testing/app.ts'
import { settled } from '../testing/background-work.ts'
import { makePng, svg } from '../testing/images.ts'
import { storeImage } from '../testing/stored-image.ts'
import { sha256 } from './clean.ts'

const nowhere = `/images/${'0'.repeat(64)}`

test('GET /images/:key serves the image with headers that prevent it from running scripts', async () => {
  const png = makePng(640, 480, 21)
  const response = await request('GET', await storeImage(png, 'gallery'))
  expect(response.status).toBe(200)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'image/png',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    'content-disposition': 'inline; filename="image.png"',
    'cache-control': 'public, max-age=31536000, s-maxage=86400, immutable',
    'cross-origin-resource-policy': 'cross-origin',
    'access-control-allow-origin': '*',
  })
  expect(new Uint8Array(await response.arrayBuffer())).toEqual(png)
})

test('GET /images/:key serves an SVG as a download', async () => {
  const address = await storeImage(svg('<path d="M0 0h7"/>'), 'logo')
  const response = await request('GET', address)
  expect(response.headers.get('Content-Type')).toBe('image/svg+xml')
  expect(response.headers.get('Content-Disposition')).toBe('attachment; filename="image.svg"')
})

test('GET /images/:key serves no SVG that the current rules reject, not even from a cache', async () => {
  const groups = Array.from({ length: 6 }, (_, at) => {
    const inside = at === 0 ? '<rect/>' : `<use href="#g${at - 1}"/>`
    return `<g id="g${at}">${inside.repeat(10)}</g>`
  })
  const bytes = svg(groups.join(''))
  const address = `/images/${await sha256(bytes)}-100.svg`
  await env.MEDIA.put(address.slice(1), bytes)
  const headers = { 'Content-Type': 'image/svg+xml', 'Cache-Control': 'public, max-age=60' }
  await caches.default.put(origin + address, new Response(bytes, { headers }))
  for (const path of [address, address.replace('-100.svg', '-400.webp')])
    expect(await statusAndText(request('GET', path))).toEqual([404, 'Image not found.'])
})

test('GET /images/:key returns 304 to clients that have it, and HEAD without a body', async () => {
  const address = await storeImage(makePng(640, 480, 22), 'gallery')
  const etag = (await request('GET', address)).headers.get('ETag') ?? ''
  expect(etag).toMatch(/^"\w+"$/)
  const again = await request('GET', address, undefined, { 'If-None-Match': `W/"x", ${etag}` })
  expect([again.status, await again.text()]).toEqual([304, ''])
  expect(again.headers.get('Cache-Control')).toContain('immutable')
  const head = await request('HEAD', address)
  expect([head.status, head.headers.get('ETag'), await head.text()]).toEqual([200, etag, ''])
})

test('GET /images/:key serves the original if a width does not exist', async () => {
  const png = makePng(640, 480, 23)
  const address = await storeImage(png, 'gallery', { stores: { ...env, IMAGES: undefined } })
  const response = await request('GET', address.replace('-640.png', '-400.webp'))
  expect(response.headers.get('Content-Type')).toBe('image/png')
  expect(new Uint8Array(await response.arrayBuffer())).toEqual(png)
  expect((await request('GET', address.replace('-640.png', '-401.webp'))).status).toBe(404)
})

test('GET /images/:key reads the bucket once', async () => {
  const address = await storeImage(makePng(640, 480, 24), 'gallery')
  expect((await request('GET', address)).status).toBe(200)
  await settled()
  expect(await copyOf(address)).toBeTruthy()
  await env.MEDIA.delete(address.slice(1))
  const response = await request('GET', `${address}?any=question`)
  expect([response.status, response.headers.get('Content-Type')]).toEqual([200, 'image/png'])
})

test('GET /images/:key caches a copy in the data center for a day', async () => {
  const address = await storeImage(makePng(640, 480, 25), 'gallery')
  await request('GET', address)
  await settled()
  const copy = await copyOf(address)
  expect(copy?.headers.get('Cache-Control')).toContain('s-maxage=86400')
})

test('GET /images/:key does not read the copies that earlier releases cached for a year', async () => {
  const png = makePng(640, 480, 26)
  const address = await storeImage(png, 'gallery')
  await env.MEDIA.delete(address.slice(1))
  const headers = { 'Content-Type': 'image/png', 'Cache-Control': 'public, max-age=31536000' }
  await caches.default.put(origin + address, new Response(png, { headers }))
  expect((await request('GET', address)).status).toBe(404)
})

test('GET /images/:key checks an SVG once', async () => {
  const address = await storeImage(svg('<path d="M0 0h6"/>'), 'logo')
  expect((await request('GET', address)).status).toBe(200)
  await settled()
  expect(await copyOf(address)).toBeTruthy()
  // The object stored now would be rejected if it were read.
  await env.MEDIA.put(address.slice(1), svg('<script>1</script>'))
  expect((await request('GET', address)).status).toBe(200)
})

function copyOf(address: string): Promise<Response | undefined> {
  return caches.default.match(`${origin}${address}?version=3`)
}

test.each([
  `${nowhere}-500.webp`,
  `${nowhere}.webp`,
  `${nowhere}-500.html`,
  `${nowhere}-500.webp.html`,
  '/images/..%2f..%2fsecret',
  '/images/%00',
  '/images/%e0%a4%a',
])('GET /images/:key is 404 at %s', async (path) => {
  const response = await request('GET', path)
  expect([response.status, await response.text()]).toEqual([
    404,
    expect.stringMatching(/^(There is nothing|Image not found)/),
  ])
  expect(response.headers.get('Cache-Control')).toBe('private, no-store')
})

test('GET /images/:key is 503 if the bucket does not respond', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const get = () => Promise.reject(new Error('get: We encountered an internal error. (10001)'))
  const response = await app.request(
    `${origin}${nowhere}-500.jpg`,
    {},
    { ...env, MEDIA: { get } },
    createExecutionContext(),
  )
  expect(response.status).toBe(503)
  expect(warned).toHaveBeenCalledOnce()
  expect(response.headers.get('Retry-After')).toBe('2')
  expect(await response.text()).toBe("The image can't be loaded right now. Try again in a moment.")
})
