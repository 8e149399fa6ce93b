/** Receipts of visitors: the private link to what they sent. */
import * as z from 'zod/mini'

/** How long the link works. */
export const receiptDays = 90

/** 128 random bits in base64url. */
export const ReceiptToken = z.string().check(z.regex(/^[\w-]{22}$/))

/** The response to a submission: the path of its receipt; null for a repeat without an id of its own. */
export const SubmissionReceipt = z
  .object({ receipt: z.nullable(z.string()) })
  .register(z.globalRegistry, { id: 'SubmissionReceipt' })

export function receiptPath(token: string): string {
  return `/receipt/${token}`
}
