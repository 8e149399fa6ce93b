import fc from 'fast-check'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { cmykJpeg, disc, halves, jpeg, movingGif } from '../../../../e2e/image-files.ts'
import { animatedPng, makePng } from '../../../../worker/testing/images.ts'
import { isAnimated, isCmykJpeg } from './inspect-image.ts'

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
