import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ratesOf } from '../../../schema/analytics/figures.ts'
import { placeName, rank } from './breakdown.ts'
import { heatColor, heatSteps } from './palette.ts'
import { radarMarks } from './RadarChart.tsx'

test('rates are shares of the views, and 0 without views', () => {
  expect(ratesOf({ views: 8, clicks: 3, saves: 1 })).toEqual({
    clickThrough: 37.5,
    save: 12.5,
    engagement: 50,
  })
  expect(ratesOf({ views: 0, clicks: 3, saves: 1 })).toEqual({
    clickThrough: 0,
    save: 0,
    engagement: 0,
  })
})

test("the radar's maximum is the count itself or 10, and 100 for rates", () => {
  const marks = radarMarks({ views: 40, clicks: 60, saves: 4, submissions: 0 })
  expect(marks.map(({ value, full }) => [value, full])).toEqual([
    [40, 40],
    [60, 60],
    [4, 10],
    [100, 100],
    [10, 100],
    [100, 100],
  ])
  expect(marks[3]?.text).toBe('150.00%')
})

test('every value up to the largest has exactly one map color', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5_000_000 }), fc.nat(), (most, at) => {
      const steps = heatSteps(most)
      const value = 1 + (at % most)
      expect(steps.filter(({ from, until }) => value >= from && value <= until)).toHaveLength(1)
      expect(heatColor(steps, most)).toBe('#ffd988')
    }),
  )
  expect(heatSteps(0)).toEqual([])
})

test('a ranking loses nothing: the rest is summed, and Other comes last', () => {
  const { top, rest } = rank({ Other: 9, a: 1, b: 5, c: 3, d: 0 }, 2)
  expect(top.map(({ name }) => name)).toEqual(['b', 'c'])
  expect(rest).toEqual({ names: 2, value: 10 })
})

test('a place includes its country, once', () => {
  expect(placeName('Munich, Bavaria, DE')).toBe('Munich, Bavaria, Germany')
  expect(placeName('Berlin, Berlin, DE')).toBe('Berlin, Germany')
  expect([placeName('XK'), placeName('Unknown'), placeName('Other')]).toEqual([
    'Kosovo',
    'Unknown',
    'Other',
  ])
})
