import { expect, test } from 'vitest'
import { totalOf } from './OwnCards.tsx'

test('the tiles sum the figures of all cards', () => {
  const cards = [
    { stats: { views: 10, clicks: 4, saves: 1 } },
    { stats: { views: 0, clicks: 0, saves: 2 } },
  ]
  expect([totalOf(cards, 'views'), totalOf(cards, 'clicks'), totalOf(cards, 'saves')]).toEqual([
    10, 4, 3,
  ])
  expect(totalOf([], 'views')).toBe(0)
})

test('a sum with an unknown figure is unknown, not smaller', () => {
  expect(
    totalOf([{ stats: { views: 10, clicks: 4, saves: 1 } }, { stats: null }], 'views'),
  ).toBeUndefined()
})
