/** The own account: its sessions, its end, and taking back a change of its e-mail. */
import * as z from 'zod/mini'

/** Times are ISO 8601; the id ends a session and does not prove it. */
export const Session = z
  .object({
    id: z.string(),
    /** Browser and system. */
    device: z.string(),
    createdAt: z.string(),
    lastSeenAt: z.string(),
    /** The one the list was asked for with. */
    current: z.boolean(),
  })
  .register(z.globalRegistry, { id: 'Session' })
export type Session = z.infer<typeof Session>

/** What is told by mail; letters about the account itself cannot be turned off. */
export const MailChoice = z
  .strictObject({
    /** That somebody filled in the form of a card. */
    entries: z.boolean(),
  })
  .register(z.globalRegistry, { id: 'MailChoice' })
export type MailChoice = z.infer<typeof MailChoice>

export const invalidRevertLinkMessage = 'This link is not valid or has expired.'

/** `token` is what stands behind `#revert=` in the e-mailed link. */
export const EmailRevert = z.strictObject({
  token: z
    .string(invalidRevertLinkMessage)
    .check(z.regex(/^[A-Za-z0-9_-]{43}$/, invalidRevertLinkMessage)),
})

export const invalidVerificationLinkMessage =
  'This link is not valid or has expired. Sign in to have another one sent.'
export const emailIsVerified = 'Your email address is confirmed already.'

/** `token` is what stands behind `#v=` in the e-mailed link. */
export const EmailVerification = z.strictObject({
  token: z
    .string(invalidVerificationLinkMessage)
    .check(z.regex(/^[A-Za-z0-9_-]{43}$/, invalidVerificationLinkMessage)),
})

/** What the specification answers to who deletes the account of a demonstration. */
export const demoRefusal = 'This feature is not implemented in the demo version.'
