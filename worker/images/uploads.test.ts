import { createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { eq, sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { imageAt } from '../../schema/images/image.ts'
import { uploads } from '../../schema/images/tables.ts'
import { Uploaded, uploadMaxBytes } from '../../schema/images/upload.ts'
import { rateLimits } from '../../schema/operations/tables.ts'
import { app } from '../app.ts'
import { db, makeCard, origin, request, signIn } from '../testing/app.ts'
import {
  animatedGif,
  animatedPng,
  cmykJpeg,
  gif,
  jpeg,
  makeFormData,
  makePng,
  rotatedJpeg,
  svg,
  webp,
} from '../testing/images.ts'
import { startSession } from '../testing/sessions.ts'
import { measureImage } from './clean.ts'

/** An owner with a card, and a function that uploads images for it. */
async function makeOwner(level = 1) {
  const owner = await signIn(level)
  const card = await makeCard({ userId: owner.user.id })
  const upload = (file: string | Uint8Array<ArrayBuffer>, parts: Record<string, string> = {}) =>
    owner.request('POST', '/api/upload', makeFormData({ file, cardId: `${card.id}`, ...parts }))
  return { ...owner, card, upload }
}

async function statusAndMessage(response: Response) {
  return [response.status, await response.text()]
}

async function urlIn(response: Response): Promise<string> {
  expect(response.status).toBe(200)
  return Uploaded.parse(await response.json()).url
}

test('POST /api/upload stores the image in all widths, and records its card', async () => {
  const { card, upload } = await makeOwner()
  const png = makePng(600, 600, 71)
  const url = await urlIn(await upload(png, { type: 'profile' }))
  const rows = await db.select().from(uploads).where(eq(uploads.cardId, card.id))
  const row = rows.find(({ hash }) => url === `/images/${hash}-600.png`)
  expect(row).toMatchObject({ cardId: card.id, bytes: png.length })
  // The contact photo is an image of its own.
  expect(rows.map(({ hash }) => `/images/${hash}-400.jpg`)).toContain(row?.contactPhoto)
  expect(new Uint8Array(await (await request('GET', url)).arrayBuffer())).toEqual(png)
  const small = await request('GET', imageAt(url, 256))
  expect(small.headers.get('Content-Type')).toBe('image/webp')
})

test('POST /api/upload accepts JPG, PNG, GIF and static SVG under any file name', async () => {
  const { upload } = await makeOwner()
  const drawing = svg('<path d="M0 0h9"/>')
  for (const [extension, file] of Object.entries({ jpg: jpeg, gif, svg: drawing }))
    expect(await urlIn(await upload(file))).toMatch(
      new RegExp(`^/images/\\w{64}-\\d+.${extension}$`),
    )
})

test('POST /api/upload rejects signed-out callers and users who do not own the card', async () => {
  const { card } = await makeOwner()
  const form = () => makeFormData({ file: jpeg, cardId: `${card.id}` })
  expect(await statusAndMessage(await request('POST', '/api/upload', form()))).toEqual([
    401,
    'You are not signed in.',
  ])
  const stranger = await signIn(3)
  expect(await statusAndMessage(await stranger.request('POST', '/api/upload', form()))).toEqual([
    403,
    "You don't have permission to edit this card",
  ])
  // The owner is checked before the file, and a rejected caller's upload limit is not used.
  await db.delete(rateLimits)
  const junk = makeFormData({ file: webp, cardId: `${card.id}` })
  expect((await stranger.request('POST', '/api/upload', junk)).status).toBe(403)
  expect(await db.$count(rateLimits)).toBe(0)
  const administrator = await signIn(4)
  await urlIn(await administrator.request('POST', '/api/upload', form()))
})

test('POST /api/upload rejects an unknown card and a deleted one', async () => {
  const { user, request: send } = await signIn(4)
  const deletedCard = await makeCard({ userId: user.id, deletedAt: '2026-01-01T00:00:00.000Z' })
  for (const cardId of ['999999', `${deletedCard.id}`]) {
    const response = await send('POST', '/api/upload', makeFormData({ file: jpeg, cardId }))
    expect(await statusAndMessage(response)).toEqual([404, 'Card not found'])
  }
})

test('POST /api/upload names the error of a file', async () => {
  const { upload } = await makeOwner()
  const before = (await env.MEDIA.list()).objects.length
  const unknown = 'Invalid file type. Please upload a JPG, PNG, GIF, or SVG image.'
  const large = new Uint8Array(uploadMaxBytes + 1)
  large.set(jpeg)
  const wide = makePng(4, 4)
  new DataView(wide.buffer).setUint32(16, 12_001)
  const cases: [Uint8Array<ArrayBuffer>, number, string][] = [
    [large, 413, 'File is too large. Maximum size is 5MB.'],
    [new Uint8Array(6 * 1024 * 1024), 413, 'File is too large. Maximum size is 5MB.'],
    [webp, 415, unknown],
    [new Uint8Array(Buffer.from('#!/bin/sh')), 415, unknown],
    [
      svg('<script>1</script>'),
      415,
      'This SVG has features that are not allowed. Export it as PNG and upload that instead.',
    ],
    [new Uint8Array(), 400, 'The file is empty. Choose another one.'],
    [jpeg.subarray(0, -9), 400, 'The image is damaged or incomplete. Choose another file.'],
    [wide, 400, 'The image is too large. Use at most 12,000 pixels per side and 40 megapixels.'],
  ]
  for (const [file, status, sentence] of cases)
    expect(await statusAndMessage(await upload(file))).toEqual([status, sentence])
  expect((await env.MEDIA.list()).objects.length).toBe(before)
})

test('POST /api/upload rejects files that are expensive to check', async () => {
  const { upload } = await makeOwner()
  const chain = Array.from({ length: 4900 }, (_, at) => `<use id="i${at}" href="#i${at + 1}"/>`)
  const gradients = '<linearGradient id="a"/>'.repeat(2400)
  const files = [
    svg(chain.join('')),
    svg(`<g fill="url(${' '.repeat(40_000)}#"/>`),
    svg(`${gradients}<rect fill="${'url(#a)'.repeat(20_000)}"/>`),
  ]
  for (const file of files) expect((await upload(file)).status).toBe(415)
  const blocks = Buffer.alloc(uploadMaxBytes - gif.length - 3, Buffer.from('21f900', 'hex'))
  const many = new Uint8Array(Buffer.concat([gif.subarray(0, -1), blocks, gif.subarray(-1)]))
  expect((await upload(many)).status).toBe(400)
})

test('POST /api/upload keeps a GIF animated, makes a PNG static, and keeps CMYK colors and orientation', async () => {
  const { upload } = await makeOwner()
  const kept = async (file: Uint8Array<ArrayBuffer>) => {
    const url = await urlIn(await upload(file))
    return { url, bytes: new Uint8Array(await (await request('GET', url)).arrayBuffer()) }
  }
  expect((await kept(animatedGif)).bytes).toEqual(animatedGif)
  expect((await kept(animatedPng(40, 30))).bytes).toEqual(makePng(40, 30))
  expect((await kept(cmykJpeg)).bytes).toEqual(cmykJpeg)
  const upright = await kept(rotatedJpeg)
  expect(upright.url).toMatch(/-16\.jpg$/)
  expect(measureImage(upright.bytes)).toMatchObject({ width: 16, height: 24, orientation: 6 })
})

test('POST /api/upload accepts only its form', async () => {
  const { card, upload, request: send } = await makeOwner()
  expect((await upload(jpeg, { type: 'banner' })).status).toBe(400)
  expect((await upload(jpeg, { folder: 'mine' })).status).toBe(400)
  expect((await upload(jpeg, { cardId: '1e0' })).status).toBe(400)
  expect(await statusAndMessage(await upload('no file'))).toEqual([400, 'Choose a file to upload.'])
  const twice = makeFormData({ file: jpeg, cardId: `${card.id}` })
  twice.append('cardId', `${card.id}`)
  expect(await statusAndMessage(await send('POST', '/api/upload', twice))).toEqual([
    400,
    'Duplicate form field.',
  ])
  const type = { 'Content-Type': 'multipart/form-data; boundary=x' }
  expect((await send('POST', '/api/upload', '--x\r\nnot a form', type)).status).toBe(400)
  expect((await send('POST', '/api/upload', { cardId: card.id })).status).toBe(415)
})

test('POST /api/upload rejects new images of a card with 300, but not one it has', async () => {
  const { card, upload } = await makeOwner()
  await urlIn(await upload(jpeg))
  await db.run(sql`
    with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 299)
    insert into uploads (card_id, hash, bytes) select ${card.id}, n, 1 from numbers`)
  expect(await statusAndMessage(await upload(gif))).toEqual([
    409,
    'This card has reached the limit of 300 images. Images it no longer uses are removed after 30 days.',
  ])
  await urlIn(await upload(jpeg))
})

test('POST /api/upload is limited to 60 uploads per user in ten minutes', async () => {
  const { upload } = await makeOwner()
  await urlIn(await upload(jpeg))
  await db.update(rateLimits).set({ count: 59 })
  await urlIn(await upload(jpeg))
  const response = await upload(jpeg)
  expect(await statusAndMessage(response)).toEqual([
    429,
    'Too many attempts. Try again in 10 minutes.',
  ])
  expect(response.headers.get('Retry-After')).toMatch(/^\d+$/)
})

test('POST /api/upload is 503 if the bucket does not respond, and a retry is complete', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const { card, user, upload } = await makeOwner()
  const put = () => Promise.reject(new Error('put: We encountered an internal error. (10001)'))
  const response = await app.request(
    `${origin}/api/upload`,
    {
      method: 'POST',
      headers: { Cookie: `sid=${await startSession(db, user.id, 'Unknown')}` },
      body: makeFormData({ file: jpeg, cardId: `${card.id}` }),
    },
    { ...env, MEDIA: { put } },
    createExecutionContext(),
  )
  expect(await statusAndMessage(response)).toEqual([
    503,
    "The image can't be saved right now. Try again in a moment.",
  ])
  expect(warned).toHaveBeenCalledOnce()
  const url = await urlIn(await upload(jpeg))
  expect((await request('GET', url)).status).toBe(200)
})

test('PUT /api/business-cards/:id accepts an image only on the card it was uploaded for', async () => {
  const own = await makeOwner()
  const other = await makeOwner()
  const url = await urlIn(await own.upload(makePng(300, 300, 72)))
  const fields = { slug: other.card.slug, profilePicture: url }
  const otherResponse = await other.request('PUT', `/api/business-cards/${other.card.id}`, fields)
  expect(await statusAndMessage(otherResponse)).toEqual([
    403,
    'An image was not uploaded for this card. Upload it here first.',
  ])
  const gallery = { slug: other.card.slug, gallery: [{ url }] }
  const shown = await other.request('PUT', `/api/business-cards/${other.card.id}`, gallery)
  expect(shown.status).toBe(403)
  const saved = await own.request('PUT', `/api/business-cards/${own.card.id}`, {
    slug: own.card.slug,
    profilePicture: url,
    gallery: [{ url }],
  })
  expect(await saved.json()).toMatchObject({ profilePicture: url, gallery: [{ url }] })
})

test('PUT /api/business-cards/:id accepts the images of a card in any of its fields', async () => {
  const { user, request: send } = await signIn(1)
  const picture = `/images/${'7'.repeat(64)}-500.jpg`
  const card = await makeCard({ userId: user.id, profilePicture: picture })
  const moved = await send('PUT', `/api/business-cards/${card.id}`, {
    slug: card.slug,
    logoUrl: picture,
    coverPhoto: 'https://pictures.example/cover.jpg',
  })
  expect(moved.status).toBe(200)
})
