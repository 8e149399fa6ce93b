import { expect, test } from 'vitest'
import { jobKey, jobOfKey, titleOfKey } from './status.ts'

test('a job of a further analytics database has a key and a title of its own', () => {
  const keys = ['ANALYTICS', 'ANALYTICS_2'].map((database) => jobKey('pruneEvents', database))
  expect(keys).toEqual(['pruneEvents', 'pruneEvents ANALYTICS_2'])
  expect(keys.map(jobOfKey)).toEqual(['pruneEvents', 'pruneEvents'])
  expect(keys.map(titleOfKey)).toEqual([
    'Delete expired events',
    'Delete expired events (ANALYTICS_2)',
  ])
  expect(titleOfKey('aFormerJob')).toBe('aFormerJob')
})
