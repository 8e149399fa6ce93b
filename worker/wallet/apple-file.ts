/** The file of a pass for Apple Wallet: a ZIP with pass.json, images, a manifest of their hashes, and its signature. */
import { type Zippable, zipSync } from 'fflate'
import type { Bindings } from '../env.ts'
import { log } from '../platform/log.ts'
import { type AppleIdentity, readAppleIdentity } from './apple-identity.ts'
import { applePassJson } from './apple-pass.ts'
import { signDetached } from './detached-signature.ts'
import { passImages } from './pass-images.ts'
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

async function packPass(
  files: Record<string, Uint8Array<ArrayBuffer>>,
  identity: AppleIdentity,
): Promise<Uint8Array<ArrayBuffer>> {
  const manifest = encode(Object.fromEntries(await Promise.all(Object.entries(files).map(hashed))))
  const signature = await signDetached(manifest, identity)
  const all: Zippable = { ...files, 'manifest.json': manifest, signature }
  // Images are compressed already.
  return new Uint8Array(zipSync(all, { level: 0 }))
}

function encode(value: object): Uint8Array<ArrayBuffer> {
  return new Uint8Array(new TextEncoder().encode(JSON.stringify(value)))
}

// Wallet reads manifests with SHA-1 only; what is signed is the manifest's SHA-256.
async function hashed([name, bytes]: [string, Uint8Array<ArrayBuffer>]): Promise<[string, string]> {
  return [name, Buffer.from(await crypto.subtle.digest('SHA-1', bytes)).toString('hex')]
}
