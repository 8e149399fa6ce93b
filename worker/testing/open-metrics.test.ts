import { expect, test } from 'vitest'
import { readOpenMetrics } from './open-metrics.ts'

const histogram = [
  '# TYPE a_seconds histogram',
  '# UNIT a_seconds seconds',
  '# HELP a_seconds Time.',
  'a_seconds_bucket{le="1.0"} 1',
  'a_seconds_bucket{le="+Inf"} 2',
  'a_seconds_count 2',
  'a_seconds_sum 2.5',
  '# EOF',
  '',
].join('\n')

test('the reader accepts a histogram', () => {
  expect(readOpenMetrics(histogram).get('a_seconds')?.samples.length).toBe(4)
})

test.each([
  ['without an end', '# EOF\n', ''],
  ['with an empty line', '# HELP', '\n# HELP'],
  ['with a limit that is not canonical', '"1.0"', '"1"'],
  ['with falling buckets', '"1.0"} 1', '"1.0"} 3'],
  ['without the last bucket', 'a_seconds_bucket{le="+Inf"} 2\n', ''],
  ['with a unit that is not in the name', 'UNIT a_seconds seconds', 'UNIT a_seconds bytes'],
  ['with a sample of another family', 'a_seconds_sum', 'b_sum'],
  ['with a sample twice', 'a_seconds_sum 2.5', 'a_seconds_sum 2.5\na_seconds_sum 2.5'],
  ['with a label that is not quoted', 'le="1.0"', 'le=1.0'],
  ['with a quote in a label', '"1.0"', '"1"0"'],
  ['with metadata after the samples', '# EOF', '# HELP a_seconds Time.\n# EOF'],
  ['with a family in two places', '# EOF', '# TYPE a_seconds gauge\n# EOF'],
])('the reader refuses a text %s', (_, part, instead) => {
  expect(histogram).toContain(part)
  expect(() => readOpenMetrics(histogram.replace(part, instead))).toThrow()
})
