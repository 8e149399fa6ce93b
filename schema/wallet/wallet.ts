/** Wallet passes: cards in Apple Wallet and Google Wallet, each with the code of its own share point. */
import * as z from 'zod/mini'

export const wallets = ['apple', 'google'] as const
export type Wallet = (typeof wallets)[number]

/** Names of the wallets and of their share points; not translated. */
export const walletNames: Record<Wallet, string> = {
  apple: 'Apple Wallet',
  google: 'Google Wallet',
}

export const NewWalletPass = z.strictObject({ wallet: z.enum(wallets, 'Select a wallet') })
export type NewWalletPass = z.infer<typeof NewWalletPass>

/** A link that adds the pass to a wallet, for anyone who opens it before it expires. */
export const WalletLink = z
  .object({ url: z.string(), expiresAt: z.string() })
  .register(z.globalRegistry, { id: 'WalletLink' })
export type WalletLink = z.infer<typeof WalletLink>

// The requests of Apple's devices (developer.apple.com/documentation/walletpasses, "Adding a web service to update passes").

/** The id of a device for passes of this kind, in a path. */
export const DeviceId = z.string().check(z.regex(/^[\w-]{1,100}$/))

export const DeviceRegistration = z.strictObject({
  pushToken: z.string().check(z.regex(/^[0-9A-Za-z+/=_-]{1,200}$/)),
})

export const UpdatedSince = z.strictObject({
  passesUpdatedSince: z.optional(z.string().check(z.maxLength(40))),
})

export const DeviceLog = z.strictObject({ logs: z.array(z.string()).check(z.maxLength(100)) })

/** The path of the web service for Apple's devices, which add `/v1/…`. */
export const passKitPath = '/wallet/apple'
