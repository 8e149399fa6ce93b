/** Section 9: licences, install scripts and hashes of everything that is installed. */
import { readLock } from '../scripts/supply.ts'
import type { Proof } from './proof.ts'
import { provenBy } from './proven.ts'

export async function prove(): Promise<Proof[]> {
  const [found] = await provenBy('plain', 'rules of the supply chain', ['scripts/supply.test.ts'])
  const failures = found?.failures ?? 1
  const packages = Object.keys(readLock().packages).length - 1
  return [
    ...(found ? [found] : []),
    {
      what: 'packages with a licence, a hash and no script that is not listed',
      cases: packages,
      failures,
    },
  ]
}
