/** Removes metadata from PNG files, and checks their image data. */
import { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { constants, crc32, createInflateRaw } from 'node:zlib'
import { ByteRanges } from './byte-ranges.ts'

// Encoders write chunks of 8 kB or more, which is 640 in 5 MB; this limit allows chunks of 262 bytes.
const maxChunks = 20_000
// Between them, other requests have their turn: 40 megapixels have up to 320 MB.
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
export async function cleanPng(
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

/** Yields the chunks up to IEND, or up to the first critical one with a wrong checksum or anything that is no chunk. */
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
 * Returns the decompressed size of zlib data (RFC 1950), whatever its checksum is and follows it, as decoders show all
 * rows: of data that ends too early what there is, and 0 of other invalid data. Stores nothing, and stops once it is
 * above `max`.
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
