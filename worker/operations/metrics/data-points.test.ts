import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { countRequest, takeCounts } from '../../platform/metrics.ts'
import { standInDataset } from '../../testing/analytics-engine-stand-in.ts'
import { declarations } from '../../testing/declarations.ts'
import { toDataPoints } from './data-points.ts'
import { flushMetrics } from './flush.ts'

test.each([
  ['a 26th point', Array(26).fill({})],
  ['21 doubles', [{ doubles: Array(21).fill(1) }]],
  ['21 blobs', [{ blobs: Array(21).fill('a') }]],
  ['two indexes', [{ indexes: ['a', 'b'] }]],
  ['an index of 97 bytes', [{ indexes: ['a'.repeat(97)] }]],
])('the stand-in refuses %s, as the platform does', (_, points) => {
  const { writeDataPoint } = standInDataset()
  expect(() => points.forEach(writeDataPoint)).toThrow('limits')
})

test('a flush writes at most 25 points within the limits, which sum to what was counted', async () => {
  await flushMetrics(env)
  const dataset = standInDataset()
  const routes = Object.keys(declarations)
  for (const route of routes) countRequest({ route, status: 200, cache: 'none', ms: 40 })
  await flushMetrics({ ...env, METRICS: dataset })
  expect(dataset.points.length).toBe(25)
  const sums = dataset.points.map(({ doubles = [] }) => doubles[0] ?? 0)
  expect(sums.reduce((sum, n) => sum + n, 0)).toBe(routes.length)
  expect(dataset.points.at(-1)?.blobs).toEqual(['other', '', ''])
})

test('a point has route, status and cache, requests, milliseconds and the latency buckets', () => {
  takeCounts()
  countRequest({ route: 'GET /view/:slug', status: 304, cache: 'tiered', ms: 9 })
  countRequest({ route: 'GET /view/:slug', status: 304, cache: 'tiered', ms: 60_000 })
  const [point, ...others] = toDataPoints({ ...takeCounts(), 'error|missing': 3, 'log|mail': 2 })
  expect(point).toEqual({
    blobs: ['GET /view/:slug', '3', 'tiered'],
    doubles: [2, 60_009, 0, 1, ...Array(14).fill(0), 1],
    indexes: ['GET /view/:slug'],
  })
  expect(others).toEqual([
    { blobs: ['error', 'missing'], doubles: [3], indexes: ['error'] },
    { blobs: ['log', 'mail'], doubles: [2], indexes: ['log'] },
  ])
})
