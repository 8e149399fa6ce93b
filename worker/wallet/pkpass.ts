/** The file of a pass for Apple Wallet: a ZIP with pass.json, images, a manifest of their hashes, and its signature. */
import { type Zippable, zipSync } from 'fflate'
import type { AppleIdentity } from './apple-identity.ts'
import { signDetached } from './detached-signature.ts'

/** Signs the files and packs them. */
export async function packPass(
  files: Record<string, Uint8Array<ArrayBuffer>>,
  identity: AppleIdentity,
): Promise<Uint8Array<ArrayBuffer>> {
  const manifest = encode(Object.fromEntries(await Promise.all(Object.entries(files).map(hashed))))
  const signature = await signDetached(manifest, identity)
  const all: Zippable = { ...files, 'manifest.json': manifest, signature }
  // Images are compressed already.
  return new Uint8Array(zipSync(all, { level: 0 }))
}

export function encode(value: object): Uint8Array<ArrayBuffer> {
  return new Uint8Array(new TextEncoder().encode(JSON.stringify(value)))
}

// Wallet reads manifests with SHA-1 only; what is signed is the manifest's SHA-256.
async function hashed([name, bytes]: [string, Uint8Array<ArrayBuffer>]): Promise<[string, string]> {
  return [name, Buffer.from(await crypto.subtle.digest('SHA-1', bytes)).toString('hex')]
}
