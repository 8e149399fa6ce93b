/** Writes ZIP archives as streams, and reads users' archives within limits. */
import { Unzip, UnzipInflate, Zip, ZipDeflate, ZipPassThrough } from 'fflate'
import {
  type ArchiveError,
  archiveErrors,
  maxArchiveFiles,
  unpackedMaxBytes,
} from '../../../schema/cards/card-archive.ts'
import { HttpError } from '../../http/errors.ts'
import { byteStream } from '../../platform/download.ts'

/** A file to write. `stored`: without compression, for pictures, which are compressed already. */
export type ZipFile = { name: string; stored?: boolean; pieces: AsyncIterable<string | Uint8Array> }

/** Streams the files as one archive, a piece at a time. */
export function zipStream(files: AsyncGenerator<ZipFile>): ReadableStream<Uint8Array> {
  return byteStream(zipPieces(files))
}

async function* zipPieces(files: AsyncGenerator<ZipFile>): AsyncGenerator<Uint8Array> {
  const written: Uint8Array[] = []
  const zip = new Zip((error, piece) => {
    if (error) throw error
    written.push(piece)
  })
  const encoder = new TextEncoder()
  for await (const { name, stored, pieces } of files) {
    const file = stored ? new ZipPassThrough(name) : new ZipDeflate(name)
    zip.add(file)
    for await (const piece of pieces) {
      file.push(typeof piece === 'string' ? encoder.encode(piece) : piece)
      yield* written.splice(0)
    }
    file.push(new Uint8Array(), true)
    yield* written.splice(0)
  }
  zip.end()
  yield* written
}

class Refused extends Error {
  readonly reason: ArchiveError

  constructor(reason: ArchiveError) {
    super(archiveErrors[reason])
    this.reason = reason
  }
}

// Deflate expands by at most 1,032, so a slice becomes at most 2 MB before its size is checked.
const sliceBytes = 2 * 1024
const bytesPerTurn = 1024 * 1024

type Limits = {
  /** The most bytes that a file may unpack to; undefined for one that is not unpacked. */
  limitOf: (name: string) => number | undefined
  /** Called with the number of bytes that were just unpacked. */
  onUnpacked: (bytes: number) => void
}

type Bytes = Uint8Array<ArrayBuffer>

/** Returns the files of the archive that have a limit, or why the archive is refused. */
export async function unzip(
  archive: Blob,
  limits: Limits,
): Promise<Map<string, Bytes> | ArchiveError> {
  const reader = new ArchiveReader(limits)
  try {
    for await (const piece of archive.stream())
      for (let at = 0; at < piece.length; at += sliceBytes)
        if (reader.push(piece.subarray(at, at + sliceBytes))) await scheduler.wait(0)
    return reader.files()
  } catch (error) {
    if (error instanceof HttpError) throw error
    return error instanceof Refused ? error.reason : 'not an archive'
  }
}

class ArchiveReader {
  readonly #limits: Limits
  readonly #read = new Map<string, { pieces: Uint8Array[]; size: number }>()
  readonly #files = new Map<string, Bytes>()
  readonly #unzip = new Unzip()
  #count = 0
  #total = 0
  #nextTurn = bytesPerTurn

  constructor(limits: Limits) {
    this.#limits = limits
    this.#unzip.register(UnzipInflate)
    this.#unzip.onfile = (file) => {
      this.#count += 1
      if (this.#count > maxArchiveFiles) throw new Refused('too many files')
      if (isUnsafe(file.name)) throw new Refused('unsafe name')
      const limit = limits.limitOf(file.name)
      if (limit === undefined) return
      if (this.#read.has(file.name)) throw new Refused('not an archive')
      this.#read.set(file.name, { pieces: [], size: 0 })
      file.ondata = (error, piece, isLast) => {
        if (error) throw error
        const pieces = this.#keep(file.name, piece, limit)
        if (isLast) this.#files.set(file.name, joined(pieces.splice(0)))
      }
      file.start()
    }
  }

  /** Unpacks a slice; true if other requests should have their turn now. */
  push(slice: Uint8Array): boolean {
    this.#unzip.push(slice)
    if (this.#total < this.#nextTurn) return false
    this.#nextTurn = this.#total + bytesPerTurn
    return true
  }

  files(): Map<string, Bytes> {
    this.#unzip.push(new Uint8Array(), true)
    if (this.#count === 0 || this.#files.size < this.#read.size) throw new Refused('not an archive')
    return this.#files
  }

  #keep(name: string, piece: Uint8Array, limit: number): Uint8Array[] {
    const file = this.#read.get(name) ?? { pieces: [], size: 0 }
    file.pieces.push(piece)
    file.size += piece.length
    this.#total += piece.length
    if (file.size > limit || this.#total > unpackedMaxBytes) throw new Refused('bomb')
    this.#limits.onUnpacked(piece.length)
    return file.pieces
  }
}

function isUnsafe(name: string): boolean {
  return /^[/\\]|\\|(^|\/)\.\.(\/|$)|^[a-z]:|\0/i.test(name)
}

function joined(pieces: Uint8Array[]): Bytes {
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}
