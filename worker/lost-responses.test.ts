// `trust/faults.test.ts` loses the response of each single statement of all scenarios.
import { expect, test } from 'vitest'
import { allScenarios, loseResponses, makeInstallation } from './testing/fault-errors.ts'

const installation = await makeInstallation()

/** Those whose answer says what was counted, used up or made. */
const counting = new Set([
  'the code of a sign-in',
  'a reauthentication with a recovery code',
  'a sign-in with a passkey',
  'a second factor off',
  'a change of email undone',
  'a user edited',
  'leads sent',
  'entries merged',
  'entries split',
  'own fields saved',
  'the submissions of a visitor erased',
  'a card with its contacts imported',
  'a device registered for a pass',
  'an image uploaded',
  'many users',
])

test.for(allScenarios.filter(({ name }) => counting.has(name)))(
  '$name: the answer is the same when each write loses its first response',
  { timeout: 60_000 },
  async (scenario) => {
    expect(await loseResponses(installation, scenario)).toEqual([])
  },
)
