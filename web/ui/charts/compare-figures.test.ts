import { expect, test } from 'vitest'
import { compareCounts, compareRates } from './compare-figures.ts'

const before = 'the previous 7 days'

test('a count that rose or fell shows by how much, and from what', () => {
  expect(compareCounts(150, 100, before)).toEqual({
    direction: 'up',
    short: '50%',
    description: 'Up 50%: 100 in the previous 7 days',
  })
  expect(compareCounts(25, 100, before)).toMatchObject({ direction: 'down', short: '75%' })
  expect(compareCounts(0, 3, before)).toMatchObject({ direction: 'down', short: '100%' })
})

test('a count is new if it was 0 before, and the same if unchanged', () => {
  expect(compareCounts(4, 0, before)).toMatchObject({
    direction: 'up',
    description: 'None in the previous 7 days',
  })
  expect(compareCounts(0, 0, before)).toMatchObject({ direction: 'same', short: 'No change' })
})

test('rates change in percentage points, computed from the rounded values', () => {
  expect(compareRates(37.84, 32.56, before)).toMatchObject({ direction: 'up', short: '5.2 points' })
  expect(compareRates(10.01, 10.04, before)).toMatchObject({ direction: 'same' })
  expect(compareRates(0, 33.3, before)).toMatchObject({ direction: 'down', short: '33.3 points' })
})
