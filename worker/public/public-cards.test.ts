import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '../../schema/accounts/tables.ts'
import { PublicCard } from '../../schema/cards/card.ts'
import { businessCards, slugHistory } from '../../schema/cards/tables.ts'
import { uploads } from '../../schema/images/tables.ts'
import { db, makeCard, origin, request } from '../testing/app.ts'

const iPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15'
const hash = 'c'.repeat(64)
const profilePicture = `/images/${hash}-500.jpg`
const jpeg = new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3])

test('GET /api/card/:slug shows the public part of a live card to anyone', async () => {
  const card = await makeCard({
    embedCodes: ['<script></script>'],
    customizations: {
      website: 'https://ada.test',
      about: null,
      customCss: '.card {}',
      pronouns: null,
      department: null,
    },
  })
  const response = await request('GET', `/api/card/${card.slug}`)
  expect([response.status, response.headers.get('Cache-Control')]).toEqual([200, 'no-cache'])
  const text = await response.text()
  expect(PublicCard.parse(JSON.parse(text)).customizations.website).toBe('https://ada.test')
  expect(text).not.toMatch(/customCss|embedCodes|script|userId|uid|version|createdAt/)
  const again = await request('GET', `/api/card/${card.slug}`, undefined, {
    'If-None-Match': response.headers.get('ETag') ?? '',
  })
  expect([again.status, await again.text()]).toEqual([304, ''])
})

test('GET /api/card/:slug follows a former slug, in any case', async () => {
  const card = await makeCard()
  const former = `former-${card.id}`
  await db.insert(slugHistory).values({ slug: former, cardId: card.id })
  for (const slug of [former, former.toUpperCase(), card.slug.toUpperCase()]) {
    expect(await (await request('GET', `/api/card/${slug}`)).json()).toMatchObject({
      slug: card.slug,
    })
  }
})

test('a card that is not public is 404, as JSON and as a contact', async () => {
  const draft = await makeCard({ state: 'draft' })
  const paused = await makeCard({ state: 'paused' })
  const deleted = await makeCard({ deletedAt: '2026-01-01T00:00:00.000Z' })
  const orphan = await makeCard()
  await db.update(users).set({ deletedAt: '2026-01-01' }).where(eq(users.id, orphan.userId))
  const cards = [
    draft,
    paused,
    deleted,
    orphan,
    { id: 999_999, slug: 'nobody' },
    { id: 'x', slug: 'a%00b' },
  ]
  for (const { id, slug } of cards) {
    for (const path of [`/api/card/${slug}`, `/api/vcard/${id}`]) {
      const response = await request('GET', path)
      expect([path, response.status, await response.text()]).toEqual([path, 404, 'Card not found'])
    }
  }
})

test('GET /api/vcard/:id downloads the contact with its photo', async () => {
  const card = await makeCard({ name: 'Zoë Müller', profilePicture })
  const contactPhoto = `/images/${hash}-400.jpg`
  await env.MEDIA.put(contactPhoto.slice(1), jpeg)
  await db.insert(uploads).values({ cardId: card.id, hash, bytes: jpeg.length, contactPhoto })
  const response = await request('GET', `/api/vcard/${card.id}`)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'text/vcard; charset=utf-8',
    'content-disposition': `attachment; filename="Zoe Muller.vcf"; filename*=UTF-8''Zo%C3%AB%20M%C3%BCller.vcf`,
    'cache-control': 'no-cache',
    'x-content-type-options': 'nosniff',
    'x-robots-tag': 'noindex',
    vary: 'User-Agent',
  })
  const file = (await response.text()).replaceAll('\r\n ', '')
  expect(file).toContain(`URL;TYPE=WORK:${origin}/view/${card.slug}\r\n`)
  expect(file).toContain(`UID:urn:uuid:${card.uid}\r\n`)
  expect(file).toContain('PHOTO;ENCODING=b;TYPE=JPEG:/9j/4AECAw==\r\nEND:VCARD\r\n')
  const again = await request('GET', `/api/vcard/${card.id}`, undefined, {
    'If-None-Match': response.headers.get('ETag') ?? '',
  })
  expect(again.status).toBe(304)
  const head = await request('HEAD', `/api/vcard/${card.id}`)
  expect([head.status, await head.text()]).toEqual([200, ''])
})

test('GET /api/vcard/:id omits a photo that is missing, external or not a JPEG', async () => {
  await env.MEDIA.put(`images/${'d'.repeat(64)}-400.jpg`, new Uint8Array([0x89, 0x50]))
  const pictures = [
    `/images/${'e'.repeat(64)}-500.jpg`,
    `/images/${'d'.repeat(64)}-500.jpg`,
    'https://elsewhere.test/ada.jpg',
    null,
  ]
  for (const picture of pictures) {
    const card = await makeCard({ profilePicture: picture })
    const response = await request('GET', `/api/vcard/${card.id}`)
    expect(response.status).toBe(200)
    expect(await response.text()).not.toContain('PHOTO')
  }
})

test('GET /api/vcard/:id is the same for all devices but Outlook, and inline for an iPhone', async () => {
  const card = await makeCard({ socialLinks: { twitter: 'https://x.com/ada' } })
  const read = async (query: string, userAgent: string) => {
    const response = await request('GET', `/api/vcard/${card.id}${query}`, undefined, {
      'User-Agent': userAgent,
    })
    const links = (await response.text())
      .replaceAll('\r\n ', '')
      .match(/^.*x\.com\/ada/gm)
      ?.map((line) => line.split(/[.;:]/)[0])
    return [response.headers.get('Content-Disposition')?.split(';')[0], links]
  }
  expect(await read('', iPhone)).toEqual(['inline', ['item2']])
  expect(await read('', 'Mozilla/5.0 (Linux; Android 16)')).toEqual(['attachment', ['item2']])
  expect(await read('', 'Mozilla/5.0 (Windows NT 10.0)')).toEqual(['attachment', ['item2']])
  expect(await read('?v=nothing&s=qr', iPhone)).toEqual(['inline', ['item2']])
  expect((await read('?v=outlook', 'curl'))[1]).toEqual(['NOTE'])
})

test('GET /api/vcard/:id handles lone surrogates in the database', async () => {
  const card = await makeCard()
  await db
    .update(businessCards)
    .set({ name: 'Ada \ud800 "x"', about: '\udfff' })
    .where(eq(businessCards.id, card.id))
  const response = await request('GET', `/api/vcard/${card.id}`)
  expect(response.status).toBe(200)
  expect(response.headers.get('Content-Disposition')).toContain('filename="Ada x.vcf"')
})

test('GET /api/config/maps returns the browser key', async () => {
  const response = await request('GET', '/api/config/maps')
  expect(response.headers.get('Cache-Control')).toBe('private, max-age=300')
  expect(await response.json()).toEqual({ googleMapsApiKey: '' })
})
