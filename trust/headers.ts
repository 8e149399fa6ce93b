/** Section 4: every route with every status, and every page by the rules of the public observatory. */
import type { Proof } from './proof.ts'
import { provenBy } from './proven.ts'

export function prove(): Promise<Proof[]> {
  return provenBy('worker', 'headers and redirection', [
    'worker/middleware/security-headers.test.ts',
    'worker/routes/view-headers.test.ts',
  ])
}
