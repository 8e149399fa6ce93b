/** The user's own account: sessions, deletion, email verification, undoing an email change, and offers of cards. */
import * as z from 'zod/mini'

/** Times are ISO 8601; the id can end the session but does not authenticate it. */
export const Session = z
  .object({
    id: z.string(),
    /** Browser and system. */
    device: z.string(),
    createdAt: z.string(),
    lastSeenAt: z.string(),
    /** Whether it is the session of this request. */
    current: z.boolean(),
  })
  .register(z.globalRegistry, { id: 'Session' })
export type Session = z.infer<typeof Session>

/** Optional notification emails; those about the account itself cannot be turned off. */
export const MailChoice = z
  .strictObject({
    /** A form submission on one of the user's cards. */
    entries: z.boolean(),
    /** A digest of follow-ups that are due and of entries that colleagues assigned. */
    followUps: z.boolean(),
    /** The figures of their cards, once a week. */
    weekly: z.boolean(),
  })
  .register(z.globalRegistry, { id: 'MailChoice' })
export type MailChoice = z.infer<typeof MailChoice>

export const invalidRevertLinkMessage = 'This link is invalid or has expired.'

/** `token` is the `#revert=` fragment of the emailed link. */
export const EmailRevert = z.strictObject({
  token: z
    .string(invalidRevertLinkMessage)
    .check(z.regex(/^[A-Za-z0-9_-]{43}$/, invalidRevertLinkMessage)),
})

export const invalidVerificationLinkMessage =
  'This link is invalid or has expired. Sign in to get a new one.'
export const emailVerifiedMessage = 'Your email address is already confirmed.'

/** `token` is the `#v=` fragment of the emailed link. */
export const EmailVerification = z.strictObject({
  token: z
    .string(invalidVerificationLinkMessage)
    .check(z.regex(/^[A-Za-z0-9_-]{43}$/, invalidVerificationLinkMessage)),
})

/** The response to deleting a demo account. The wording is a product requirement. */
export const demoMessage = 'This feature is not implemented in the demo version.'

export const invalidOfferMessage =
  'This offer is no longer valid. Ask your colleague for a new one.'

/** `token` is the `#handover=` fragment of the emailed link. */
export const TransferToken = z.strictObject({
  token: z
    .string(invalidOfferMessage)
    .check(z.regex(/^\d{1,15}\.\d{1,15}\.\d{1,15}\.[A-Za-z0-9_-]{43}$/, invalidOfferMessage)),
})

/** The sender, the number of cards offered and the expiry. */
export const TransferOffer = z
  .object({ from: z.string(), cards: z.number(), expiresAt: z.string() })
  .register(z.globalRegistry, { id: 'HandoverOffer' })
export type TransferOffer = z.infer<typeof TransferOffer>
