/** Removes comments and other metadata from GIF files. */

import { ByteRanges } from './byte-ranges.ts'

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
export function cleanGif(bytes: Uint8Array): Uint8Array<ArrayBuffer> | 'broken' | 'too long' {
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
