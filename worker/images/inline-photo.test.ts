import { env } from 'cloudflare:workers'
import { deflateSync } from 'node:zlib'
import { eq } from 'drizzle-orm'
import { afterEach, expect, test, vi } from 'vitest'
import { inlinePhotoMaxBytes } from '../../schema/images/sizes.ts'
import { uploads } from '../../schema/images/tables.ts'
import { Uploaded } from '../../schema/images/upload.ts'
import { db, makeCard, request, signIn } from '../testing/app.ts'
import { cleanImage, gif, makeFormData, makePng, pngChunk, svg } from '../testing/images.ts'
import { measureImage } from './clean.ts'
import { makeSizes } from './sizes.ts'

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
  const rows = await db.select().from(uploads).where(eq(uploads.cardId, id))
  const photo = rows.find(({ inlinePhoto }) => inlinePhoto)?.inlinePhoto ?? ''
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
    const { inline } = await makeSizes(env, await cleanImage(noise(width, height)), 'profile')
    const bytes = new Uint8Array(Buffer.from(inline ?? '', 'base64'))
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
    const rows = await db.select().from(uploads).where(eq(uploads.cardId, id))
    for (const { inlinePhoto } of rows) expect(inlinePhoto).toBeFalsy()
  }
})

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
