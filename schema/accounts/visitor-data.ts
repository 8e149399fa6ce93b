/** A visitor's form submissions across cards, found by email, for export or erasure. */
import * as z from 'zod/mini'
import { Submission } from '../inbox/inbox.ts'
import { StoredEmail } from '../text.ts'

export const VisitorQuery = z.strictObject({ email: StoredEmail })
export type VisitorQuery = z.infer<typeof VisitorQuery>

/** Newest first, at most 1,000, each with the slug of its card. */
export const VisitorData = z
  .object({ entries: z.array(z.extend(Submission, { card: z.nullable(z.string()) })) })
  .register(z.globalRegistry, { id: 'VisitorData' })
export type VisitorData = z.infer<typeof VisitorData>

/** The number of entries deleted. */
export const VisitorErasure = z
  .object({ erased: z.number() })
  .register(z.globalRegistry, { id: 'VisitorErasure' })
