/** Pieces the contracts share: text a person types, and ids. */
import * as z from 'zod'

/** Required text, trimmed, without control characters other than line breaks and tabs. */
export function line(max: number, message: string) {
  return z
    .string(message)
    .trim()
    .max(max, message)
    .regex(/^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]*$/, message)
}

/** Optional text: absent, null and blank are all null. */
export function optionalLine(max: number, message: string) {
  return line(max, message)
    .nullish()
    .transform((text) => text || null)
}

const emailMessage = 'Please enter a valid email'

const notInEmail = '\\s\\p{Cc}\\p{Cf}\\p{Default_Ignorable_Code_Point}@<>"(),:;\\\\[\\]'

/**
 * One address with one at-sign and no white space, at most 254 characters (RFC 5321 4.5.3.1.3). Nothing in it is a control
 * or format character, which could end a header or hide what the address is.
 */
export const Email = z
  .string(emailMessage)
  .trim()
  .max(254, emailMessage)
  .regex(new RegExp(`^[^${notInEmail}]+@[^${notInEmail}]+$`, 'u'), emailMessage)

/** What its client calls a request, so that the same one sent again makes nothing twice. */
export const ClientId = z
  .string()
  .regex(/^[A-Za-z0-9_-]{16,64}$/)
  .optional()

export const Id = z.number().int().positive().max(2_147_483_647)

/** An id in a path or query: digits only. */
export const PathId = z
  .string()
  .regex(/^[1-9]\d{0,9}$/)
  .transform(Number)
