import { expect, test } from 'vitest'
import { unpackedMaxBytes } from '../../../schema/cards/card-archive.ts'
import { withUnpackedMemory } from '../archive-endpoints.ts'

const busy = { status: 503, headers: { 'Retry-After': '5' } }
const half = unpackedMaxBytes / 2

/** The outcome of reserving this many bytes while the work goes on. */
const taken = (userId: number, bytes: number) =>
  withUnpackedMemory(userId, async (take) => take(bytes))

test('unpacked archives share the memory of an isolate, and one user leaves some to others', async () => {
  await withUnpackedMemory(1, async (take) => {
    take(half)
    await taken(1, half)
    await expect(taken(1, half + 1)).rejects.toMatchObject(busy)
    take(half)
    await expect(taken(1, 1)).rejects.toMatchObject(busy)
    await taken(2, half)
    await expect(taken(2, half + 1)).rejects.toMatchObject(busy)
    expect(() => take(1)).toThrow('busy')
  })
  // All of it is free again, also after an error.
  await taken(2, unpackedMaxBytes)
  await taken(1, unpackedMaxBytes)
})
