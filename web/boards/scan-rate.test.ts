import { expect, test } from 'vitest'
import { addSample, recentScans, type Sample } from './scan-rate.ts'

const watch = (samples: [seconds: number, scans: number][]) =>
  recentScans(
    samples.reduce<Sample[]>(
      (known, [seconds, scans]) => addSample(known, { at: seconds * 1000, scans }),
      [],
    ),
  )
const everyFive = (count: number, each: number): [number, number][] =>
  Array.from({ length: count }, (_, at) => [at * 5, 1000 + at * each])

test('scans a minute are those since the board was opened, and after a minute those of the last one', () => {
  expect(watch([[0, 1000]])).toEqual({ scans: 0, isMinute: false })
  expect(watch(everyFive(4, 2))).toEqual({ scans: 6, isMinute: false })
  expect(watch(everyFive(13, 2))).toEqual({ scans: 24, isMinute: true })
  expect(watch(everyFive(500, 2))).toEqual({ scans: 24, isMinute: true })
})

test('after a pause or when scans are gone, counting starts again', () => {
  expect(watch([...everyFive(13, 2), [600, 5000]])).toEqual({ scans: 0, isMinute: false })
  expect(watch([...everyFive(13, 2), [65, 10], [70, 12]])).toEqual({ scans: 2, isMinute: false })
})
