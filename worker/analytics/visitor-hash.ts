/** Recognising a visitor within one day: a hash keyed with that day's random salt, which is deleted after 48 hours. */
import { createHmac, randomBytes } from 'node:crypto'
import { withTimeout } from '../platform/timeout.ts'
import { dayMs } from './counts.ts'
import { networkOf, type Visitor } from './visitor.ts'

/** The characters of a visitor hash that stand for the network. */
export const networkLength = 8
// Of 6 and 10 bytes: 22 characters together.
const networkBytes = 6
const browserBytes = 10
const tagBytes = 4

const patience = 500
const pause = 5000

type Kept = { salt: string | null; until: number }
const salts = new WeakMap<D1Database, Map<number, Kept>>()

/**
 * Two HMAC-SHA256 in base64url, 22 characters: 8 over card and network, so that the visitors of one network stand side by
 * side, and 14 over card, address and User-Agent. Null when the visitor asked not to be recognised, when the day is over
 * for long, or when its salt cannot be had within half a second.
 */
export async function visitorHash(
  db: D1Database,
  { address, userAgent, discreet }: Visitor,
  { cardId, at }: { cardId: number; at: number },
): Promise<string | null> {
  const day = Math.floor(at / dayMs)
  if (discreet || day < Math.floor(Date.now() / dayMs) - 1) return null
  const salt = await saltOf(db, day)
  if (salt === null) return null
  const network = keyed(salt, `network\n${cardId}\n${networkOf(address)}`, networkBytes)
  return network + keyed(salt, `${cardId}\n${address}\n${userAgent}`, browserBytes)
}

/**
 * Stands for the visitor's network on a card for one minute, 6 characters: to count what comes from one network, also of
 * visitors who asked not to be recognised. Null when the salt cannot be had.
 */
export async function networkTag(
  db: D1Database,
  { address }: Visitor,
  { cardId, receivedAt }: { cardId: number; receivedAt: number },
): Promise<string | null> {
  const salt = await saltOf(db, Math.floor(receivedAt / dayMs))
  const minute = Math.floor(receivedAt / 60_000)
  return salt && keyed(salt, `minute\n${minute}\n${cardId}\n${networkOf(address)}`, tagBytes)
}

function keyed(salt: string, text: string, bytes: number): string {
  return createHmac('sha256', salt).update(text).digest().subarray(0, bytes).toString('base64url')
}

// Values are kept, not promises: a promise of a request that is cut off would hold up all later ones.
async function saltOf(db: D1Database, day: number): Promise<string | null> {
  const days = salts.get(db) ?? new Map<number, Kept>()
  salts.set(db, days)
  const known = days.get(day)
  if (known && known.until > Date.now()) return known.salt
  const salt = await readSalt(db, day)
  // A database that is down is not asked again by every visitor.
  days.set(day, { salt, until: salt === null ? Date.now() + pause : Number.POSITIVE_INFINITY })
  for (const old of days.keys()) if (old < day - 1) days.delete(old)
  return salt
}

async function readSalt(db: D1Database, day: number): Promise<string | null> {
  return withTimeout(patience, makeSalt(db, day)).catch(() => null)
}

/** The day's salt, made by whoever asks first. */
async function makeSalt(db: D1Database, day: number): Promise<string | null> {
  const made = randomBytes(16).toString('base64url')
  const [, answer] = await db.batch<{ salt: string }>([
    db.prepare('insert or ignore into visitor_salts (day, salt) values (?, ?)').bind(day, made),
    db.prepare('select salt from visitor_salts where day = ?').bind(day),
  ])
  return answer?.results[0]?.salt ?? null
}
