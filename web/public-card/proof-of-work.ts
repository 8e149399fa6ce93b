/**
 * Solves the proof of work that the form requires when a card receives too many entries: 1 to 3 s
 * on a phone. Loaded on demand.
 */
import type { Challenge, Proof } from '../../schema/inbox/form.ts'

const text = new TextEncoder()

/**
 * Returns the proof; undefined without a challenge, or without `crypto.subtle` (the page came over
 * http). Pages that were opened before a release import it under this name.
 */
export async function prove(header: string | null): Promise<Proof | undefined> {
  if (!header || !globalThis.crypto?.subtle) return undefined
  const challenge: Challenge = JSON.parse(header)
  for (let number = 0; number < challenge.tries; number += 1) {
    const key = await crypto.subtle.importKey('raw', text.encode(`${number}`), 'PBKDF2', false, [
      'deriveBits',
    ])
    if ((await derive(key, challenge, 256)) !== challenge.target) continue
    return { expires: challenge.expires, key: (await derive(key, challenge, 512)).slice(64) }
  }
  return undefined
}

async function derive(key: CryptoKey, { salt, rounds }: Challenge, bits: number): Promise<string> {
  const how = { name: 'PBKDF2', hash: 'SHA-256', salt: text.encode(salt), iterations: rounds }
  const bytes = new Uint8Array(await crypto.subtle.deriveBits(how, key, bits))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
