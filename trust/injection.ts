/** Section 2: every payload in every place, in Chromium and in every other reader; CSS, pictures and addresses besides. */
import type { Proof } from './proof.ts'
import { provenBy, provenInBrowser } from './proven.ts'

export function prove(): Proof[] {
  return [
    ...provenBy('worker', 'answers to hostile text', ['worker/injection.test.ts']),
    ...provenInBrowser('hostile pages', ['injection']),
  ]
}
