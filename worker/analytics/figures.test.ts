import fc from 'fast-check'
import { expect, test } from 'vitest'
import { eventKinds } from '../../schema/tracking/event.ts'
import { makeEvent } from '../testing/events.ts'
import { addStored, type Counts, countEvent, packCounts } from '../tracking/rollup-counts.ts'
import { breakdownsOf } from './figures.ts'

const countries = fc.constantFrom('', 'DE', 'FR', 'US')
const name = fc.oneof(fc.constantFrom('', 'Other', 'Bavaria'), fc.string({ maxLength: 3 }))
const place = fc.oneof(
  fc.constantFrom('Unknown', 'Other', 'DE', '||Berlin', ''),
  fc.tuple(countries, name, name).map((parts) => parts.join('|')),
)
const event = fc.record({
  kind: fc.constantFrom(...eventKinds),
  place,
  device: fc.constantFrom('Mobile|iOS|Safari', 'Bot|Unknown|Unknown', 'Unknown', '', 'Tablet'),
  source: fc.constantFrom('qr', 'link', 'ABCDEF', 'Other'),
  linkId: fc.constantFrom('primary', 'button-0', 'constructor', '__proto__', 'Other'),
  leftOut: fc.constantFrom(null, null, 'bot' as const),
})
const days = fc.array(fc.array(event, { maxLength: 300 }), { maxLength: 4 })

test('each dimension adds up to the total of its kind for any values', () => {
  fc.assert(
    fc.property(days, fc.integer({ min: 0, max: 260 }), (list, cities) => {
      const counts: Counts = new Map()
      const totals = { view: 0, click: 0, save: 0 }
      const many = Array.from({ length: cities }, (_, i) => ({ place: `DE||City ${i}` }))
      for (const day of [...list, many]) {
        const counted: Counts = new Map()
        for (const fields of day) {
          const made = makeEvent({ cardId: 1, at: 0, linkType: 'social', ...fields })
          countEvent(counted, made)
          if (made.leftOut === null) totals[made.kind] += 1
        }
        addStored(counts, JSON.parse(JSON.stringify(packCounts(counted))), () => {})
      }
      const { links, ...kinds } = breakdownsOf(counts)
      expect(sum(links)).toBe(totals.click)
      for (const kind of eventKinds)
        for (const [dimension, values] of Object.entries(kinds[`${kind}s`]))
          expect(sum(values), `${kind} ${dimension}`).toBe(totals[kind])
      for (const values of [kinds.views.countries, kinds.views.regions, kinds.views.places])
        expect(Object.keys(values)).not.toContain('')
    }),
    { numRuns: 60 },
  )
})

function sum(values: Record<string, number>): number {
  return Object.values(values).reduce((all, count) => all + count, 0)
}
