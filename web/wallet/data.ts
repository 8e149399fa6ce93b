import { mutate } from 'swr'
import { type Wallet, WalletLink, wallets } from '../../schema/wallet/wallet.ts'
import { request } from '../api.ts'

/** Returns the wallets that the operator has turned on; the page lists them in a meta tag. */
export function listWallets(): Wallet[] {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="wallets"]')
  const on = meta?.content.split(' ') ?? []
  return wallets.filter((wallet) => on.includes(wallet))
}

/** Where each wallet runs. */
export const runsOn: Record<Wallet, RegExp> = { apple: /iPhone|iPad|iPod/, google: /Android/ }

/** Returns the wallets that the operator has turned on and this phone has. */
export function listPhoneWallets(): Wallet[] {
  return listWallets().filter((wallet) => runsOn[wallet].test(navigator.userAgent))
}

/** Returns a link that adds the card to a wallet, valid for 15 minutes. The first link creates a share point. */
export async function createWalletLink(cardId: number, wallet: Wallet): Promise<WalletLink> {
  const cardPath = `/api/business-cards/${cardId}`
  const link = await request(`${cardPath}/wallet`, WalletLink, { method: 'POST', body: { wallet } })
  await mutate(`${cardPath}/share-points`)
  return link
}
