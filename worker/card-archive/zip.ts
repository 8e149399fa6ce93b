/** Writes ZIP archives as streams, and reads those of users within limits. */
import { Unzip, UnzipInflate, Zip, ZipDeflate, ZipPassThrough } from 'fflate'
import {
  type ArchiveError,
  archiveErrors,
  maxArchiveFiles,
  unpackedMaxBytes,
} from '../../schema/card-archive.ts'

/** A file to write; pictures are stored as they are, because they are compressed already. */
export type ZipFile = { name: string; stored?: boolean; pieces: AsyncIterable<string | Uint8Array> }

/** Streams the files as one archive, a piece at a time. */
export function zipStream(files: AsyncGenerator<ZipFile>): ReadableStream<Uint8Array> {
  const pieces = zipPieces(files)
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await pieces.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    async cancel() {
      await pieces.return(undefined)
    },
  })
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

// Deflate expands by at most 1,032, so a slice becomes at most 16 MB before its size is checked.
const sliceBytes = 16 * 1024

/** The files for which `limitOf` returns their most bytes; or why the archive is refused. Others are not unpacked. */
export function unzip(
  bytes: Uint8Array,
  limitOf: (name: string) => number | undefined,
): Map<string, Uint8Array<ArrayBuffer>> | ArchiveError {
  const reader = new ArchiveReader(limitOf)
  try {
    for (let at = 0; at < bytes.length; at += sliceBytes)
      reader.push(bytes.subarray(at, at + sliceBytes), at + sliceBytes >= bytes.length)
    return reader.files()
  } catch (error) {
    return error instanceof Refused ? error.reason : 'not an archive'
  }
}

type Limit = (name: string) => number | undefined

class ArchiveReader {
  readonly #read = new Map<string, Uint8Array[]>()
  readonly #complete = new Set<string>()
  readonly #unzip = new Unzip()
  #count = 0
  #total = 0

  constructor(limitOf: Limit) {
    this.#unzip.register(UnzipInflate)
    this.#unzip.onfile = (file) => {
      this.#count += 1
      if (this.#count > maxArchiveFiles) throw new Refused('too many files')
      if (isUnsafe(file.name)) throw new Refused('unsafe name')
      const limit = limitOf(file.name)
      if (limit === undefined) return
      if (this.#read.has(file.name)) throw new Refused('not an archive')
      this.#read.set(file.name, [])
      file.ondata = (error, piece, isLast) => {
        if (error) throw error
        this.#keep(file.name, piece, limit)
        if (isLast) this.#complete.add(file.name)
      }
      file.start()
    }
  }

  push(slice: Uint8Array, isLast: boolean): void {
    this.#unzip.push(slice, isLast)
  }

  files(): Map<string, Uint8Array<ArrayBuffer>> {
    if (this.#count === 0 || this.#complete.size < this.#read.size)
      throw new Refused('not an archive')
    return new Map([...this.#read].map(([name, pieces]) => [name, joined(pieces)]))
  }

  #keep(name: string, piece: Uint8Array, limit: number): void {
    const pieces = this.#read.get(name) ?? []
    pieces.push(piece)
    this.#total += piece.length
    const size = pieces.reduce((sum, { length }) => sum + length, 0)
    if (size > limit || this.#total > unpackedMaxBytes) throw new Refused('bomb')
  }
}

function isUnsafe(name: string): boolean {
  return /^[/\\]|\\|(^|\/)\.\.(\/|$)|^[a-z]:|\0/i.test(name)
}

function joined(pieces: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}
