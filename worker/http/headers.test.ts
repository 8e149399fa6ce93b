// The walks of `worker/http/` check the headers of every response of every route.
import { expect, test } from 'vitest'
import { makeCard, makeUser, signIn } from '../testing/app.ts'
import { send } from '../testing/https-request.ts'

// Registration and sign-in are open once there is a first user.
await makeUser({ id: 1 })

/** Headers that a page may set itself. */
const ofPages = [
  'Content-Security-Policy',
  'Cross-Origin-Resource-Policy',
  'Permissions-Policy',
  'Referrer-Policy',
]

test('a card is revalidated by every browser, and not stored by signed-in ones', async () => {
  const { slug } = await makeCard()
  const { cookie } = await signIn(1)
  const headers = { Cookie: cookie.replace('sid=', '__Host-sid=') }
  const path = `/view/${slug}`
  const signedIn = await send({ method: 'GET', path, headers })
  const anonymous = await send({ method: 'GET', path })
  expect([signedIn, anonymous].map((response) => response.headers.get('Cache-Control'))).toEqual([
    'private, no-store',
    'no-cache',
  ])
})

test('a 304 changes no header of the stored page', async () => {
  const { id, slug } = await makeCard({ slug: 'ada-stored' })
  const paths = [
    '/privacy',
    '/privacy/annex',
    '/api/docs',
    '/api/openapi.json',
    '/api/pwa-settings',
    '/manifest.webmanifest',
    '/sw.js',
    `/view/${slug}`,
    `/api/card/${slug}`,
    `/api/vcard/${id}`,
  ]
  for (const path of paths) {
    const first = await send({ method: 'GET', path })
    const tag = first.headers.get('ETag') ?? ''
    const again = await send({ method: 'GET', path, headers: { 'If-None-Match': tag } })
    expect([path, first.status, again.status]).toEqual([path, 200, 304])
    for (const name of ofPages)
      expect([null, first.headers.get(name)], `${path} ${name}`).toContain(again.headers.get(name))
  }
})

test('a page stored by its 304 has all headers of a page', async () => {
  const { slug } = await makeCard()
  const path = `/view/${slug}`
  const first = await send({ method: 'GET', path })
  const headers = { 'If-None-Match': first.headers.get('ETag') ?? '' }
  const again = await send({ method: 'GET', path, headers })
  expect(again.status).toBe(304)
  for (const name of ofPages) expect(again.headers.get(name), name).toBe(first.headers.get(name))
})

test('a redirect and a 204 have no policy of a page, and HEAD has that of its GET', async () => {
  const { slug } = await makeCard()
  const { cookie } = await signIn(1)
  const headers = { Cookie: cookie.replace('sid=', '__Host-sid='), Origin: 'https://cards.test' }
  const moved = await send({ method: 'GET', path: `/view/${slug.toUpperCase()}` })
  const signedOut = await send({ method: 'POST', path: '/api/logout', headers })
  expect([moved.status, signedOut.status]).toEqual([308, 204])
  for (const response of [moved, signedOut])
    for (const name of ofPages) expect(response.headers.get(name), name).toBeNull()
  for (const path of ['/privacy', '/privacy/annex', '/api/docs', `/view/${slug}`, '/auth']) {
    const page = await send({ method: 'GET', path })
    const head = await send({ method: 'HEAD', path })
    for (const name of ofPages)
      expect(head.headers.get(name), `${path} ${name}`).toBe(page.headers.get(name))
  }
})
