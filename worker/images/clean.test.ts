import { deflateSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { gif, jpeg, makePng, pngChunk, svg, webp } from '../testing/images.ts'
import { cleanUpload, measureImage } from './clean.ts'

const secret = 'GPS 52.5, 13.4'

function joined(...pieces: (Uint8Array | string)[]): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.concat(pieces.map((piece) => Buffer.from(piece))))
}

/** A JPEG segment. */
function segment(marker: number, content: string): Buffer {
  const size = Buffer.alloc(2)
  size.writeUInt16BE(content.length + 2)
  return Buffer.concat([Buffer.from([0xff, marker]), size, Buffer.from(content, 'latin1')])
}

function exif(orientation: number): Buffer {
  const tags = `II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0${String.fromCharCode(orientation)}\0\0\0\0\0\0\0`
  return segment(0xe1, `Exif\0\0${tags}${secret}`)
}

/** Returns the cleaned bytes, or the reason for the refusal. */
async function cleanedBytes(file: Uint8Array<ArrayBuffer>) {
  const clean = await cleanUpload(file)
  return typeof clean === 'string' ? clean : clean.bytes
}

test('an image without metadata is not changed', async () => {
  for (const picture of [jpeg, gif, makePng(40, 30), svg('<path d="M0 0h9"/>')])
    expect(await cleanedBytes(picture)).toEqual(picture)
})

test('metadata is removed from a JPEG, its color profile stays', async () => {
  const icc = segment(0xe2, 'ICC_PROFILE\0\x01\x01profile')
  const adobe = segment(0xee, 'Adobe\0\x64\0\0\0\0\0')
  const added = [exif(1), segment(0xe2, `MPF\0${secret}`), segment(0xfe, secret)]
  const start = jpeg.subarray(0, 2)
  const rest = jpeg.subarray(2)
  const picture = joined(start, ...added, icc, segment(0xed, secret), adobe, rest, secret)
  expect(await cleanedBytes(picture)).toEqual(joined(start, icc, adobe, rest))
})

test.each([2, 3, 6, 8])('a JPEG keeps its Exif orientation %i', async (orientation) => {
  const turned = joined(jpeg.subarray(0, 2), exif(orientation), jpeg.subarray(2))
  const clean = await cleanedBytes(turned)
  if (typeof clean === 'string') throw new Error(clean)
  expect(Buffer.from(clean).toString('latin1')).not.toContain(secret)
  expect(measureImage(clean)).toEqual(measureImage(turned))
  expect(measureImage(clean)?.orientation).toBe(orientation)
})

test('texts, camera data and trailing bytes are removed from a PNG', async () => {
  const plain = makePng(30, 20)
  const head = plain.subarray(0, 33)
  const texts = ['tEXt', 'zTXt', 'iTXt', 'eXIf', 'tIME', 'prVt'].map((name) =>
    pngChunk(name, Buffer.from(secret)),
  )
  const gamma = pngChunk('gAMA', Buffer.alloc(4, 1))
  const picture = joined(head, ...texts, gamma, plain.subarray(33), secret)
  expect(await cleanedBytes(picture)).toEqual(joined(head, gamma, plain.subarray(33)))
})

test('comments are removed from a GIF, its loop stays', async () => {
  const loop = Buffer.from('!\xff\x0bNETSCAPE2.0\x03\x01\0\0\0', 'latin1')
  const comment = Buffer.from(`!\xfe\x0e${secret}\0`, 'latin1')
  const program = Buffer.from('!\xff\x0bXMP DataXMP\x03abc\0', 'latin1')
  const head = gif.subarray(0, 19)
  const picture = joined(head, comment, loop, program, gif.subarray(19), secret)
  expect(await cleanedBytes(picture)).toEqual(joined(head, loop, gif.subarray(19)))
})

test('a PNG with a wrong checksum or image data of the wrong size is refused', async () => {
  const flipped = makePng(60, 60)
  flipped[50] = (flipped[50] ?? 0) ^ 1
  expect(await cleanedBytes(flipped)).toBe('broken')
  const plain = makePng(60, 60)
  for (const rows of [Buffer.alloc(10), Buffer.alloc(30_000_000)]) {
    const idat = pngChunk('IDAT', deflateSync(rows))
    expect(await cleanedBytes(joined(plain.subarray(0, 33), idat, plain.subarray(-12)))).toBe(
      'broken',
    )
  }
})

test('files that are no accepted image and SVGs with forbidden content get different reasons', async () => {
  expect(await cleanedBytes(new Uint8Array())).toBe('empty')
  expect(await cleanedBytes(joined('<html><script>alert(1)</script></html>'))).toBe('unknown')
  expect(await cleanedBytes(webp)).toBe('unknown')
  expect(await cleanedBytes(joined('%PDF-1.7 and so on'))).toBe('unknown')
  expect(await cleanedBytes(svg('<script>alert(1)</script>'))).toBe('not plain')
  expect(await cleanedBytes(joined('<!-- x --><svg></svg>'))).toBe('not plain')
})

test('an image with too many pixels or too many frames is refused', async () => {
  const wide = makePng(4, 4)
  new DataView(wide.buffer).setUint32(16, 12_001)
  expect(await cleanedBytes(wide)).toBe('too wide')
  const frame = gif.subarray(19, -1)
  const frames = Array.from({ length: 301 }, () => frame)
  expect(await cleanedBytes(joined(gif.subarray(0, 19), ...frames, ';'))).toBe('too long')
  const some = joined(gif.subarray(0, 19), ...frames.slice(1), ';')
  expect(await cleanedBytes(some)).toEqual(some)
})

test('a GIF with more than 10,000 blocks is refused', async () => {
  const comments = (count: number) =>
    joined(gif.subarray(0, -1), Buffer.alloc(count * 3, Buffer.from('21fe00', 'hex')), ';')
  // The frame, its control block and the trailer are three blocks.
  expect(await cleanedBytes(comments(9997))).toEqual(gif)
  expect(await cleanedBytes(comments(9998))).toBe('broken')
})

test('a PNG with more than 20,000 chunks is refused', async () => {
  const plain = makePng(9, 9)
  const empty = pngChunk('IDAT', Buffer.alloc(0))
  const chunks = (count: number) =>
    joined(plain.subarray(0, -12), Buffer.alloc(count * 12, empty), plain.subarray(-12))
  expect(await cleanedBytes(chunks(19_997))).toEqual(chunks(19_997))
  expect(await cleanedBytes(chunks(19_998))).toBe('broken')
})

test('a JPEG with more than 2,000 segments is refused', async () => {
  const comments = (count: number) =>
    joined(jpeg.subarray(0, 2), Buffer.alloc(count * 4, segment(0xfe, '')), jpeg.subarray(2))
  const own = 9
  expect(await cleanedBytes(comments(2000 - own))).toEqual(jpeg)
  expect(await cleanedBytes(comments(2001 - own))).toBe('broken')
})

test('any file is cleaned or refused, and cleaning is idempotent', async () => {
  const start = fc.constantFrom(jpeg, gif, makePng(9, 9), new Uint8Array())
  const noise = fc.record({ start, at: fc.nat(200), bytes: fc.uint8Array({ maxLength: 30 }) })
  await fc.assert(
    fc.asyncProperty(noise, async ({ start, at, bytes }) => {
      const file = joined(start.subarray(0, at), bytes, start.subarray(at + bytes.length))
      const clean = await cleanedBytes(file)
      if (typeof clean !== 'string') expect(await cleanedBytes(clean)).toEqual(clean)
    }),
  )
})
