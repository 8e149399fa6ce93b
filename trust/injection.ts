/** Section 2: every payload in every place, in Chromium and in every other reader; CSS, pictures and addresses besides. */
import { defences } from './defences.ts'
import { noticed } from './mutants.ts'
import type { Proof } from './proof.ts'
import { provenBy, provenInBrowser } from './proven.ts'

const readers = ['worker/injection.test.ts', 'worker/injection-files.test.ts']

export async function prove(): Promise<Proof[]> {
  return [
    ...(await provenBy('worker', 'answers to hostile text', readers)),
    ...(await provenBy('plain', 'payloads in a PDF', [
      'web/pages/analytics/export/pdf/hostile-text.test.ts',
    ])),
    ...(await provenInBrowser('hostile pages', ['injection'], 'own')),
    await noticed('defences against injection taken away, and noticed', defences),
  ]
}
