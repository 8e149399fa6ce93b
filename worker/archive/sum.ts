/** A sum of lines that does not depend on their order: how many, and their SHA-256 hashes added up. */
import { createHash } from 'node:crypto'

export type Sum = { count: number; sha256: string }

/** Goes on from a sum that was ended before. */
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
