import fc from 'fast-check'
import { expect, test } from 'vitest'
import { keysFor, moveItem } from './SortableList.tsx'

const [a, b, c] = [{ text: 'a' }, { text: 'b' }, { text: 'c' }]
const before = { items: [a, b, c], keys: [1, 2, 3] }

test('a row keeps its key when it is moved, edited, or a neighbor is removed', () => {
  expect(keysFor([a, b, c], { items: [], keys: [] })).toEqual([1, 2, 3])
  expect(keysFor([c, a, b], before)).toEqual([3, 1, 2])
  expect(keysFor([a, { text: 'edited' }, c], before)).toEqual([1, 2, 3])
  expect(keysFor([a, c], before)).toEqual([1, 3])
  expect(keysFor([a, b, c, { text: 'new' }], before)).toEqual([1, 2, 3, 4])
  expect(keysFor([{ text: 'new' }, a, b, c], before)).toEqual([4, 1, 2, 3])
})

test('reloaded rows keep the keys of their positions', () => {
  expect(keysFor([{ ...a }, { ...b }, { ...c }], before)).toEqual([1, 2, 3])
})

test('for any change of a list, no two rows share a key', () => {
  const item = fc.constantFrom(a, b, c, { text: 'd' })
  fc.assert(
    fc.property(fc.array(item), fc.array(item), (first, second) => {
      const keys = keysFor(first, { items: [], keys: [] })
      const next = keysFor(second, { items: first, keys })
      expect(new Set(next).size).toBe(second.length)
    }),
  )
})

test('an item moves to its new position and the others close the gap', () => {
  expect(moveItem(['a', 'b', 'c', 'd'], 0, 2)).toEqual(['b', 'c', 'a', 'd'])
  expect(moveItem(['a', 'b', 'c', 'd'], 3, 0)).toEqual(['d', 'a', 'b', 'c'])
  expect(moveItem(['a', 'b'], 1, 1)).toEqual(['a', 'b'])
})
