/** Section 5: every call of every binding made to fail, the consumer, a server that is killed, and clients without a network. */
import { figureGuards } from './figure-guards.ts'
import { killRounds } from './kill.ts'
import { noticed } from './mutants.ts'
import type { Proof } from './proof.ts'
import { provenBy, provenInBrowser } from './proven.ts'

const rounds = 100

export async function prove(): Promise<Proof[]> {
  // The first takes as long as all the others.
  const proofs = await Promise.all([provenBy('worker', 'faults injected', everyCall), others()])
  return proofs.flat()
}

const everyCall = ['worker/faults.test.ts']

async function others(): Promise<Proof[]> {
  return [
    ...(await provenBy('worker', 'streams of events delivered anyhow', [
      'worker/events/redelivery.test.ts',
      'worker/events/consumer.test.ts',
      'worker/events/record.test.ts',
      'worker/events/visitors-per-network.test.ts',
      'worker/events/bursts.test.ts',
    ])),
    await noticed('what a visitor cannot make up, taken away and noticed', figureGuards),
    ...(await provenBy('worker', 'what is asked again after a lost answer, letters that wait', [
      'worker/platform/idempotency.test.ts',
      'worker/platform/mail.test.ts',
    ])),
    ...(await provenInBrowser('clients without a network', ['offline'], 'journeys')),
    ...(await killRounds(rounds)),
  ]
}
