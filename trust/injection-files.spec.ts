import { expect } from '@playwright/test'
import { jpeg, makePng, svg } from '../worker/testing/images.ts'
import { claim, openAll, test } from './browser/hostile.ts'
import { drawings, polyglots } from './payload-files.ts'

test('an accepted upload never runs code when it is opened, even without a policy', async ({
  page,
  hostile,
  seen,
}) => {
  const proxy = hostile.proxies.escaping
  const cardId = hostile.ids['css-0'] ?? 0
  const upload = async (bytes: Uint8Array) => {
    const response = await page.request.post(`${proxy}/api/upload`, {
      headers: { Cookie: hostile.cookie },
      multipart: {
        cardId,
        type: 'gallery',
        file: { name: 'a.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(bytes) },
      },
    })
    expect([200, 400, 415]).toContain(response.status())
    return response.ok() ? String((await response.json()).url) : undefined
  }
  const files = [
    ...polyglots({ png: makePng(40, 30), jpeg }),
    svg('<rect width="9" height="9"/>'),
    ...drawings.map((text) => new TextEncoder().encode(text)),
  ]
  const paths: string[] = []
  for (const file of files) {
    const path = await upload(file)
    if (path) paths.push(path)
  }
  expect(paths.length).toBeGreaterThan(2)
  const requests: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(proxy)) requests.push(request.url())
  })
  await openAll(page, seen, { proxy, paths })
  expect([...seen.ran]).toEqual([])
  expect([...seen.odd]).toEqual([])
  expect(requests).toEqual([])
  claim('polyglot uploads', files.length, `${paths.length} accepted, 0 ran`)
})

test('a hostile SVG that passed every check runs without its headers, and not with them', async ({
  page,
  hostile,
  seen,
}) => {
  const paths = drawings
    .slice(0, 100)
    .map((_, at) => `/images/${String(at).padStart(64, '0')}-20.svg`)
  for (const path of paths) await page.goto(hostile.proxies.both + path).catch(() => {})
  await openAll(page, seen, { proxy: hostile.proxies.both, paths })
  expect([...seen.ran]).toEqual([])
  await openAll(page, seen, { proxy: hostile.proxies.none, paths })
  expect(seen.ran.size).toBeGreaterThan(9)
  claim(
    'hostile SVGs contained by their headers',
    paths.length,
    `${seen.ran.size} run without these headers`,
  )
})
