/** Checks WebP files and removes their metadata (RFC 9649). */

type Bytes = Uint8Array<ArrayBuffer>
type Chunk = { name: string; data: Bytes }

export type Webp = { bytes: Bytes; width: number; height: number }

const keptChunks = new Set(['VP8X', 'ICCP', 'ALPH', 'VP8 ', 'VP8L'])
const fileHeaderBytes = 12
const chunkHeaderBytes = 8
// An image has at most one chunk of each name, and one of Exif and XMP data each.
const maxChunks = 10
// Bits of the flags of VP8X: color profile and transparency stay; Exif, XMP and animation go.
const keptFlags = 0b0011_0000

/** Returns the image without Exif, XMP and unknown chunks; undefined if it is animated, cut off or not a WebP. */
export function cleanWebp(bytes: Bytes): Webp | undefined {
  const chunks = chunksOf(bytes)
  if (!chunks) return undefined
  const names = chunks.map(({ name }) => name)
  if (names.includes('ANIM') || names.includes('ANMF')) return undefined
  const kept = chunks.filter(({ name }) => keptChunks.has(name))
  if (new Set(kept.map(({ name }) => name)).size < kept.length) return undefined
  const images = kept.filter(({ name }) => name === 'VP8 ' || name === 'VP8L')
  const [image] = images
  const size = image && images.length === 1 ? sizeOf(image) : undefined
  if (!size) return undefined
  const extended = kept.find(({ name }) => name === 'VP8X')
  if (extended ? !isCanvas(extended, size) : kept.length > 1) return undefined
  return { bytes: fileOf(kept), ...size }
}

/** The chunks up to the end that the header names; undefined if it or one of them is cut off. */
function chunksOf(bytes: Bytes): Chunk[] | undefined {
  if (bytes.length < fileHeaderBytes) return undefined
  if (textAt(bytes, 0) !== 'RIFF' || textAt(bytes, 8) !== 'WEBP') return undefined
  const view = viewOf(bytes)
  const end = 8 + view.getUint32(4, true)
  if (end > bytes.length) return undefined
  const chunks: Chunk[] = []
  let start = fileHeaderBytes
  while (start < end) {
    if (start + chunkHeaderBytes > end || chunks.length === maxChunks) return undefined
    const from = start + chunkHeaderBytes
    const length = view.getUint32(start + 4, true)
    // Chunks are padded to an even length.
    const next = from + length + (length % 2)
    if (next > end) return undefined
    chunks.push({ name: textAt(bytes, start), data: bytes.subarray(from, from + length) })
    start = next
  }
  return chunks
}

/** The size in pixels in the header of the image data; undefined if it is not one image. */
function sizeOf({ name, data }: Chunk): { width: number; height: number } | undefined {
  const view = viewOf(data)
  if (name === 'VP8L') {
    if (data.length < 5 || data[0] !== 0x2f) return undefined
    const bits = view.getUint32(1, true)
    // Version 0 is the only one.
    if (bits >>> 29 !== 0) return undefined
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
  }
  // A key frame of VP8: three bytes with the size of the first partition, a start code, and the size (RFC 6386, 9.1).
  if (data.length < 10) return undefined
  const tag = (data[0] ?? 0) | ((data[1] ?? 0) << 8) | ((data[2] ?? 0) << 16)
  const isKeyFrame = (tag & 1) === 0
  const isStart = data[3] === 0x9d && data[4] === 0x01 && data[5] === 0x2a
  if (!(isKeyFrame && isStart) || 10 + (tag >> 5) > data.length) return undefined
  return { width: view.getUint16(6, true) & 0x3fff, height: view.getUint16(8, true) & 0x3fff }
}

/** Whether the canvas of VP8X has the size of the image. */
function isCanvas({ data }: Chunk, { width, height }: { width: number; height: number }): boolean {
  const at = (index: number) =>
    ((data[index] ?? 0) | ((data[index + 1] ?? 0) << 8) | ((data[index + 2] ?? 0) << 16)) + 1
  return data.length === 10 && at(4) === width && at(7) === height
}

function fileOf(chunks: Chunk[]): Bytes {
  const parts = chunks.flatMap(({ name, data }) => {
    const header = Buffer.alloc(chunkHeaderBytes)
    header.write(name, 'latin1')
    header.writeUInt32LE(data.length, 4)
    return [header, name === 'VP8X' ? withoutFlags(data) : data, Buffer.alloc(data.length % 2)]
  })
  const body = Buffer.concat([Buffer.from('WEBP', 'latin1'), ...parts])
  const header = Buffer.alloc(8)
  header.write('RIFF', 'latin1')
  header.writeUInt32LE(body.length, 4)
  return new Uint8Array(Buffer.concat([header, body]))
}

function withoutFlags(data: Bytes): Bytes {
  const copy = data.slice()
  copy[0] = (copy[0] ?? 0) & keptFlags
  return copy
}

function textAt(bytes: Bytes, start: number): string {
  return String.fromCharCode(...bytes.subarray(start, start + 4))
}

function viewOf(bytes: Bytes): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
}
