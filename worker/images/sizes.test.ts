import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { afterEach, expect, test, vi } from 'vitest'
import { Card } from '../../schema/cards/card.ts'
import { imageAt, imageHash } from '../../schema/images/image.ts'
import { inlinePhotoMaxBytes, sizeMaxBytes } from '../../schema/images/sizes.ts'
import { uploads } from '../../schema/images/tables.ts'
import { sizesError, Uploaded } from '../../schema/images/upload.ts'
import { db, makeCard, request, signIn } from '../testing/app.ts'
import { animatedGif, gif, jpeg, makeFormData, makePng, svg } from '../testing/images.ts'
import { profileSizes, resized } from '../testing/sent-sizes.ts'
import { measureImage } from './clean.ts'

afterEach(() => void vi.restoreAllMocks())

type Bytes = Uint8Array<ArrayBuffer>
type Parts = Record<string, Bytes>

/** An owner with a card, and functions to upload an image, save it as the photo, and read what visitors get. */
async function makeOwner() {
  const { user, request: send } = await signIn(1)
  const { id, slug } = await makeCard({ userId: user.id, name: 'Ada' })
  const upload = (file: Bytes, sizes: Parts = {}, type = 'profile') =>
    send('POST', '/api/upload', makeFormData({ file, cardId: `${id}`, type, ...sizes }))
  const save = async (profilePicture: string) => {
    const path = `/api/business-cards/${id}`
    return Card.parse(await (await send('PUT', path, { slug, name: 'Ada', profilePicture })).json())
  }
  const contactPhoto = async () => photoIn(await (await request('GET', `/api/vcard/${id}`)).text())
  const page = async () => (await request('GET', `/view/${slug}`)).text()
  return { id, upload, save, contactPhoto, page }
}

/** The photo in a contact file. */
function photoIn(file: string): Bytes | undefined {
  const [, base64] =
    /^PHOTO[^:]*:([^\n]+)$/m.exec(file.replace(/\r?\n /g, '').replace(/\r/g, '')) ?? []
  return base64 === undefined ? undefined : new Uint8Array(Buffer.from(base64, 'base64'))
}

async function urlIn(response: Response): Promise<string> {
  expect(response.status).toBe(200)
  return Uploaded.parse(await response.json()).url
}

async function bytesAt(path: string): Promise<Bytes> {
  return new Uint8Array(await (await request('GET', path)).arrayBuffer())
}

const photo = makePng(600, 600, 61)
const sizes = await profileSizes(photo)

test('an upload with its sizes stores them, and makes no transformation', async () => {
  const { id, upload, save, contactPhoto, page } = await makeOwner()
  const transformations = vi.spyOn(env.IMAGES, 'input')
  const url = await urlIn(await upload(photo, sizes))
  expect(await bytesAt(url)).toEqual(photo)
  expect(await bytesAt(imageAt(url, 128))).toEqual(sizes.small)
  expect(await bytesAt(imageAt(url, 256))).toEqual(sizes.medium)
  expect(await bytesAt(imageAt(url, 500))).toEqual(sizes.large)
  const card = await save(url)
  expect(await bytesAt(card.contactPhoto ?? '')).toEqual(sizes.contact)
  expect(await contactPhoto()).toEqual(sizes.contact)
  expect(await page()).toContain(Buffer.from(sizes.inline).toString('base64'))
  const row = await db
    .select()
    .from(uploads)
    .where(eq(uploads.hash, imageHash(url) ?? ''))
    .get()
  expect(row).toMatchObject({ cardId: id, bytes: photo.length })
  expect(transformations).not.toHaveBeenCalled()
})

test('sizes of a browser that cannot write WebP are served at the same addresses', async () => {
  const { upload, save, page } = await makeOwner()
  const picture = await resized(makePng(900, 600, 62), [900, 600], 'image/jpeg')
  const small = await resized(picture, [400, 267], 'image/jpeg')
  const medium = await resized(picture, [800, 533], 'image/png')
  const url = await urlIn(await upload(picture, { small, medium }, 'gallery'))
  const served = await request('GET', imageAt(url, 400))
  expect(served.headers.get('Content-Type')).toBe('image/jpeg')
  expect(new Uint8Array(await served.arrayBuffer())).toEqual(small)
  expect(await bytesAt(imageAt(url, 800))).toEqual(medium)
  const inline = await resized(photo, [32, 32], 'image/jpeg')
  expect(inline.length).toBeLessThan(inlinePhotoMaxBytes)
  await save(await urlIn(await upload(photo, { contact: sizes.contact, inline })))
  expect(await page()).toContain(
    `url(data:image/jpeg;base64,${Buffer.from(inline).toString('base64')}`,
  )
})

test('metadata is removed from the sizes', async () => {
  const { upload, save, contactPhoto } = await makeOwner()
  const secret = 'GPS 52.5, 13.4'
  const length = Buffer.from([0, secret.length + 2])
  const comment = Buffer.concat([Buffer.from([0xff, 0xfe]), length, Buffer.from(secret)])
  const contact = new Uint8Array(
    Buffer.concat([sizes.contact.subarray(0, 2), comment, sizes.contact.subarray(2)]),
  )
  const small = new Uint8Array(Buffer.concat([sizes.small, Buffer.from(secret)]))
  const url = await urlIn(await upload(photo, { ...sizes, contact, small }))
  await save(url)
  expect(await contactPhoto()).toEqual(sizes.contact)
  expect(await bytesAt(imageAt(url, 128))).toEqual(sizes.small)
})

const wide = makePng(600, 300, 63)

test.each<[string, () => Promise<{ file: Bytes; sizes: Parts; type?: string }>]>([
  ['another width', async () => ({ file: photo, sizes: { small: sizes.medium } })],
  ['another shape', async () => ({ file: wide, sizes: { small: sizes.small } })],
  [
    'wider than the image',
    async () => ({ file: makePng(200, 200), sizes: { large: sizes.large } }),
  ],
  [
    'a JPEG as wide as the image',
    async () => ({
      file: makePng(500, 500),
      sizes: { large: await resized(photo, [500, 500], 'image/jpeg') },
    }),
  ],
  [
    'a third width of a logo',
    async () => ({ file: photo, sizes: { medium: sizes.medium }, type: 'logo' }),
  ],
  ['a width of a GIF', async () => ({ file: animatedGif, sizes: { small: sizes.small } })],
  ['a GIF', async () => ({ file: photo, sizes: { small: gif } })],
  ['an SVG', async () => ({ file: photo, sizes: { small: svg('<path d="M0 0h9"/>') } })],
  ['no image', async () => ({ file: photo, sizes: { small: Uint8Array.of(1, 2, 3) } })],
  ['a cut WebP', async () => ({ file: photo, sizes: { small: sizes.small.slice(0, -3) } })],
  ['a cut JPEG', async () => ({ file: photo, sizes: { contact: sizes.contact.slice(0, -9) } })],
  [
    'more than 300 kB',
    async () => ({
      file: photo,
      sizes: { small: new Uint8Array(Buffer.concat([sizes.small, Buffer.alloc(sizeMaxBytes)])) },
    }),
  ],
  [
    'a contact photo of 300 pixels',
    async () => ({
      file: photo,
      sizes: { contact: await resized(photo, [300, 300], 'image/jpeg') },
    }),
  ],
  [
    'a contact photo as WebP',
    async () => ({ file: photo, sizes: { contact: await resized(photo, [400, 400]) } }),
  ],
  [
    'a contact photo of a cover',
    async () => ({ file: photo, sizes: { contact: sizes.contact }, type: 'cover' }),
  ],
  ['a placeholder of 256 pixels', async () => ({ file: photo, sizes: { inline: sizes.medium } })],
  [
    'a placeholder that is not square',
    async () => ({ file: photo, sizes: { inline: await resized(photo, [96, 64]) } }),
  ],
  ['a placeholder of a GIF', async () => ({ file: gif, sizes: { inline: sizes.inline } })],
])('sizes that are not of the image are refused: %s', async (_, make) => {
  const { id, upload } = await makeOwner()
  const { file, sizes: wrong, type } = await make()
  const response = await upload(file, wrong, type)
  expect([response.status, await response.text()]).toEqual([400, sizesError])
  expect(response.headers.get('X-Error-Code')).toBe('sizes')
  expect(await db.$count(uploads, eq(uploads.cardId, id))).toBe(0)
})

test('another part than those of the sizes is refused', async () => {
  const { upload } = await makeOwner()
  expect((await upload(photo, { huge: sizes.large })).status).toBe(400)
})

test('nobody can replace the sizes of another card by uploading the same image with other ones', async () => {
  const victim = await makeOwner()
  const attacker = await makeOwner()
  const url = await urlIn(await victim.upload(photo, sizes))
  await victim.save(url)
  const files = async () => [
    ...(await Promise.all([128, 256, 500].map((width) => bytesAt(imageAt(url, width))))),
    await victim.contactPhoto(),
    await victim.page(),
  ]
  const before = await files()
  const other = await profileSizes(makePng(600, 600, 64))
  const forged = await urlIn(await attacker.upload(photo, other))
  expect(forged).not.toBe(url)
  // With the same widths the name is the same, but each card has its own contact photo and placeholder.
  const { contact, inline } = other
  const half = await urlIn(await attacker.upload(photo, { ...sizes, contact, inline }))
  expect(half).toBe(url)
  await attacker.save(half)
  expect(await attacker.contactPhoto()).toEqual(contact)
  expect(await files()).toEqual(before)
  await urlIn(await attacker.upload(photo))
  expect(await files()).toEqual(before)
  expect(measureImage(await bytesAt(url))).toMatchObject({ width: 600 })
})

test('an upload can be repeated', async () => {
  const { id, upload } = await makeOwner()
  const picture = await resized(makePng(600, 600, 65), [600, 600], 'image/jpeg')
  const own = await profileSizes(picture)
  const url = await urlIn(await upload(picture, own))
  expect(await urlIn(await upload(picture, own))).toBe(url)
  expect(await db.$count(uploads, eq(uploads.cardId, id))).toBe(2)
  expect(await urlIn(await upload(jpeg, {}, 'gallery'))).toMatch(/-24\.jpg$/)
})
