import fc from 'fast-check'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { cmykJpeg, disc, halves, jpeg, movingGif } from '../../e2e/image-files.ts'
import { animatedPng, makePng } from '../../worker/testing/images.ts'
import { checkFile, isAnimated, isCmykJpeg } from './inspect-image.ts'

test('a GIF with a second frame is animated, whatever its encoding', async () => {
  expect(isAnimated((await movingGif(60, 40)).buffer)).toBe(true)
  expect(isAnimated(await halves(60, 40).gif().toBuffer())).toBe(false)
})

test('a PNG with an acTL chunk before the first frame is animated', async () => {
  expect(isAnimated(animatedPng(40, 40))).toBe(true)
  expect(isAnimated(makePng(40, 40))).toBe(false)
  expect(isAnimated((await disc(40)).buffer)).toBe(false)
})

test('a JPEG with four components is CMYK', async () => {
  expect(isCmykJpeg((await cmykJpeg(60, 40)).buffer)).toBe(true)
  expect(isCmykJpeg((await jpeg(60, 40)).buffer)).toBe(false)
  const progressive = sharp((await cmykJpeg(60, 40)).buffer).toColourspace('cmyk')
  expect(isCmykJpeg(await progressive.jpeg({ progressive: true }).toBuffer())).toBe(true)
})

test('a file of another type, too large, or not an image is refused before it is decoded', async () => {
  const wide = makePng(8, 8)
  new DataView(wide.buffer).setUint32(16, 12_001)
  const webp = new Uint8Array(await halves(400, 400).webp().toBuffer())
  for (const [bytes, type, title] of [
    [new TextEncoder().encode('%PDF-1.7'), 'application/pdf', 'Invalid file type'],
    [webp, 'image/png', 'Invalid file type'],
    [new Uint8Array(5_300_000), 'image/jpeg', 'File too large'],
    [new Uint8Array(), 'image/png', 'Failed to load image'],
    [new TextEncoder().encode('not a picture'), 'image/png', 'Failed to load image'],
    [wide, 'image/png', 'Image dimensions'],
  ] as const) {
    const file = new File([bytes], 'photo', { type })
    expect(await checkFile(file, 'profile')).toMatchObject({ error: { title } })
  }
})

test('arbitrary bytes never throw', () => {
  const start = fc.constantFrom('474946383961', '89504e470d0a1a0a', 'ffd8ff', '')
  fc.assert(
    fc.property(start, fc.uint8Array({ maxLength: 300 }), (hex, rest) => {
      const bytes = new Uint8Array([...Buffer.from(hex, 'hex'), ...rest])
      expect([isAnimated(bytes), isCmykJpeg(bytes)]).toEqual([
        expect.any(Boolean),
        expect.any(Boolean),
      ])
    }),
  )
})
