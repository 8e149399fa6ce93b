/** Transfer of a user's own cards to a colleague, who must accept the offer. */
import * as z from 'zod/mini'

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
