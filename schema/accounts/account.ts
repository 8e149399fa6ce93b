/** The user's own account: sessions, deletion, email verification, undoing an email change, and offers of cards. */
import * as z from 'zod/mini'

/** A session in the list of devices. Its id can be used to end it, but not to authenticate. Times are ISO 8601. */
export const Session = z
  .object({
    id: z.string(),
    /** Browser and system. */
    device: z.string(),
    createdAt: z.string(),
    lastSeenAt: z.string(),
    /** True for the session that made this request. */
    current: z.boolean(),
  })
  .register(z.globalRegistry, { id: 'Session' })
export type Session = z.infer<typeof Session>

/** Which notification emails the user gets. Emails about the account itself cannot be turned off. */
export const MailChoice = z
  .strictObject({
    /** For each form submission on one of the user's cards. */
    entries: z.boolean(),
    /** A digest of follow-ups that are due and of submissions assigned by colleagues. */
    followUps: z.boolean(),
    /** A weekly summary of their cards. */
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

/** An offer of cards as its recipient sees it; `cards` is their number. */
export const TransferOffer = z
  .object({ from: z.string(), cards: z.number(), expiresAt: z.string() })
  .register(z.globalRegistry, { id: 'HandoverOffer' })
export type TransferOffer = z.infer<typeof TransferOffer>
