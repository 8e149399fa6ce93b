import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  mergedOwnerData,
  mergeError,
  newestFirst,
  type OwnerData,
  restoredOwnerData,
} from './merge.ts'

const tag = fc.constantFrom('a', 'A', 'b', 'c', 'd')
const entry = fc.record({
  id: fc.integer({ min: 1, max: 99 }),
  timestamp: fc.constantFrom('2026-11-01', '2026-11-02', '2026-11-03'),
  status: fc.constantFrom('new' as const, 'seen' as const, 'done' as const),
  note: fc.constantFrom(null, 'x', 'Long note', 'Two\n\nparts'),
  followUpOn: fc.constantFrom(null, '2026-12-01', '2026-12-09'),
  tags: fc.uniqueArray(tag, { selector: (text) => text.toLowerCase() }),
  fields: fc.dictionary(fc.constantFrom('Size', 'Budget'), fc.constantFrom('1', 2)),
  rating: fc.constantFrom(null, 'hot' as const, 'warm' as const, 'cold' as const),
  assigneeId: fc.constantFrom(null, 1, 2),
  assignedAt: fc.constantFrom(null, '2026-11-04'),
})
const entries = fc.uniqueArray(entry, { minLength: 2, maxLength: 5, selector: ({ id }) => id })

test('the notes together are as long as one note may be', () => {
  const note = (count: number) => ({ note: '😀'.repeat(count), tags: [] })
  expect(mergeError(note(1000))).toBeUndefined()
  expect(mergeError(note(1001))).toContain('longer than 2,000 characters')
})

test('undoing a merge restores what the entry had, and nothing is lost in between', () => {
  fc.assert(
    fc.property(entries, (all) => {
      const parts = newestFirst(all)
      const [first] = parts
      const set = mergedOwnerData(parts)
      const {
        id: _,
        timestamp: __,
        ...own
      }: OwnerData & { id: number; timestamp: string } = first ?? expect.fail()
      expect(restoredOwnerData(set, { own, set }, [])).toEqual(own)
      for (const { note, tags, fields } of parts) {
        expect(set.note ?? '').toContain(note ?? '')
        const lower = set.tags.map((text) => text.toLowerCase())
        expect(lower).toEqual(expect.arrayContaining(tags.map((text) => text.toLowerCase())))
        expect(Object.keys(set.fields)).toEqual(expect.arrayContaining(Object.keys(fields)))
      }
    }),
  )
})

const none: OwnerData = {
  ...{ status: 'new', note: null, followUpOn: null, tags: [], fields: {}, rating: null },
  ...{ assigneeId: null, assignedAt: null },
}

test('paragraphs that came with a merge are removed from a note that was changed since', () => {
  const own = { ...none, note: 'Mine' }
  const set = { ...none, note: 'Theirs\n\nMine' }
  const restored = (note: string | null) =>
    restoredOwnerData({ ...set, note }, { own, set }, ['Theirs']).note
  expect(restored('Theirs\n\nMine\n\nLater')).toBe('Mine\n\nLater')
  expect(restored('Theirs\n\nBetween\n\nMine')).toBe('Between\n\nMine')
  expect(restored('Not Theirs, at all')).toBe('Not Theirs, at all')
  expect(restored(null)).toBeNull()
})
