/** Makes the file of a pass for Apple Wallet: what it shows, its images and the operator's signature. */
import type { Bindings } from '../env.ts'
import { log } from '../platform/log.ts'
import { readAppleIdentity } from './apple-identity.ts'
import { applePassJson } from './apple-pass.ts'
import { passImages } from './pass-images.ts'
import { encode, packPass } from './pkpass.ts'
import type { WalletPass } from './wallet-passes.ts'
import { deviceToken } from './wallet-tokens.ts'

/** The file; undefined if the operator's certificates are wrong, which is logged. */
export async function applePassFile(
  env: Bindings,
  pass: WalletPass,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const identity = await readAppleIdentity(env)
  if (typeof identity === 'string') {
    log('error', 'apple wallet', { reason: identity })
    return undefined
  }
  const issuer = {
    ...identity,
    organization: env.PRODUCT_NAME,
    token: deviceToken(env, pass.cardId),
  }
  const json = encode(applePassJson(pass, issuer))
  return packPass({ 'pass.json': json, ...(await passImages(env, pass)) }, identity)
}
