/** Section 8: logs without a person in them, the status, its alerts, jobs that run once, and the doctor. */
import type { Proof } from './proof.ts'
import { provenBy } from './proven.ts'

export async function prove(): Promise<Proof[]> {
  const worker = [
    'worker/platform/log.test.ts',
    'worker/routes/status.test.ts',
    'worker/ops/cron.test.ts',
  ]
  return [
    ...(await provenBy('worker', 'status, alerts, jobs of the cron', worker)),
    ...(await provenBy('plain', 'findings of the doctor', ['scripts/doctor.test.ts'])),
    ...(await provenBy('plain', 'commands that refuse in a sentence, and say their usage', [
      'scripts/start.test.ts',
    ])),
  ]
}
