import { expect, test } from 'vitest'
import { changeOf, changeOfRate } from './Tile.tsx'

const before = 'the previous 7 days'

test('a count that rose or fell shows by how much, and from what', () => {
  expect(changeOf(150, 100, before)).toEqual({
    way: 'up',
    short: '50%',
    words: 'Up 50%: 100 in the previous 7 days',
  })
  expect(changeOf(25, 100, before)).toMatchObject({ way: 'down', short: '75%' })
  expect(changeOf(0, 3, before)).toMatchObject({ way: 'down', short: '100%' })
})

test('a count is new if it was 0 before, and the same if unchanged', () => {
  expect(changeOf(4, 0, before)).toMatchObject({ way: 'up', words: 'None in the previous 7 days' })
  expect(changeOf(0, 0, before)).toMatchObject({ way: 'same', short: 'No change' })
})

test('rates change in percentage points, computed from the rounded values', () => {
  expect(changeOfRate(37.84, 32.56, before)).toMatchObject({ way: 'up', short: '5.2 points' })
  expect(changeOfRate(10.01, 10.04, before)).toMatchObject({ way: 'same' })
  expect(changeOfRate(0, 33.3, before)).toMatchObject({ way: 'down', short: '33.3 points' })
})
