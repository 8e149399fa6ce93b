import { expect, test } from 'vitest'
import { formatDuration } from '../format.ts'
import { bucketLabel, bucketTitles, hourName, weekdayName } from './buckets.ts'
import { peak } from './TimeCharts.tsx'

const none = { views: 0, clicks: 0, saves: 0, submissions: 0 }
const titlesOf = (unit: 'day' | 'week' | 'month', starts: string[], until: string) =>
  bucketTitles({
    series: starts.map((start) => ({ start, ...none })),
    unit,
    window: { from: starts[0] ?? '', until },
  })

test('a bucket is named by its unit, in any time zone of the machine', () => {
  expect(bucketLabel('2026-06-08', 'day')).toMatch(/^(Mon|8).*(8|Mon)/)
  expect(bucketLabel('2026-06-01', 'month')).toBe('Jun 2026')
  expect(bucketLabel('2026-01-01', 'year')).toBe('2026')
})

test('a week is named by its days; the last one ends with the window', () => {
  const [first, last] = titlesOf('week', ['2026-06-01', '2026-06-08'], '2026-06-10')
  expect(first).toMatch(/1.*7/)
  expect(last).toMatch(/8.*10/)
})

test('each weekday and each hour has its own name', () => {
  const days = Array.from({ length: 7 }, (_, day) => weekdayName(day))
  expect([days[0], days[6], new Set(days).size]).toEqual(['Monday', 'Sunday', 7])
  expect(new Set(Array.from({ length: 24 }, (_, hour) => hourName(hour))).size).toBe(24)
})

test('the peak is named with its position, and a missing peak is stated', () => {
  expect(peak('Views', [1, 5, 2], { titles: ['a', 'b', 'c'] })).toBe('Most views: 5 (b)')
  expect(peak('Views', [0, 0], { titles: ['a', 'b'] })).toBe('No views in this period')
})

test.each([
  [0, '0 s'],
  [41_600, '42 s'],
  [185_000, '3 min 5 s'],
  [120_000, '2 min'],
  [29_040_000, '8 h 4 min'],
])('%i ms last %s', (ms, words) => expect(formatDuration(ms)).toBe(words))
