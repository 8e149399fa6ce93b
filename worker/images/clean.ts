/** Checks an uploaded image by its bytes and removes its metadata: PNG and GIF here, JPEG in `jpeg.ts`, SVG in `svg.ts`. */

import { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { constants, crc32, createInflateRaw } from 'node:zlib'
import { imageSize } from 'image-size'
import { maxPixels, maxSidePixels, type UploadErrorCode } from '../../schema/images/upload.ts'
import { ByteRanges, cleanJpeg, joinSegments } from './jpeg.ts'
import { isPlainSvg } from './svg.ts'

const svgStart = /^\ufeff?\s*<(?:\?xml|!--|!doctype\s+svg|svg[\s>])/i

/** An image that may be stored. `hash` is the SHA-256 of the bytes, which names it. */
export type CleanImage = { bytes: Uint8Array<ArrayBuffer>; image: ImageInfo; hash: string }

/** Returns the image to store, or why the file is rejected. */
export async function cleanUpload(
  bytes: Uint8Array<ArrayBuffer>,
): Promise<CleanImage | UploadErrorCode> {
  if (bytes.length === 0) return 'empty'
  const type = typeBySignature(bytes)
  if (!type) return looksLikeSvg(bytes) ? 'not plain' : 'unknown'
  if (type === 'webp') return 'unknown'
  const image =
    measureImage(bytes, type) ??
    (type === 'jpg' ? measureImage(joinSegments(bytes), type) : undefined)
  if (!image) return 'broken'
  if (!fits(image)) return 'too wide'
  const clean = await withoutMetadata(bytes, image)
  return typeof clean === 'string' ? clean : { bytes: clean, image, hash: await sha256(clean) }
}

/** Returns the SHA-256 of the bytes in hex. */
export async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex')
}

async function withoutMetadata(
  bytes: Uint8Array<ArrayBuffer>,
  { type, orientation }: ImageInfo & { orientation: number },
): Promise<Uint8Array<ArrayBuffer> | UploadErrorCode> {
  if (type === 'svg') return bytes
  if (type === 'gif') return plainArray(cleanGif(bytes))
  const clean = await (type === 'png' ? cleanPng(bytes) : cleanJpeg(bytes, orientation))
  return plainArray(clean ?? 'broken')
}

// Converts a Node `Buffer` to a plain `Uint8Array` without copying.
function plainArray<T extends string>(clean: Uint8Array<ArrayBuffer> | T) {
  if (typeof clean === 'string') return clean
  return new Uint8Array(clean.buffer, clean.byteOffset, clean.length)
}

function looksLikeSvg(bytes: Uint8Array): boolean {
  return svgStart.test(new TextDecoder().decode(bytes.subarray(0, 1000)))
}

// Encoders write chunks of 8 kB or more, which is 640 in 5 MB; this limit allows chunks of 262 bytes.
const maxChunks = 20_000
// After this many decompressed bytes, other requests get a turn: 40 megapixels have up to 320 MB.
const bytesPerTurn = 4_000_000

const keptChunks = new Set('IHDR PLTE IDAT tRNS gAMA cHRM sRGB iCCP sBIT cICP bKGD pHYs'.split(' '))
const channels: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }
/** The seven passes of an interlaced image (Adam7): the first x and y, and the steps in x and y. */
const passes = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const

const signatureBytes = 8
const endChunk = Buffer.from('0000000049454e44ae426082', 'hex')

/**
 * Returns the image without texts, camera data and trailing bytes, an animated one as its default image; undefined if
 * the file is invalid or rows are missing. What follows the last row may be damaged.
 */
async function cleanPng(
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const ranges = new ByteRanges()
  ranges.add({ start: 0, end: signatureBytes })
  const data: Uint8Array<ArrayBuffer>[] = []
  let count = 0
  let expected = 0
  for (const chunk of chunksOf(bytes)) {
    count += 1
    if (count === 1) expected = chunk.name === 'IHDR' ? sizeOfRows(chunk.data) : 0
    if (count > maxChunks || expected === 0) return undefined
    if (chunk.name === 'IDAT') data.push(chunk.data)
    if (keptChunks.has(chunk.name) && chunk.isIntact) ranges.add(chunk)
  }
  if (expected === 0 || (await inflatedSize(data, expected)) !== expected) return undefined
  return Buffer.concat([...ranges.of(bytes), endChunk])
}

type Chunk = {
  name: string
  data: Uint8Array<ArrayBuffer>
  start: number
  end: number
  isIntact: boolean
}

/** Yields the chunks up to IEND, the first critical chunk with a wrong checksum, or anything that is not a chunk. */
function* chunksOf(bytes: Uint8Array<ArrayBuffer>): Generator<Chunk> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let start = signatureBytes
  while (start + 12 <= bytes.length) {
    const end = start + 12 + view.getUint32(start)
    if (end > bytes.length) return
    const checked = bytes.subarray(start + 4, end - 4)
    const name = Buffer.from(checked.subarray(0, 4)).toString('latin1')
    const isIntact = crc32(checked) === view.getUint32(end - 4)
    if (!(isIntact || isAncillary(name))) return
    yield { name, data: checked.subarray(4), start, end, isIntact }
    if (name === 'IEND') return
    start = end
  }
}

// Decoders ignore damaged chunks that the image can be shown without (PNG 3, 5.4): their names begin in lower case.
function isAncillary(name: string): boolean {
  return /^[a-z][A-Za-z]{3}$/.test(name)
}

/** Returns the size of the decompressed rows, each with its filter byte, in bytes; 0 for an invalid header. */
function sizeOfRows(header: Uint8Array<ArrayBuffer>): number {
  if (header.length !== 13) return 0
  const view = new DataView(header.buffer, header.byteOffset)
  const width = view.getUint32(0)
  const height = view.getUint32(4)
  const bits = view.getUint8(8) * (channels[view.getUint8(9)] ?? 0)
  const rows = (wide: number, high: number) =>
    wide > 0 ? high * (1 + Math.ceil((wide * bits) / 8)) : 0
  if (bits === 0) return 0
  if (view.getUint8(12) === 0) return rows(width, height)
  return passes.reduce(
    (sum, [x, y, stepX, stepY]) =>
      sum + rows(Math.ceil((width - x) / stepX), Math.max(0, Math.ceil((height - y) / stepY))),
    0,
  )
}

/**
 * Returns the decompressed size of zlib data (RFC 1950), ignoring a wrong checksum and what follows it, as
 * decoders do. For data that ends too early, the size so far; 0 for other invalid data. Stores nothing, and stops above
 * `max`.
 */
async function inflatedSize(data: Uint8Array<ArrayBuffer>[], max: number): Promise<number> {
  const bytes = Buffer.concat(data)
  if (!hasZlibHeader(bytes)) return 0
  const options = { chunkSize: 64 * 1024, finishFlush: constants.Z_SYNC_FLUSH }
  // Unlike `DecompressionStream`, ignores bytes after the end.
  const rows = Readable.from([bytes.subarray(2)]).pipe(createInflateRaw(options))
  let size = 0
  try {
    for await (const piece of rows) {
      const turn = Math.floor(size / bytesPerTurn)
      size += Buffer.byteLength(piece)
      if (size > max) break
      if (Math.floor(size / bytesPerTurn) > turn) await setTimeout(0)
    }
  } catch {
    return 0
  }
  return size
}

function hasZlibHeader(bytes: Buffer): boolean {
  if (bytes.length < 2) return false
  const header = bytes.readUInt16BE()
  return header % 31 === 0 && (header & 0x0f00) === 0x0800 && (header & 0x20) === 0
}

const maxFrames = 300
// Encoders write about 3 blocks per frame; 33 per frame at 300 frames is ample.
const maxBlocks = 10_000
const maxAnimationPixels = 120_000_000
const trailer = 0x3b
const loops = new Set(['NETSCAPE2.0', 'ANIMEXTS1.0'])

/**
 * Returns the frames and their loop without comments and trailing bytes, or why the file is rejected. Only the trailer
 * may be missing, which is then added.
 */
function cleanGif(bytes: Uint8Array): Uint8Array<ArrayBuffer> | 'broken' | 'too long' {
  const head = 13 + tableSize(bytes[10] ?? 0)
  const ranges = new ByteRanges()
  ranges.add({ start: 0, end: head })
  let count = 0
  let frames = 0
  let pixels = 0
  let last: Block | undefined
  for (const block of blocksOf(bytes, head)) {
    count += 1
    if (count > maxBlocks) return 'broken'
    if (block.kind === 'frame' || block.kind === 'control') ranges.add(block)
    if (block.kind === 'frame') frames += 1
    pixels += block.area
    if (frames > maxFrames || pixels > maxAnimationPixels) return 'too long'
    last = block
  }
  if (frames === 0 || !last || !isEnd(last, bytes.length)) return 'broken'
  return Buffer.concat([...ranges.of(bytes), new Uint8Array([trailer])])
}

// A control block at the end of the file belonged to a frame that is missing.
function isEnd({ kind, end }: Block, length: number): boolean {
  return kind === 'end' || (kind !== 'control' && end === length)
}

type Block = {
  kind: 'frame' | 'control' | 'other' | 'end'
  start: number
  end: number
  area: number
}

/** Yields the blocks up to the trailer, or up to the first invalid one. Old programs write zeros between blocks. */
function* blocksOf(bytes: Uint8Array, from: number): Generator<Block> {
  let start = from
  while (start < bytes.length) {
    if (bytes[start] === 0) {
      start += 1
      continue
    }
    if (bytes[start] === trailer) return yield { kind: 'end', start, end: start + 1, area: 0 }
    const block =
      bytes[start] === 0x2c
        ? frameAt(bytes, start)
        : bytes[start] === 0x21
          ? extensionAt(bytes, start)
          : undefined
    if (!block) return
    yield block
    start = block.end
  }
}

function frameAt(bytes: Uint8Array, start: number): Block | undefined {
  if (start + 10 > bytes.length) return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset + start, 10)
  const area = view.getUint16(5, true) * view.getUint16(7, true)
  const data = start + 10 + tableSize(view.getUint8(9)) + 1
  const end = afterSubBlocks(bytes, data)
  return end === undefined || area === 0 ? undefined : { kind: 'frame', start, end, area }
}

function extensionAt(bytes: Uint8Array, start: number): Block | undefined {
  const end = afterSubBlocks(bytes, start + 2)
  if (end === undefined) return undefined
  const name = Buffer.from(bytes.subarray(start + 3, start + 14)).toString('latin1')
  const isLoop = bytes[start + 1] === 0xff && bytes[start + 2] === 11 && loops.has(name)
  const kind = bytes[start + 1] === 0xf9 || isLoop ? 'control' : 'other'
  return { kind, start, end, area: 0 }
}

// Each sub-block begins with its length; one of length 0 is the last.
function afterSubBlocks(bytes: Uint8Array, from: number): number | undefined {
  let at = from
  for (let size = bytes[at]; size !== undefined; size = bytes[at]) {
    at += size + 1
    if (size === 0) return at
  }
  return undefined
}

function tableSize(flags: number): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0
}

export const imageTypes = {
  jpg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  svg: 'image/svg+xml',
} as const
type ImageType = keyof typeof imageTypes

export type ImageInfo = { type: ImageType; width: number; height: number }

/**
 * Returns the type, the size as displayed in pixels, and the Exif orientation (1 is upright), read from the header;
 * undefined if the header is invalid. Callers that know the type pass it, so that an SVG is parsed only once.
 */
export function measureImage(
  bytes: Uint8Array,
  type = typeBySignature(bytes),
): (ImageInfo & { orientation: number }) | undefined {
  const size = type && readSize(bytes)
  if (!type || !size || size.type !== type) return undefined
  const orientation = size.orientation ?? 1
  const width = Math.round(orientation > 4 ? size.height : size.width)
  const height = Math.round(orientation > 4 ? size.width : size.height)
  return width > 0 && height > 0 ? { type, width, height, orientation } : undefined
}

/** True if the image is small enough to be decoded. */
export function fits({ width, height }: ImageInfo): boolean {
  return Math.max(width, height) <= maxSidePixels && width * height <= maxPixels
}

/** Returns the type of an image. Reads only the first bytes, except for SVG. */
function typeBySignature(bytes: Uint8Array): ImageType | undefined {
  const head = String.fromCharCode(...bytes.subarray(0, 16))
  if (head.startsWith('\xff\xd8\xff')) return 'jpg'
  if (head.startsWith('\x89PNG\r\n\x1a\n') && head.slice(12, 16) === 'IHDR') return 'png'
  if (head.startsWith('GIF87a') || head.startsWith('GIF89a')) return 'gif'
  if (head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP') return 'webp'
  return isPlainSvg(bytes) ? 'svg' : undefined
}

// `imageSize` throws for a truncated or inconsistent header.
function readSize(bytes: Uint8Array) {
  try {
    return imageSize(bytes)
  } catch {
    return undefined
  }
}
