import { strToU8, zipSync } from 'fflate'
import { expect, test, vi } from 'vitest'
import { makeArchive } from '../../testing/card-archive.ts'
import { readArchive } from './read-archive.ts'

const entry = {
  ...{ timestamp: '2026-01-01T00:00:00.000Z', consentHash: null, source: 'link', place: null },
  ...{ device: null, status: 'new', note: null, revision: 0, revisedAt: null, withdrawnAt: null },
  ...{ capturedAt: null, rating: null, followUpOn: null, tags: [], fields: {} },
}

test('other requests have their turn while long contacts are read, not only after many', async () => {
  const answers = Object.fromEntries(
    Array.from({ length: 35 }, (_, at) => [`question${at}`, 'x'.repeat(2000)]),
  )
  const entries = Array.from({ length: 40 }, (_, at) => ({
    ...{ ...entry, clientId: `entry${at}`, formData: answers },
  }))
  const files = { ...makeArchive(), 'contacts.json': strToU8(JSON.stringify(entries)) }
  let [longest, parsed] = [0, 0]
  const parse = JSON.parse
  const parsing = vi.spyOn(JSON, 'parse').mockImplementation((text, reviver) => {
    parsed += text.length
    longest = Math.max(longest, parsed)
    return parse(text, reviver)
  })
  const waiting = vi.spyOn(scheduler, 'wait').mockImplementation(async () => {
    parsed = 0
  })
  const archive = await readArchive(new Blob([new Uint8Array(zipSync(files))]), () => {})
  parsing.mockRestore()
  waiting.mockRestore()
  expect(archive).toMatchObject({ entries: { length: 40 } })
  expect(longest).toBeLessThan(1_000_000)
})
