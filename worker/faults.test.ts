// `faults.long.test.ts` injects the other faults, and `trust/faults.test.ts` all of them into all scenarios.
import { expect, test } from 'vitest'
import { frequentScenarios, injectFaults, makeInstallation } from './testing/fault-errors.ts'

const installation = await makeInstallation()

test.for(frequentScenarios)(
  '$name: no failure loses, repeats or half applies it',
  { timeout: 900_000 },
  async (scenario, { task }) => {
    const { wrong, cases } = await injectFaults(installation, scenario, ['crash'])
    expect(wrong).toEqual([])
    task.meta.proves = { what: 'faults injected', cases }
  },
)
