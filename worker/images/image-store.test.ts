import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { contactPhoto, imageAt } from '../../schema/images/image.ts'
import { cleanImage, gif, makePng, svg } from '../testing/images.ts'
import { measureImage } from './clean.ts'
import { contactPhotoMaxBytes, storeImage } from './image-store.ts'

async function stored(address: string) {
  const object = await env.MEDIA.get(address.slice(1))
  return object && new Uint8Array(await object.arrayBuffer())
}

async function namesOf(address: string) {
  const { objects } = await env.MEDIA.list({ prefix: address.slice(1).split('-')[0] })
  return objects.map(({ key }) => key.slice(key.indexOf('-') + 1)).toSorted()
}

test('a profile photo is stored unchanged, in its widths, and as the photo of the contact file', async () => {
  const png = makePng(600, 500, 11)
  const address = await storeImage(env, await cleanImage(png), 'profile')
  expect(address).toMatch(/^\/images\/[0-9a-f]{64}-600\.png$/)
  expect(await stored(address)).toEqual(png)
  expect(await namesOf(address)).toEqual(['128.webp', '256.webp', '400.jpg', '500.webp', '600.png'])

  const small = await stored(imageAt(address, 256))
  expect(small && measureImage(small)).toMatchObject({ type: 'webp', width: 256 })
  const photo = await stored(contactPhoto(address) ?? '')
  expect(photo && measureImage(photo)).toMatchObject({ type: 'jpg', width: 400, height: 400 })
  expect(photo?.length).toBeLessThanOrEqual(contactPhotoMaxBytes)
})

test('no width above that of the original is created', async () => {
  const address = await storeImage(env, await cleanImage(makePng(900, 300, 12)), 'cover')
  expect(await namesOf(address)).toEqual(['480.webp', '900.png'])
})

test('a small profile photo is enlarged for the contact file', async () => {
  const address = await storeImage(env, await cleanImage(makePng(100, 100, 13)), 'profile')
  const photo = await stored(contactPhoto(address) ?? '')
  expect(photo && measureImage(photo)).toMatchObject({ type: 'jpg', width: 400, height: 400 })
})

test('SVG and GIF are stored unchanged only', async () => {
  const drawing = await storeImage(env, await cleanImage(svg('<path d="M0 0h8"/>')), 'logo')
  expect(await namesOf(drawing)).toEqual(['20.svg'])
  const animated = await storeImage(env, await cleanImage(gif), 'gallery')
  expect(await namesOf(animated)).toEqual(['1.gif'])
})

test('without the Images service only the original is stored', async () => {
  const address = await storeImage(
    { MEDIA: env.MEDIA },
    await cleanImage(makePng(600, 400, 14)),
    'gallery',
  )
  expect(await namesOf(address)).toEqual(['600.png'])
})

test('storing the same image twice is idempotent', async () => {
  const first = await storeImage(env, await cleanImage(makePng(300, 300, 15)), 'profile')
  const names = await namesOf(first)
  expect(await storeImage(env, await cleanImage(makePng(300, 300, 15)), 'profile')).toBe(first)
  expect(await namesOf(first)).toEqual(names)
})
