/** Checks of the secrets of wallet passes, for `npm run doctor`. */
import { type Wallet, walletNames, wallets } from '../../schema/wallet/wallet.ts'
import { dayMs } from '../../worker/platform/time.ts'
import { expiryOf, readAppleIdentity } from '../../worker/wallet/apple-identity.ts'
import { walletSecrets } from '../../worker/wallet/configured.ts'
import { readGoogleIssuer } from '../../worker/wallet/google-pass.ts'
import type { Finding } from './findings.ts'

const warnDays = 30

/** The names of the secrets that are set, and the values that are known. */
export type WalletSecrets = { names: string[]; values: Record<string, string | undefined> }

/** Checks each wallet that has a secret. A wallet without secrets is off. */
export async function walletFindings(secrets: WalletSecrets, now = Date.now()): Promise<Finding[]> {
  const found = await Promise.all(wallets.map((wallet) => findingsOf(wallet, secrets, now)))
  return found.flat()
}

async function findingsOf(
  wallet: Wallet,
  { names, values }: WalletSecrets,
  now: number,
): Promise<Finding[]> {
  const isSet = (name: string) => names.includes(name) || Boolean(values[name])
  const missing = walletSecrets[wallet].filter((name) => !isSet(name))
  if (missing.length === walletSecrets[wallet].length) return []
  const name = walletNames[wallet]
  if (missing.length > 0)
    return finding('error', `${missing.join(' and ')} missing, so there are no passes for ${name}.`)
  if (walletSecrets[wallet].some((each) => !values[each])) return []
  const issuer = await (wallet === 'apple'
    ? readAppleIdentity(values, now)
    : readGoogleIssuer(values))
  if (typeof issuer === 'string') return finding('error', `${name}: ${issuer}`)
  if (!('certificate' in issuer)) return []
  const days = Math.floor((expiryOf(issuer) - now) / dayMs)
  return days < warnDays
    ? finding('warning', `${name}: the certificate expires in ${days} days.`)
    : []
}

function finding(level: Finding['level'], sentence: string): Finding[] {
  return [{ level, text: `${sentence} See docs/wallet.md.` }]
}
