import { expect, test } from 'vitest'
import { readWranglerConfig } from '../scripts/setup/config-file.ts'
import { completeConfig } from './worker-config.ts'

async function idsWith(database_id: string): Promise<string[]> {
  const { ratelimits } = await readWranglerConfig({ configFile: 'wrangler.toml' })
  completeConfig({ d1_databases: [{ binding: 'DB', database_id }], ratelimits })
  return ratelimits.map(({ namespace_id }) => namespace_id)
}

test('installations share no counters with each other or with an example, and keep theirs', async () => {
  const [one, other, again] = await Promise.all(
    ['4f5a1c1e-0001', '4f5a1c1e-0002', '4f5a1c1e-0001'].map(idsWith),
  )
  expect(again).toEqual(one)
  const all = [...(one ?? []), ...(other ?? [])]
  expect(new Set(all).size).toBe(8)
  for (const id of all) {
    expect(id).toMatch(/^\d{9,10}$/)
    expect(Number(id)).toBeLessThan(2 ** 31)
  }
})

test.each([
  ['eu', { JURISDICTION: 'eu', LANG: 'x' }],
  [undefined, { LANG: 'x' }],
])('the worker knows the jurisdiction %s of its stores', (jurisdiction, vars) => {
  const config = { r2_buckets: [{ binding: 'MEDIA', jurisdiction }], vars: { LANG: 'x' } }
  completeConfig(config)
  expect(config.vars).toEqual(vars)
})
