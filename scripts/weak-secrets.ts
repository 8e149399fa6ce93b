/** Secrets that are none, because they stand in a file of the repository. */
import { pepperId } from '../worker/platform/peppers.ts'

/** Of `openssl rand -hex 32` there are 64. */
export const minimumPepper = 32

const known = [
  'change-me-to-64-random-hex-characters',
  'a pepper for tests only',
  'of an empty server',
  'of a hostile server',
  'bench',
]

/** By its value, or by its id alone. */
export function pepperIsKnown(pepper = '', id = pepperId(pepper)): boolean {
  return known.some((each) => each === pepper.trim() || pepperId(each) === id)
}
