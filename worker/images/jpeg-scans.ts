/** Tells whether the scans of a JPEG have all blocks of the image, for files without an end marker (ITU T.81, annexes F and G). */
import { setTimeout } from 'node:timers/promises'

/** A segment of the file from its marker to its end. The segment of a scan includes the data of the scan. */
export type Segment = { marker: number; start: number; end: number }

type Component = {
  id: number
  /** Sampling factors. */
  across: number
  down: number
  /** Size in blocks, in a scan of this component alone. */
  columns: number
  rows: number
  /** Which coefficients of a block are not zero so far: two words of 32 bits per block. Only for progressive images. */
  nonZero: Uint32Array
  /** The lowest bit that was sent of each coefficient; 14 for none. */
  precision: Uint8Array
}
type Frame = { components: Component[]; mcus: number; isProgressive: boolean }
/** The entry for the next 16 bits: the length of the code, and the symbol in the low byte; 0 for no code. */
type HuffmanTable = Uint16Array
type Band = { from: number; to: number; isRefinement: boolean }

const nothingSent = 14
const stuffed = 0xff
// The most work that one file may cause: 40 megapixels in one scan, and four tables for each of 100 scans.
const maxBlocks = 2_000_000
const maxTables = 400
const maxTablesPerSegment = 8
// After this many blocks, other requests get a turn: a block takes up to a microsecond, however few bits it has.
const blocksPerTurn = 10_000

/** Whether every scan decodes to its end, and together they have all bits of all coefficients. */
export async function hasAllBlocks(bytes: Uint8Array, segments: Segment[]): Promise<boolean> {
  const tables = new Map<number, HuffmanTable>()
  let frame: Frame | undefined
  let restartInterval = 0
  let blocks = 0
  let built = 0
  for (const { marker, start, end } of segments) {
    const content = bytes.subarray(start + 4, end)
    if (marker === 0xc4) {
      const count = readTables(content, tables)
      built += count
      if (count === 0 || built > maxTables) return false
    }
    if (marker === 0xdd) restartInterval = ((content[0] ?? 0) << 8) | (content[1] ?? 0)
    if (marker >= 0xc0 && marker <= 0xc2) {
      if (frame) return false
      frame = readFrame(content, marker === 0xc2)
    }
    if (marker !== 0xda) continue
    const scan = frame && readScan(content, frame, tables)
    blocks += scan?.blocks ?? 0
    if (!scan || blocks > maxBlocks) return false
    const bits = new Bits(scan.data)
    if (!(await isComplete(scan, bits, restartInterval))) return false
    // Missing data is read as zeros, which can decode, too.
    if (end === bytes.length && !bits.isAtEnd()) return false
  }
  return frame?.components.every(({ precision }) => precision.every((bit) => bit === 0)) ?? false
}

/** Adds the Huffman tables of a segment to `tables`. Returns their number; 0 if one is invalid. */
function readTables(content: Uint8Array, tables: Map<number, HuffmanTable>): number {
  let built = 0
  for (let at = 0; at < content.length; built += 1) {
    const lengths = content.subarray(at + 1, at + 17)
    const count = lengths.reduce((sum, each) => sum + each, 0)
    const symbols = content.subarray(at + 17, at + 17 + count)
    const table = tableOf(lengths, symbols)
    if (!table || symbols.length < count || built === maxTablesPerSegment) return 0
    tables.set(content[at] ?? 0, table)
    at += 17 + count
  }
  return built
}

/** The lookup table of a Huffman code; undefined if there are more codes than fit. */
function tableOf(lengths: Uint8Array, symbols: Uint8Array): HuffmanTable | undefined {
  const table = new Uint16Array(65_536)
  let from = 0
  let next = 0
  for (const [at, count] of lengths.entries()) {
    const width = 1 << (15 - at)
    for (let nth = 0; nth < count; nth += 1) {
      if (from + width > table.length) return undefined
      table.fill(((at + 1) << 8) | (symbols[next] ?? 0), from, from + width)
      from += width
      next += 1
    }
  }
  return table
}

function readFrame(content: Uint8Array, isProgressive: boolean): Frame | undefined {
  if (content.length < 6) return undefined
  const view = new DataView(content.buffer, content.byteOffset, content.length)
  const [height, width, count] = [view.getUint16(1), view.getUint16(3), view.getUint8(5)]
  if (count < 1 || count > 4 || content.length < 6 + 3 * count) return undefined
  const sampled = Array.from({ length: count }, (_, nth) => {
    const at = 6 + 3 * nth
    const factors = view.getUint8(at + 1)
    return { id: view.getUint8(at), across: factors >> 4, down: factors & 15 }
  })
  if (sampled.some(({ across, down }) => across < 1 || across > 4 || down < 1 || down > 4))
    return undefined
  const most = {
    across: Math.max(...sampled.map(({ across }) => across)),
    down: Math.max(...sampled.map(({ down }) => down)),
  }
  const mcus = Math.ceil(width / (8 * most.across)) * Math.ceil(height / (8 * most.down))
  if (mcus > maxBlocks) return undefined
  const components = sampled.map((each): Component => {
    const columns = Math.ceil(Math.ceil((width * each.across) / most.across) / 8)
    const rows = Math.ceil(Math.ceil((height * each.down) / most.down) / 8)
    const nonZero = new Uint32Array(isProgressive ? 2 * columns * rows : 0)
    return { ...each, columns, rows, nonZero, precision: new Uint8Array(64).fill(nothingSent) }
  })
  return { components, mcus, isProgressive }
}

type Part = { component: Component; dc: HuffmanTable | undefined; ac: HuffmanTable | undefined }
type Scan = {
  parts: Part[]
  mcus: number
  /** The number of blocks in all MCUs. */
  blocks: number
  band: Band
  isProgressive: boolean
  data: Uint8Array
}

function readScan(
  content: Uint8Array,
  { components, mcus, isProgressive }: Frame,
  tables: Map<number, HuffmanTable>,
): Scan | undefined {
  const count = content[0] ?? 0
  const parts = Array.from({ length: count }, (_, nth) => {
    const component = components.find(({ id }) => id === content[1 + 2 * nth])
    const choice = content[2 + 2 * nth] ?? 0
    const [dc, ac] = [tables.get(choice >> 4), tables.get(0x10 | (choice & 15))]
    return component ? [{ component, dc, ac }] : []
  }).flat()
  const [from = 0, last = 0, bits = 0] = content.subarray(1 + 2 * count, 4 + 2 * count)
  const to = isProgressive ? last : 63
  const [only] = parts
  if (!only || parts.length < count || to > 63 || from > to) return undefined
  // The coefficients other than the first are sent for each component alone.
  if (isProgressive && from > 0 && count > 1) return undefined
  for (const { component } of parts)
    component.precision.fill(isProgressive ? bits & 15 : 0, from, to + 1)
  const alone = only.component.columns * only.component.rows
  const perMcu = parts.reduce((sum, { component }) => sum + component.across * component.down, 0)
  return {
    parts,
    mcus: count > 1 ? mcus : alone,
    blocks: count > 1 ? mcus * perMcu : alone,
    band: { from, to, isRefinement: bits >> 4 > 0 },
    isProgressive,
    data: content.subarray(4 + 2 * count),
  }
}

async function isComplete(scan: Scan, bits: Bits, restartInterval: number): Promise<boolean> {
  const { parts, mcus, band, isProgressive } = scan
  const isAlone = parts.length === 1
  const mcusPerTurn = Math.ceil((blocksPerTurn * mcus) / scan.blocks)
  let zeroBlocks = 0
  for (let mcu = 0; mcu < mcus; mcu += 1) {
    if (mcu % mcusPerTurn === 0) await setTimeout(0)
    if (restartInterval > 0 && mcu > 0 && mcu % restartInterval === 0) {
      if (!bits.restart()) return false
      zeroBlocks = 0
    }
    for (const { component, dc, ac } of parts) {
      const blocks = isAlone ? 1 : component.across * component.down
      for (let block = 0; block < blocks; block += 1) {
        if (!isProgressive) skipBlock(bits, dc, ac)
        else if (band.from > 0)
          zeroBlocks = skipBand(bits, ac, { ...band, component, mcu, zeroBlocks })
        else if (band.isRefinement) bits.skip(1)
        else bits.skip(bits.symbol(dc) & 15)
      }
    }
    if (bits.isExhausted()) return false
  }
  return true
}

/** Skips all coefficients of a block in a sequential scan. */
function skipBlock(bits: Bits, dc: HuffmanTable | undefined, ac: HuffmanTable | undefined): void {
  bits.skip(bits.symbol(dc) & 15)
  for (let at = 1; at <= 63; at += 1) {
    const symbol = bits.symbol(ac)
    if ((symbol & 15) === 0 && symbol !== 0xf0) return
    at += symbol >> 4
    bits.skip(symbol & 15)
  }
}

type BandOfBlock = Band & { component: Component; mcu: number; zeroBlocks: number }

/** Skips the coefficients of a block in a progressive scan. Returns how many of the following blocks have no new ones. */
function skipBand(bits: Bits, ac: HuffmanTable | undefined, band: BandOfBlock): number {
  const { from, to, isRefinement, component, mcu, zeroBlocks } = band
  const { nonZero } = component
  const isSet = (at: number) => ((nonZero[2 * mcu + (at >> 5)] ?? 0) >>> (at & 31)) & 1
  const set = (at: number) => {
    nonZero[2 * mcu + (at >> 5)] = (nonZero[2 * mcu + (at >> 5)] ?? 0) | (1 << (at & 31))
  }
  let left = zeroBlocks
  let at = from
  while (left === 0 && at <= to) {
    const symbol = bits.symbol(ac)
    const size = symbol & 15
    let zeros = symbol >> 4
    if (size === 0 && zeros < 15) {
      left = (1 << zeros) + bits.take(zeros)
      break
    }
    bits.skip(size)
    // A refinement has one more bit for each coefficient that it passes and that is not zero.
    while (at <= to && (isSet(at) || zeros > 0)) {
      if (isSet(at)) bits.skip(isRefinement ? 1 : 0)
      else zeros -= 1
      at += 1
    }
    if (size > 0 && at <= to) set(at)
    at += 1
  }
  if (left === 0) return 0
  if (isRefinement) for (; at <= to; at += 1) bits.skip(isSet(at))
  return left - 1
}

/** Reads the bits of a scan, without the zero bytes after 0xff; after the end it reads zeros. */
class Bits {
  readonly #data: Uint8Array
  #at = 0
  #buffer = 0
  #length = 0
  #beyond = 0
  #isInvalid = false

  constructor(data: Uint8Array) {
    this.#data = data
  }

  /** The symbol of the next code. */
  symbol(table: HuffmanTable | undefined): number {
    this.#fill()
    const entry = table?.[(this.#buffer >> (this.#length - 16)) & 0xffff] ?? 0
    if (entry === 0) this.#isInvalid = true
    this.#drop(entry >> 8)
    return entry & 0xff
  }

  /** The next bits, 15 at most. */
  take(count: number): number {
    this.#fill()
    const value = this.#buffer >> (this.#length - count)
    this.#drop(count)
    return value
  }

  skip(count: number): void {
    this.#fill()
    this.#drop(count)
  }

  /** Continues after the next restart marker; false if there is none here. */
  restart(): boolean {
    const marker = this.#data[this.#at + 1] ?? 0
    if (this.#data[this.#at] !== stuffed || marker < 0xd0 || marker > 0xd7) return false
    this.#at += 2
    this.#buffer = 0
    this.#length = 0
    this.#beyond = 0
    return true
  }

  /** Whether more bits were read than there are, or bits that are not a code. */
  isExhausted(): boolean {
    return this.#isInvalid || this.#beyond > this.#length
  }

  /** Whether only padding is left, and at most half a marker. */
  isAtEnd(): boolean {
    return 8 * (this.#data.length - this.#at) + this.#length - this.#beyond < 16
  }

  #fill(): void {
    while (this.#length < 16) {
      this.#buffer = (this.#buffer << 8) | this.#nextByte()
      this.#length += 8
    }
  }

  #nextByte(): number {
    const byte = this.#data[this.#at]
    if (byte === undefined || (byte === stuffed && this.#data[this.#at + 1] !== 0)) {
      this.#beyond += 8
      return 0
    }
    this.#at += byte === stuffed ? 2 : 1
    return byte
  }

  #drop(count: number): void {
    this.#length -= count
    this.#buffer &= (1 << this.#length) - 1
  }
}
