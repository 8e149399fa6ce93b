/** Which wallets the operator has turned on, by setting their secrets. */
import { type Wallet, wallets } from '../../schema/wallet/wallet.ts'
import type { Bindings } from '../env.ts'

type Secret = Extract<keyof Bindings, `${'APPLE' | 'GOOGLE'}_WALLET_${string}`>

/** The secrets that each wallet needs. */
export const walletSecrets = {
  apple: ['APPLE_WALLET_CERTIFICATE', 'APPLE_WALLET_KEY', 'APPLE_WALLET_WWDR'],
  google: ['GOOGLE_WALLET_KEY', 'GOOGLE_WALLET_ISSUER'],
} as const satisfies Record<Wallet, Secret[]>

export function hasWallet(env: Bindings, wallet: Wallet): boolean {
  return walletSecrets[wallet].every((name) => env[name])
}

/** The wallets that are on. */
export function listWallets(env: Bindings): Wallet[] {
  return wallets.filter((wallet) => hasWallet(env, wallet))
}
