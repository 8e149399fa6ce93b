import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { imageAt, imageHash } from '../../schema/images/image.ts'
import { request } from '../testing/app.ts'
import { gif, makePng, svg } from '../testing/images.ts'
import { storeImage } from '../testing/stored-image.ts'
import { measureImage, sha256 } from './clean.ts'

async function stored(address: string) {
  const object = await env.MEDIA.get(address.slice(1))
  return object && new Uint8Array(await object.arrayBuffer())
}

async function namesOf(address: string) {
  const { objects } = await env.MEDIA.list({ prefix: address.slice(1).split('-')[0] })
  return objects.map(({ key }) => key.slice(key.indexOf('-') + 1)).toSorted()
}

test('a photo without sizes is stored unchanged, and in the widths that the Images binding makes', async () => {
  const png = makePng(600, 500, 11)
  const address = await storeImage(png, 'profile')
  expect(address).toMatch(/^\/images\/[0-9a-f]{64}-600\.png$/)
  expect(await stored(address)).toEqual(png)
  expect(await namesOf(address)).toEqual(['128.webp', '256.webp', '500.webp', '600.png'])
  const small = await stored(imageAt(address, 256))
  expect(small && measureImage(small)).toMatchObject({ type: 'webp', width: 256 })
})

test('no width above that of the original is created', async () => {
  const address = await storeImage(makePng(900, 300, 12), 'cover')
  expect(await namesOf(address)).toEqual(['480.webp', '900.png'])
})

test('SVG and GIF are stored unchanged only', async () => {
  const drawing = await storeImage(svg('<path d="M0 0h8"/>'), 'logo')
  expect(await namesOf(drawing)).toEqual(['20.svg'])
  const animated = await storeImage(gif, 'gallery')
  expect(await namesOf(animated)).toEqual(['1.gif'])
})

test('without the Images binding only the original is stored, under its own hash, and served for every width', async () => {
  const png = makePng(600, 400, 14)
  const address = await storeImage(png, 'gallery', { stores: { ...env, IMAGES: undefined } })
  expect(await namesOf(address)).toEqual(['600.png'])
  expect(imageHash(address)).toBe(await sha256(png))
  const served = await request('GET', imageAt(address, 400))
  expect(new Uint8Array(await served.arrayBuffer())).toEqual(png)
})

test('storing the same image twice is idempotent', async () => {
  const first = await storeImage(makePng(300, 300, 15), 'profile')
  const names = await namesOf(first)
  expect(await storeImage(makePng(300, 300, 15), 'profile')).toBe(first)
  expect(await namesOf(first)).toEqual(names)
})
