/** The code of a share point, in a file of its own because all pages with a form bundle it. */
import * as z from 'zod/mini'

const form = /^[A-HJ-NP-Z2-9]{6}$/

/** As stored and printed: six characters without the look-alikes I, O, 0 and 1. */
export const ShareCode = z.string().check(z.regex(form))

export function isShareCode(text: string): boolean {
  return form.test(text)
}
