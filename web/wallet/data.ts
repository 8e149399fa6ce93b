import { mutate } from 'swr'
import { type Wallet, WalletLink, wallets } from '../../schema/wallet/wallet.ts'
import { request } from '../api.ts'

/** The wallets that the operator has turned on. The page has the tag only if there are any. */
export function listWallets(): Wallet[] {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="wallets"]')
  const on = meta?.content.split(' ') ?? []
  return wallets.filter((wallet) => on.includes(wallet))
}

/** A link that adds the card to a wallet, for 15 minutes. The first creates a share point. */
export async function createWalletLink(cardId: number, wallet: Wallet): Promise<WalletLink> {
  const cardPath = `/api/business-cards/${cardId}`
  const link = await request(`${cardPath}/wallet`, WalletLink, { method: 'POST', body: { wallet } })
  await mutate(`${cardPath}/share-points`)
  return link
}
