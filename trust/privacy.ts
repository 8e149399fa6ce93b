/** Section 7: what is kept of whom, looked for in everything that is stored. */
import type { Proof } from './proof.ts'
import { provenBy } from './proven.ts'

export function prove(): Promise<Proof[]> {
  return provenBy('worker', 'promises about privacy', [
    'worker/users/retention.test.ts',
    'worker/users/erasure.test.ts',
    'worker/routes/privacy.test.ts',
    'worker/routes/visitor-data.test.ts',
    'worker/events/prune.test.ts',
    'worker/users/cleanup.test.ts',
  ])
}
