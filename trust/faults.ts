/** Section 5: every call of every binding made to fail, the consumer, a server that is killed, and clients without a network. */
import { killRounds } from './kill.ts'
import type { Proof } from './proof.ts'
import { provenBy } from './proven.ts'

const rounds = 100

export async function prove(): Promise<Proof[]> {
  return [
    ...provenBy('worker', 'faults injected', ['worker/faults.test.ts']),
    ...provenBy('worker', 'streams of events delivered anyhow', [
      'worker/analytics/consumer.test.ts',
      'worker/analytics/record.test.ts',
    ]),
    ...(await killRounds(rounds)),
  ]
}
