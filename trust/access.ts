/** Section 1: every route, every actor, every variant; and each guard taken away in turn. */
import type { Proof } from './proof.ts'
import { provenBy } from './proven.ts'

export function prove(): Proof[] {
  return provenBy('worker', 'answers of the matrix', ['worker/matrix.test.ts'])
}
