/** Addresses for tests: what is counted against an address in one test must not count in another. Only tests import this. */

let used = 0

/** Headers of a visitor at an address nobody had yet. */
export function newAddress(): { 'CF-Connecting-IP': string } {
  used += 1
  return { 'CF-Connecting-IP': `203.0.${used >> 8}.${used & 255}` }
}
