/** Removes metadata from JPEG files. */
import { hasAllBlocks, type Segment } from './jpeg-scans.ts'

const endOfImage = 0xd9
const startOfScan = 0xda
const maxScans = 100
// A scan has a few tables before it; Exif, XMP and color profiles of 5 MB are about 80 segments of 64 kB.
const maxSegments = 2000

/**
 * Returns the image without camera data, comments and trailing bytes, but with its orientation; undefined if the file
 * is incomplete. Only the end marker may be missing, which is then added.
 */
export async function cleanJpeg(
  bytes: Uint8Array,
  orientation: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const ranges = new ByteRanges()
  const segments: Segment[] = []
  let scans = 0
  for (const segment of segmentsOf(bytes)) {
    segments.push(segment)
    if (segment.marker === startOfScan) scans += 1
    if (segments.length > maxSegments || scans > maxScans) return undefined
    if (isNeeded(bytes, segment)) ranges.add(segment)
  }
  const last = segments.at(-1)
  const hasEnd = last?.marker === endOfImage
  const isComplete = hasEnd
    ? segments.some(isFrame) && scans > 0
    : await hasAllBlocks(bytes, segments)
  if (!isComplete) return undefined
  return Buffer.concat([
    bytes.subarray(0, 2),
    ...(orientation > 1 ? [orientationSegment(orientation)] : []),
    ...ranges.of(bytes),
    ...(hasEnd ? [] : [new Uint8Array([0xff, endOfImage])]),
  ])
}

/** Returns the image without what is between its segments, where other readers expect nothing. */
export function joinSegments(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const ranges = new ByteRanges()
  ranges.add({ start: 0, end: 2 })
  let count = 0
  for (const segment of segmentsOf(bytes)) {
    count += 1
    if (count > maxSegments) break
    ranges.add(segment)
  }
  return Buffer.concat(ranges.of(bytes))
}

/**
 * Yields the segments up to the end of the image, or up to one that is longer than the file. As in decoders, bytes
 * between segments that are no marker are passed over.
 */
function* segmentsOf(bytes: Uint8Array): Generator<Segment> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let start = bytes.indexOf(0xff, 2)
  while (start >= 0 && start + 1 < bytes.length) {
    const marker = view.getUint8(start + 1)
    // A marker may be preceded by any number of 0xff bytes.
    if (marker === 0xff || marker === 0) {
      start = bytes.indexOf(0xff, start + 1)
      continue
    }
    if (marker === endOfImage) return yield { marker, start, end: start + 2 }
    if (start + 4 > bytes.length) return
    const headEnd = start + 2 + view.getUint16(start + 2)
    const end = marker === startOfScan ? endOfScan(bytes, headEnd) : headEnd
    if (headEnd < start + 4 || end > bytes.length) return
    yield { marker, start, end }
    start = bytes.indexOf(0xff, end)
  }
}

// In scan data, 0xff is followed by 0x00, a restart marker or another 0xff.
function endOfScan(bytes: Uint8Array, from: number): number {
  let at = bytes.indexOf(0xff, from)
  while (at >= 0) {
    const next = bytes[at + 1] ?? 0
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at
    at = bytes.indexOf(0xff, at + 1)
  }
  return bytes.length
}

function isFrame({ marker }: Segment): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
}

function isNeeded(bytes: Uint8Array, { marker, start }: Segment): boolean {
  const starts = (text: string) =>
    Buffer.from(bytes.subarray(start + 4, start + 4 + text.length)).toString('latin1') === text
  if (marker === 0xe0) return starts('JFIF\0')
  if (marker === 0xe2) return starts('ICC_PROFILE\0')
  if (marker === 0xee) return starts('Adobe')
  return !(marker >= 0xe0 && marker <= 0xef) && marker !== 0xfe
}

/** A minimal Exif segment with one tag, the orientation. */
function orientationSegment(orientation: number): Buffer {
  const exif = Buffer.from(
    'ffe1002245786966000049492a0008000000010012010300010000000000000000000000',
    'hex',
  )
  exif.writeUInt8(orientation, 28)
  return exif
}

/** The byte ranges of a file to keep. Adjacent ranges are merged to save memory. */
export class ByteRanges {
  readonly #ranges: { start: number; end: number }[] = []

  add({ start, end }: { start: number; end: number }): void {
    const last = this.#ranges.at(-1)
    if (last?.end === start) last.end = end
    else this.#ranges.push({ start, end })
  }

  of(bytes: Uint8Array): Uint8Array[] {
    return this.#ranges.map(({ start, end }) => bytes.subarray(start, end))
  }
}
