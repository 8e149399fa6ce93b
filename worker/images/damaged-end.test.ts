import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import gifWithoutTrailer from '../../test/field-cases/f21-gif-without-trailer.gif?url&inline'
import pngWithExtraBytes from '../../test/field-cases/f21b-png-extra-bytes-in-idat.png?url&inline'
import jpegWithoutEnd from '../../test/field-cases/f21c-jpeg-without-eoi.jpg?url&inline'
import pngWithWrongChecksum from '../../test/field-cases/f21d-png-bad-crc-in-text.png?url&inline'
import gifWithZeros from '../../test/field-cases/f52-gif-zeros-before-trailer.gif?url&inline'
import jpegWithBytesBetween from '../../test/field-cases/f53-jpeg-bytes-between-segments.jpg?url&inline'
import progressiveWithVideo from '../../test/field-cases/f54-progressive-jpeg-with-video.jpg?url&inline'
import {
  cmykJpeg,
  cutProgressiveJpeg,
  gif,
  jpeg,
  makePng,
  pngChunk,
  progressiveJpegs,
  restartJpeg,
} from '../testing/images.ts'
import { cleanUpload } from './clean.ts'

const jpegs = [jpeg, cmykJpeg, restartJpeg, ...progressiveJpegs]

function bytesOf(dataUrl: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(dataUrl.split(',')[1] ?? '', 'base64'))
}

function joined(...pieces: Uint8Array[]): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.concat(pieces))
}

/** Returns the cleaned bytes, or the reason for the refusal. */
async function cleanedBytes(file: Uint8Array) {
  const clean = await cleanUpload(joined(file))
  return typeof clean === 'string' ? clean : clean.bytes
}

test.each([
  ['a GIF without its trailer', gifWithoutTrailer, 0x3b],
  ['a PNG with bytes after its rows', pngWithExtraBytes, 0x82],
  ['a JPEG without its end marker', jpegWithoutEnd, 0xd9],
  ['a PNG whose text has a wrong checksum', pngWithWrongChecksum, 0x82],
  ['a GIF with zeros before its trailer', gifWithZeros, 0x3b],
  ['a JPEG with bytes between its segments', jpegWithBytesBetween, 0xd9],
])('%s is accepted, and refused when cut anywhere', async (_, dataUrl, last) => {
  const file = bytesOf(dataUrl)
  expect(file.length).toBeGreaterThan(20_000)
  const clean = await cleanedBytes(file)
  expect(clean.at(-1)).toBe(last)
  expect(await cleanedBytes(joined(Buffer.from(clean)))).toEqual(clean)
  for (let part = 1; part < 40; part += 1) {
    const length = Math.floor((file.length * part) / 40)
    expect(await cleanedBytes(file.subarray(0, length)), `${part} of 40 parts`).toBe('broken')
  }
})

test('what a phone adds after a JPEG is removed', async () => {
  const [progressive = jpeg] = progressiveJpegs
  expect(await cleanedBytes(bytesOf(progressiveWithVideo))).toEqual(progressive)
})

test('bytes between the segments of a JPEG are removed, wherever they are', async () => {
  for (const picture of jpegs) {
    const starts = [...picture.keys()].filter((at) => isSegment(picture, at))
    expect(starts.length).toBeGreaterThan(2)
    for (const at of starts) {
      const between = joined(picture.subarray(0, at), Buffer.from('A\xff\0A', 'latin1'))
      expect(await cleanedBytes(joined(between, picture.subarray(at)))).toEqual(picture)
    }
  }
})

/** Whether a frame, its Huffman tables or its first scan begin here. */
function isSegment(picture: Uint8Array, at: number): boolean {
  const isMarker = [0xc0, 0xc2, 0xc4, 0xda].includes(picture[at + 1] ?? 0)
  return picture[at] === 0xff && isMarker && !picture.subarray(0, at).includes(0xda)
}

test('zeros after the last frame of a GIF are no end', async () => {
  expect(await cleanedBytes(joined(gif.subarray(0, -1), Buffer.alloc(9)))).toBe('broken')
})

test('a file without its end, but with all pixels, gets its end again', async () => {
  expect(await cleanedBytes(gif.subarray(0, -1))).toEqual(gif)
  const png = makePng(60, 60)
  for (const missing of [1, 3, 11, 12])
    expect(await cleanedBytes(png.subarray(0, -missing))).toEqual(png)
  for (const picture of jpegs) {
    expect(await cleanedBytes(picture.subarray(0, -2))).toEqual(picture)
    expect(await cleanedBytes(picture.subarray(0, -1))).toEqual(
      joined(picture.subarray(0, -2), Uint8Array.of(0xff, 0xff, 0xd9)),
    )
  }
})

test.each([
  ['GIF', gif, 1],
  ['PNG', makePng(60, 60), 12],
  ...jpegs.map((picture, at) => [`JPEG ${at + 1}`, picture, 2] as const),
] as const)('a %s with missing pixels is refused, wherever it ends', async (_, picture, end) => {
  for (let length = 16; length < picture.length - end; length += 1) {
    const cut = picture.subarray(0, length)
    expect(await cleanedBytes(cut), `${length} of ${picture.length} bytes`).toBe('broken')
    const zeros = Buffer.alloc(picture.length - length)
    expect(await cleanedBytes(joined(cut, zeros)), `${length} bytes and zeros`).toBe('broken')
  }
})

test('a damaged chunk that the picture does not need is removed from a PNG', async () => {
  const plain = makePng(30, 20)
  const damaged = pngChunk('gAMA', Buffer.alloc(4, 1)).fill(0, 12)
  for (const at of [33, plain.length - 12]) {
    const picture = joined(plain.subarray(0, at), damaged, plain.subarray(at))
    expect(await cleanedBytes(picture)).toEqual(plain)
  }
  const palette = pngChunk('PLTE', Buffer.alloc(6)).fill(0, 14)
  const picture = joined(plain.subarray(0, 33), palette, plain.subarray(33))
  expect(await cleanedBytes(picture)).toBe('broken')
})

test('a PNG with the wrong checksum of its rows is accepted only if a decoder returns all of them', async () => {
  const plain = makePng(60, 60)
  const rows = deflateSync(Buffer.alloc(60 * 61))
  const rowsWith = (data: Buffer) =>
    joined(plain.subarray(0, 33), pngChunk('IDAT', data), plain.subarray(-12))
  const wrong = Buffer.concat([rows.subarray(0, -4), Buffer.from('good')])
  for (const shown of [rows.subarray(0, -4), wrong, Buffer.concat([wrong, Buffer.alloc(9)])])
    expect(await cleanedBytes(rowsWith(shown))).toEqual(rowsWith(shown))
  expect(await cleanedBytes(rowsWith(deflateSync(Buffer.alloc(60 * 60))))).toBe('broken')
})

test('an animated GIF that ends after the control block of its next frame is refused', async () => {
  const control = Buffer.from('21f904000a00ff00', 'hex')
  const frame = gif.subarray(19, -1)
  const end = Uint8Array.of(0x3b)
  expect(await cleanedBytes(joined(gif.subarray(0, -1), frame))).toEqual(
    joined(gif.subarray(0, -1), frame, end),
  )
  expect(await cleanedBytes(joined(gif.subarray(0, -1), frame, control))).toBe('broken')
})

/** How often others have their turn until the work is done. */
async function countTurns(work: Promise<unknown>): Promise<number> {
  let isOver = false
  const done = work.finally(() => {
    isOver = true
  })
  let turns = 0
  for (; !isOver; turns += 1) await scheduler.wait(0)
  await done
  return turns
}

test('pictures of many megapixels leave turns to others, however small they are', async () => {
  expect(await cleanedBytes(cutProgressiveJpeg)).toBe('broken')
  expect(await countTurns(cleanUpload(cutProgressiveJpeg))).toBeGreaterThan(50)
  expect(await countTurns(cleanUpload(makePng(6000, 6000)))).toBeGreaterThan(5)
})
