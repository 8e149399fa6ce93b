import { deflateSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { gif, jpeg, makePng, pngChunk, svg, webp } from '../testing/images.ts'
import { cleanPicture } from './clean.ts'
import { measurePicture } from './detect-type.ts'

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

/** The bytes that are kept, or why none are. */
async function kept(file: Uint8Array<ArrayBuffer>) {
  const clean = await cleanPicture(file)
  return typeof clean === 'string' ? clean : clean.bytes
}

test('a plain picture passes as it is', async () => {
  for (const picture of [jpeg, gif, makePng(40, 30), svg('<path d="M0 0h9"/>')])
    expect(await kept(picture)).toEqual(picture)
})

test('a JPEG loses what the camera and others added, and keeps its colours', async () => {
  const icc = segment(0xe2, 'ICC_PROFILE\0\x01\x01profile')
  const adobe = segment(0xee, 'Adobe\0\x64\0\0\0\0\0')
  const added = [exif(1), segment(0xe2, `MPF\0${secret}`), segment(0xfe, secret)]
  const start = jpeg.subarray(0, 2)
  const rest = jpeg.subarray(2)
  const picture = joined(start, ...added, icc, segment(0xed, secret), adobe, rest, secret)
  expect(await kept(picture)).toEqual(joined(start, icc, adobe, rest))
})

test.each([2, 3, 6, 8])('a JPEG held in way %i is still shown upright', async (orientation) => {
  const turned = joined(jpeg.subarray(0, 2), exif(orientation), jpeg.subarray(2))
  const clean = await kept(turned)
  if (typeof clean === 'string') throw new Error(clean)
  expect(Buffer.from(clean).toString('latin1')).not.toContain(secret)
  expect(measurePicture(clean)).toEqual(measurePicture(turned))
  expect(measurePicture(clean)?.orientation).toBe(orientation)
})

test('a PNG loses its texts, its camera data and what follows its end', async () => {
  const plain = makePng(30, 20)
  const head = plain.subarray(0, 33)
  const texts = ['tEXt', 'zTXt', 'iTXt', 'eXIf', 'tIME', 'prVt'].map((name) =>
    pngChunk(name, Buffer.from(secret)),
  )
  const gamma = pngChunk('gAMA', Buffer.alloc(4, 1))
  const picture = joined(head, ...texts, gamma, plain.subarray(33), secret)
  expect(await kept(picture)).toEqual(joined(head, gamma, plain.subarray(33)))
})

test('a GIF keeps its loop and loses its comments', async () => {
  const loop = Buffer.from('!\xff\x0bNETSCAPE2.0\x03\x01\0\0\0', 'latin1')
  const comment = Buffer.from(`!\xfe\x0e${secret}\0`, 'latin1')
  const program = Buffer.from('!\xff\x0bXMP DataXMP\x03abc\0', 'latin1')
  const head = gif.subarray(0, 19)
  const picture = joined(head, comment, loop, program, gif.subarray(19), secret)
  expect(await kept(picture)).toEqual(joined(head, loop, gif.subarray(19)))
})

test('a file that ends early is refused', async () => {
  for (const picture of [jpeg, gif, makePng(60, 60)]) {
    for (const missing of [1, 3, 15])
      expect(await kept(picture.subarray(0, -missing))).toBe('broken')
  }
})

test('a PNG with a wrong byte, or whose data is not what its header says, is refused', async () => {
  const flipped = makePng(60, 60)
  flipped[50] = (flipped[50] ?? 0) ^ 1
  expect(await kept(flipped)).toBe('broken')
  const plain = makePng(60, 60)
  for (const rows of [Buffer.alloc(10), Buffer.alloc(30_000_000)]) {
    const idat = pngChunk('IDAT', deflateSync(rows))
    expect(await kept(joined(plain.subarray(0, 33), idat, plain.subarray(-12)))).toBe('broken')
  }
})

test('what is no picture of ours is told from a drawing that can do too much', async () => {
  expect(await kept(new Uint8Array())).toBe('empty')
  expect(await kept(joined('<html><script>alert(1)</script></html>'))).toBe('unknown')
  expect(await kept(webp)).toBe('unknown')
  expect(await kept(joined('%PDF-1.7 and so on'))).toBe('unknown')
  expect(await kept(svg('<script>alert(1)</script>'))).toBe('not plain')
  expect(await kept(joined('<!-- x --><svg></svg>'))).toBe('not plain')
})

test('a picture too wide or too long to show is refused by its header', async () => {
  const wide = makePng(4, 4)
  new DataView(wide.buffer).setUint32(16, 12_001)
  expect(await kept(wide)).toBe('too wide')
  const frame = gif.subarray(19, -1)
  const frames = Array.from({ length: 301 }, () => frame)
  expect(await kept(joined(gif.subarray(0, 19), ...frames, ';'))).toBe('too long')
  const some = joined(gif.subarray(0, 19), ...frames.slice(1), ';')
  expect(await kept(some)).toEqual(some)
})

test('a GIF of more blocks than animations have is refused', async () => {
  const comments = (count: number) =>
    joined(gif.subarray(0, -1), Buffer.alloc(count * 3, Buffer.from('21fe00', 'hex')), ';')
  // The frame, its control block and the trailer are three.
  expect(await kept(comments(9997))).toEqual(gif)
  expect(await kept(comments(9998))).toBe('broken')
})

test('a PNG of more chunks than programs write is refused', async () => {
  const plain = makePng(9, 9)
  const empty = pngChunk('IDAT', Buffer.alloc(0))
  const chunks = (count: number) =>
    joined(plain.subarray(0, -12), Buffer.alloc(count * 12, empty), plain.subarray(-12))
  expect(await kept(chunks(19_997))).toEqual(chunks(19_997))
  expect(await kept(chunks(19_998))).toBe('broken')
})

test('a JPEG of more segments than cameras write is refused', async () => {
  const comments = (count: number) =>
    joined(jpeg.subarray(0, 2), Buffer.alloc(count * 4, segment(0xfe, '')), jpeg.subarray(2))
  const own = 9
  expect(await kept(comments(2000 - own))).toEqual(jpeg)
  expect(await kept(comments(2001 - own))).toBe('broken')
})

test('any file is a picture or is refused, and what was cleaned is clean', async () => {
  const start = fc.constantFrom(jpeg, gif, makePng(9, 9), new Uint8Array())
  const noise = fc.record({ start, at: fc.nat(200), bytes: fc.uint8Array({ maxLength: 30 }) })
  await fc.assert(
    fc.asyncProperty(noise, async ({ start, at, bytes }) => {
      const file = joined(start.subarray(0, at), bytes, start.subarray(at + bytes.length))
      const clean = await kept(file)
      if (typeof clean !== 'string') expect(await kept(clean)).toEqual(clean)
    }),
  )
})
