// An hour of faults, so only `npm run trust` runs it.
import { expect, test } from 'vitest'
import { faults } from '../worker/testing/fault-bindings.ts'
import { allScenarios, injectFaults, makeInstallation } from '../worker/testing/fault-errors.ts'

const installation = await makeInstallation()

test.for(allScenarios)(
  '$name: no failure loses, repeats or half applies it',
  { timeout: 900_000 },
  async (scenario, { task }) => {
    const { wrong, cases } = await injectFaults(installation, scenario, faults)
    expect(wrong).toEqual([])
    task.meta.proves = { what: 'faults injected', cases }
  },
)
