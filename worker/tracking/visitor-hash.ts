/** Hashes that recognize a visitor within a day, and a network within a minute, without storing either. */
import { createHmac } from 'node:crypto'
import { clientNetwork } from '../platform/client-network.ts'
import { dayMs, minuteMs } from '../platform/time.ts'
import type { Visitor } from './visitor.ts'
import { visitorKey } from './visitor-keys.ts'

/** The length of the network part of a visitor hash. */
export const networkLength = 8
// In base64url: 8 and 14 characters.
const networkBytes = 6
const browserBytes = 10
const tagBytes = 4

/**
 * Returns a hash that recognizes a visitor of a card within one day, keyed with the day's random key, which is
 * deleted 48 hours after the day began. It consists of two HMAC-SHA256 values in base64url, 22 characters: 8 of card
 * and network, so that visitors of a network sort together, and 14 of card, IP address and User-Agent. Returns null if
 * the visitor opted out, for days before yesterday, or if the key cannot be read within 3 s.
 */
export async function visitorHash(
  db: D1Database,
  { address, userAgent, optedOut }: Visitor,
  { cardId, at }: { cardId: number; at: number },
): Promise<string | null> {
  const day = Math.floor(at / dayMs)
  if (optedOut || day < Math.floor(Date.now() / dayMs) - 1) return null
  const key = await visitorKey(db, day)
  if (key === null) return null
  const network = keyed(key, `network\n${cardId}\n${clientNetwork(address)}`, networkBytes)
  return network + keyed(key, `${cardId}\n${address}\n${userAgent}`, browserBytes)
}

/**
 * Returns a tag of 6 characters for the visitor's network on a card within one minute, to count events per network,
 * also of visitors who opted out. Null if the key cannot be read.
 */
export async function networkTag(
  db: D1Database,
  { address }: Visitor,
  { cardId, receivedAt }: { cardId: number; receivedAt: number },
): Promise<string | null> {
  const key = await visitorKey(db, Math.floor(receivedAt / dayMs))
  const minute = Math.floor(receivedAt / minuteMs)
  return key && keyed(key, `minute\n${minute}\n${cardId}\n${clientNetwork(address)}`, tagBytes)
}

function keyed(key: string, text: string, bytes: number): string {
  return createHmac('sha256', key).update(text).digest().subarray(0, bytes).toString('base64url')
}
