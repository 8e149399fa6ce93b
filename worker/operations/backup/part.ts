/** Parts of an archive or backup: lines of text, compressed and stored with their SHA-256. */
import { createHash } from 'node:crypto'

/** Uncompressed bytes of a part; compressed in memory it is about a tenth of this. */
export const maxPartBytes = 24_000_000

export type Part = ReturnType<typeof newPart>

export function newPart() {
  const gzip = new CompressionStream('gzip')
  const writer = gzip.writable.getWriter()
  const compressed = new Response(gzip.readable).arrayBuffer()
  let size = 0
  let lines = 0
  return {
    size: () => size,
    lines: () => lines,
    add: async (more: string[]) => {
      const bytes = new TextEncoder().encode(more.map((line) => `${line}\n`).join(''))
      size += bytes.byteLength
      lines += more.length
      await writer.write(bytes)
    },
    end: async () => {
      await writer.close()
      return compressed
    },
  }
}

export async function storePart(bucket: R2Bucket, key: string, part: Part) {
  const bytes = await part.end()
  const sha256 = createHash('sha256').update(new Uint8Array(bytes)).digest('hex')
  // R2 refuses an upload whose SHA-256 differs.
  await bucket.put(key, bytes, { sha256, httpMetadata: { contentType: 'application/gzip' } })
  return { lines: part.lines(), bytes: bytes.byteLength, sha256 }
}

/** The lines of a compressed part. */
export async function linesIn(part: Uint8Array<ArrayBuffer>): Promise<string[]> {
  const plain = new Blob([part]).stream().pipeThrough(new DecompressionStream('gzip'))
  return (await new Response(plain).text()).trimEnd().split('\n')
}

// An order-independent checksum of lines: their number, and the sum of their SHA-256 hashes.

export type Sum = { count: number; sha256: string }

/** Continues from an earlier sum. */
export function newSum(from: Sum = { count: 0, sha256: '0' }) {
  let count = from.count
  let sum = BigInt(`0x${from.sha256}`)
  return {
    add(lines: string[]) {
      count += lines.length
      for (const line of lines)
        sum += BigInt(`0x${createHash('sha256').update(line).digest('hex')}`)
    },
    end: (): Sum => ({ count, sha256: BigInt.asUintN(256, sum).toString(16).padStart(64, '0') }),
  }
}
