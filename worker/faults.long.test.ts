// `trust/faults.test.ts` injects the faults into all scenarios.
import { expect, test } from 'vitest'
import { faults } from './testing/fault-bindings.ts'
import { frequentScenarios, injectFaults, makeInstallation } from './testing/fault-errors.ts'

const installation = await makeInstallation()

test.for(frequentScenarios)(
  '$name: no failure loses, repeats or half applies it',
  { timeout: 900_000 },
  async (scenario, { task }) => {
    const { wrong, cases } = await injectFaults(installation, scenario, faults)
    expect(wrong).toEqual([])
    task.meta.proves = { what: 'faults injected', cases }
  },
)
