import { env } from 'cloudflare:workers'
import { deflateSync } from 'node:zlib'
import { eq } from 'drizzle-orm'
import { afterEach, expect, test, vi } from 'vitest'
import { imageAt } from '../../schema/images/image.ts'
import { uploads } from '../../schema/images/tables.ts'
import { Uploaded } from '../../schema/images/upload.ts'
import { db, makeCard, request, signIn } from '../testing/app.ts'
import { cleanImage, gif, makeFormData, makePng, pngChunk, svg } from '../testing/images.ts'
import { measureImage } from './clean.ts'
import { fillInlinePhotos, inlinePhotoMaxBytes, makeInlinePhoto } from './derived-images.ts'

afterEach(() => vi.restoreAllMocks())

/** A user with a card, and functions to upload and save its photo. */
async function makeOwner() {
  const { user, request: ownRequest } = await signIn(1)
  const { id, slug } = await makeCard({ userId: user.id })
  const upload = async (file: Uint8Array<ArrayBuffer>, type = 'profile') => {
    const response = await ownRequest(
      'POST',
      '/api/upload',
      makeFormData({ file, cardId: `${id}`, type }),
    )
    return Uploaded.parse(await response.json()).url
  }
  const save = async (profilePicture: string | null) => {
    const saved = await ownRequest('PUT', `/api/business-cards/${id}`, { slug, profilePicture })
    expect(saved.status).toBe(200)
  }
  const page = async () => (await request('GET', `/view/${slug}`)).text()
  return { id, slug, upload, save, page }
}

/** Returns the inline photo of the page; undefined if it has none. */
function photoIn(html: string) {
  const [, base64] = /url\(data:image\/webp;base64,([^)]+)\)/.exec(html) ?? []
  return base64 === undefined ? undefined : new Uint8Array(Buffer.from(base64, 'base64'))
}

test('a page has its inline photo, and takes one statement and no other call', async () => {
  const { upload, save, page, slug } = await makeOwner()
  await save(await upload(makePng(500, 500, 31)))
  const statements = vi.spyOn(env.DB, 'prepare')
  const others = [
    ...(['batch', 'withSession', 'exec'] as const).map((name) => vi.spyOn(env.DB, name)),
    ...(['get', 'head', 'list'] as const).map((name) => vi.spyOn(env.MEDIA, name)),
    vi.spyOn(env.ANALYTICS, 'prepare'),
    vi.spyOn(env.PLACES, 'get'),
    vi.spyOn(env.IMAGES, 'input'),
    vi.spyOn(env.EVENTS, 'send'),
  ]
  const html = await page()
  expect(measureImage(photoIn(html) ?? new Uint8Array())).toMatchObject({
    type: 'webp',
    width: 128,
  })
  expect(statements).toHaveBeenCalledTimes(1)
  for (const other of others) expect(other).not.toHaveBeenCalled()
  const policy = (await request('GET', `/view/${slug}`)).headers.get('Content-Security-Policy')
  expect(policy).toContain("img-src 'self' data:;")
})

test('the inline photo changes with the photo, and is gone when the photo is removed', async () => {
  const { upload, save, page } = await makeOwner()
  const [one, two] = [await upload(makePng(500, 500, 32)), await upload(makePng(100, 200, 33))]
  await save(one)
  const first = photoIn(await page())
  await save(two)
  const second = photoIn(await page())
  expect(first && second && measureImage(second)).toMatchObject({ width: 100, height: 100 })
  await save(null)
  expect(await page()).not.toMatch(/data:image|\/images\//)
  await save(one)
  expect(photoIn(await page())).toEqual(first)
})

test('API responses have the URL of the photo and not the inline photo', async () => {
  const { user, request: ownRequest } = await signIn(1)
  const { id, slug } = await makeCard({ userId: user.id })
  const form = makeFormData({ file: makePng(500, 500, 34), cardId: `${id}`, type: 'profile' })
  const uploaded = await (await ownRequest('POST', '/api/upload', form)).text()
  const { url } = Uploaded.parse(JSON.parse(uploaded))
  const saved = await ownRequest('PUT', `/api/business-cards/${id}`, { slug, profilePicture: url })
  const responses = [
    uploaded,
    await saved.text(),
    await (await request('GET', `/api/card/${slug}`)).text(),
    await (await ownRequest('GET', `/api/business-cards/${id}`)).text(),
    await (await ownRequest('GET', '/api/account/export')).text(),
  ]
  const [row] = await db.select().from(uploads).where(eq(uploads.cardId, id))
  const photo = row?.inlinePhoto ?? ''
  expect(photo.length).toBeGreaterThan(50)
  for (const response of responses) {
    expect(response).toContain('/images/')
    expect(response).not.toContain(photo)
    expect(response).not.toMatch(/inlinePhoto|inline_photo/)
  }
})

test('an external photo is not inlined, even if its URL contains the hash of an upload', async () => {
  const { upload, save, page } = await makeOwner()
  const hash = (await upload(makePng(500, 500, 35))).slice(8, 72)
  await save(`https://${hash}/photo.jpg`)
  const html = await page()
  expect(html).toContain(`src="https://${hash}/photo.jpg"`)
  expect(photoIn(html)).toBeUndefined()
})

test.each([
  [900, 600],
  [130, 1300],
  [50, 40],
])(
  'the inline photo of %i by %i pixels of noise is square and within the limit',
  async (width, height) => {
    const photo = await makeInlinePhoto(env, await cleanImage(noise(width, height)))
    const bytes = new Uint8Array(Buffer.from(photo ?? '', 'base64'))
    expect(bytes.length).toBeLessThanOrEqual(inlinePhotoMaxBytes)
    const { width: side = 0 } = measureImage(bytes) ?? {}
    expect(side).toBeGreaterThanOrEqual(32)
    expect(measureImage(bytes)).toMatchObject({ type: 'webp', height: side })
  },
)

test('SVG and GIF photos are not inlined', async () => {
  for (const file of [svg('<path d="M0 0h5"/>'), gif]) {
    const { upload, save, page, id } = await makeOwner()
    const url = await upload(file)
    await save(url)
    expect(await page()).toContain(url)
    const [row] = await db.select().from(uploads).where(eq(uploads.cardId, id))
    expect(row?.inlinePhoto).toBe('')
  }
})

test('the cron job adds the inline photo of a photo uploaded while Images failed', async () => {
  const { upload, save, page, id } = await makeOwner()
  failingImages()
  const url = await upload(makePng(500, 500, 36))
  vi.restoreAllMocks()
  await save(url)
  const before = await page()
  expect(photoIn(before)).toBeUndefined()
  expect(before).toContain(imageAt(url, 256))
  expect(await fillInlinePhotos(env)).toBeUndefined()
  // Deletes the cached copies of the page.
  await save(url)
  expect(photoIn(await page())).toBeTruthy()
  expect(await db.$count(uploads, eq(uploads.cardId, id))).toBe(1)
})

test('when Images fails in the cron job, one photo is given up and the rest are tried the next night', async () => {
  const ids: number[] = []
  for (const gray of [37, 38]) {
    const { upload, save, id } = await makeOwner()
    await save(await upload(makePng(500, 500, gray), 'gallery'))
    ids.push(id)
  }
  const forms = async () =>
    Promise.all(
      ids.map(async (id) => (await db.select().from(uploads).where(eq(uploads.cardId, id)))[0]),
    ).then((rows) => rows.map((row) => row?.inlinePhoto))
  expect(await forms()).toEqual([null, null])
  failingImages()
  await fillInlinePhotos(env)
  expect((await forms()).sort()).toEqual(['', null])
  vi.restoreAllMocks()
  await fillInlinePhotos({ ...env, IMAGES: undefined })
  expect((await forms()).sort()).toEqual(['', null])
  await fillInlinePhotos(env)
  expect((await forms()).filter((form) => form && form.length > 50)).toHaveLength(1)
})

test('the cron job creates 20 inline photos at a time, until none is missing', async () => {
  const { hash, url } = await stored(39)
  for (let at = 0; at < 21; at += 1) {
    const own = at.toString(16).padStart(2, '0') + hash.slice(2)
    const { id } = await makeCard({ profilePicture: url.replace(hash, own) })
    await db.insert(uploads).values({ cardId: id, hash: own, bytes: 1 })
  }
  expect(await fillInlinePhotos(env)).toBe('more')
  expect(await fillInlinePhotos(env)).toBeUndefined()
  expect(await fillInlinePhotos(env)).toBeUndefined()
})

async function stored(gray: number) {
  const { upload } = await makeOwner()
  const url = await upload(makePng(300, 300, gray))
  return { url, hash: url.slice(8, 72) }
}

function failingImages() {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  vi.spyOn(env.IMAGES, 'input').mockImplementation(() => {
    throw new Error('IMAGES_ERROR 9432: the service is not available')
  })
}

function noise(width: number, height: number) {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.writeUInt8(8, 8)
  const row = () => [Buffer.alloc(1), crypto.getRandomValues(Buffer.alloc(width))]
  return new Uint8Array(
    Buffer.concat([
      Buffer.from('89504e470d0a1a0a', 'hex'),
      pngChunk('IHDR', header),
      pngChunk('IDAT', deflateSync(Buffer.concat(Array.from({ length: height }, row).flat()))),
      pngChunk('IEND', Buffer.alloc(0)),
    ]),
  )
}
