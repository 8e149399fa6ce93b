/** What the worker posts to the email provider; the stand-ins for the provider in tests and on this machine parse it. */
import * as z from 'zod/mini'

export const PostedMail = z.object({
  from: z.string(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.optional(z.string()),
  headers: z.optional(z.record(z.string(), z.string())),
})
