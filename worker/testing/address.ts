/** Addresses for tests: what is counted against an address in one test must not count in another. Only tests import this. */

let own = anyAddress()

/** Headers of a visitor at an address nobody had yet. */
export function newAddress(): { 'CF-Connecting-IP': string } {
  return { 'CF-Connecting-IP': anyAddress() }
}

/** Headers of a test's own visitor, who has another address in each test: the limiters of the runtime outlive a test file. */
export function ownAddress(): { 'CF-Connecting-IP': string } {
  return { 'CF-Connecting-IP': own }
}

/** Moves the test's own visitor; `setup.ts` does it before each test. */
export function moveVisitor(): void {
  own = anyAddress()
}

function anyAddress(): string {
  const [a, b, c] = crypto.getRandomValues(new Uint8Array(3))
  return `10.${a}.${b}.${c}`
}
