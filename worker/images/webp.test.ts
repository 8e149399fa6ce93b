import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makePng, webp } from '../testing/images.ts'
import { resized } from '../testing/sent-sizes.ts'
import { measureImage } from './clean.ts'
import { cleanWebp } from './webp.ts'

const secret = 'GPS 52.5, 13.4'
const photo = await resized(makePng(60, 40, 90), [30, 20])

type Bytes = Uint8Array<ArrayBuffer>

function chunk(name: string, data: Uint8Array): Buffer {
  const header = Buffer.from(`${name}\0\0\0\0`, 'latin1')
  header.writeUInt32LE(data.length, 4)
  return Buffer.concat([header, data, Buffer.alloc(data.length % 2)])
}

function riff(...chunks: Uint8Array[]): Bytes {
  const body = Buffer.concat([Buffer.from('WEBP'), ...chunks])
  const header = Buffer.from('RIFF\0\0\0\0', 'latin1')
  header.writeUInt32LE(body.length, 4)
  return new Uint8Array(Buffer.concat([header, body]))
}

/** The chunk of an extended file: flags, and the size of the canvas. */
function extended(flags: number, width = 30, height = 20): Buffer {
  const data = Buffer.alloc(10)
  data.writeUInt8(flags, 0)
  data.writeUIntLE(width - 1, 4, 3)
  data.writeUIntLE(height - 1, 7, 3)
  return chunk('VP8X', data)
}

const imageData = photo.subarray(12)

test('a WebP without metadata is not changed', () => {
  expect(cleanWebp(photo)).toEqual({ bytes: photo, width: 30, height: 20 })
  expect(cleanWebp(webp)).toEqual({ bytes: webp, width: 1, height: 1 })
})

test('Exif, XMP, unknown chunks and trailing bytes are removed, a color profile stays', () => {
  const text = Buffer.from(secret)
  const profile = chunk('ICCP', Buffer.from('profile'))
  const file = riff(
    ...[extended(0x2c), profile, imageData],
    ...[chunk('EXIF', text), chunk('XMP ', text), chunk('ABCD', text)],
  )
  const clean = cleanWebp(new Uint8Array(Buffer.concat([file, text])))
  expect(clean).toEqual({ bytes: riff(extended(0x20), profile, imageData), width: 30, height: 20 })
  expect(measureImage(clean?.bytes ?? webp)).toMatchObject({ width: 30, height: 20 })
})

const frame = chunk('ANMF', Buffer.concat([Buffer.alloc(16), imageData]))

test.each<[string, Uint8Array]>([
  ['an animation', riff(extended(0x02), chunk('ANIM', Buffer.alloc(6)), frame)],
  ['a still with a frame', riff(extended(0x02), imageData, frame)],
  ['two images', riff(extended(0), imageData, imageData)],
  ['no image', riff(extended(0))],
  ['a canvas of another size', riff(extended(0, 300), imageData)],
  ['a color profile without an extended header', riff(chunk('ICCP', Buffer.from('p')), imageData)],
  [
    'many chunks',
    riff(...Array.from({ length: 11 }, () => chunk('ABCD', Buffer.alloc(1))), imageData),
  ],
  ['no start code', riff(chunk('VP8 ', Buffer.alloc(40)))],
  ['a JPEG', Uint8Array.of(0xff, 0xd8, 0xff)],
])('%s is refused', (_, file) => {
  expect(cleanWebp(new Uint8Array(file))).toBeUndefined()
})

test('a WebP is refused wherever it is cut', () => {
  for (let length = 0; length < photo.length; length += 1)
    expect(cleanWebp(photo.slice(0, length)), `${length} bytes`).toBeUndefined()
})

test('any file is cleaned or refused, and cleaning is idempotent', () => {
  const noise = fc.record({ at: fc.nat(photo.length), bytes: fc.uint8Array({ maxLength: 12 }) })
  fc.assert(
    fc.property(noise, ({ at, bytes }) => {
      const file = photo.slice()
      file.set(bytes.subarray(0, photo.length - at), at)
      const clean = cleanWebp(file)
      if (clean) expect(cleanWebp(clean.bytes)).toEqual(clean)
    }),
  )
})
