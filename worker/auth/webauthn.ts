/** Asking browsers for passkeys, and holding their answers to what was asked (WebAuthn level 3). Presence and verification of the person are required, so that a passkey is two factors. */

import { createHash } from 'node:crypto'
import { and, eq, gt, lt, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { passkeyChallenges } from '../../schema/access-tables.ts'
import {
  maxPasskeys,
  type NewPasskey,
  type PasskeyAssertion,
  type PasskeyQuestion,
  type PasskeyRequest,
} from '../../schema/passkey.ts'
import type { Bindings, SessionUser } from '../env.ts'
import { type Db, database } from '../platform/database.ts'
import { addressFailures, consumeLimit, refundLimit } from '../platform/rate-limiter.ts'
import { hashToken, newToken } from '../platform/tokens.ts'
import type { Proven } from './auth-version.ts'
import { countUse, findPasskey, keepPasskey, namedPasskeys, passkeyName } from './passkeys.ts'

// The library is 90 kB of script that nothing else needs: fetched when somebody answers.
const library = () => import('@simplewebauthn/server')

/** EdDSA, ES256 and RS256 (RFC 9053, RFC 8812): what every maker has one of. */
const algorithms = [-8, -7, -257]

/** The same for everybody: whoever has a passkey for this site chooses it in their browser. */
export async function signInOptions(db: Db, origin: string): Promise<PasskeyQuestion> {
  return question(origin, await issueChallenge(db, { purpose: 'sign-in' }), [])
}

/** For who is signed in: one of their own. */
export async function reauthenticationOptions(
  db: Db,
  { id, sessionId }: SessionUser,
  origin: string,
): Promise<PasskeyQuestion> {
  const challenge = await issueChallenge(db, { purpose: 'proof', sessionId })
  return question(origin, challenge, await namedPasskeys(db, id))
}

/** For a passkey that is to be made; `full` when the user has ten. */
export async function registrationOptions(
  env: Bindings,
  user: SessionUser,
  origin: string,
): Promise<PasskeyRequest | 'full'> {
  const db = database(env.DB)
  const own = await namedPasskeys(db, user.id)
  if (own.length >= maxPasskeys) return 'full'
  const name = user.username
  return {
    challenge: await issueChallenge(db, { purpose: 'new', sessionId: user.sessionId }),
    timeout: challengeLife,
    rp: { id: siteOf(origin), name: env.PRODUCT_NAME },
    user: { id: handleOf(user), name, displayName: user.fullName ?? name },
    pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
    attestation: 'none',
    excludeCredentials: own,
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
  }
}

/** The passkey that was made; `over` when nobody asked for it, or no longer, `wrong` when it does not hold. */
export async function addPasskey(
  db: Db,
  user: SessionUser,
  { sent, origin, device }: { sent: NewPasskey; origin: string; device: string },
) {
  const { id, transports, clientDataJSON, attestationObject } = sent
  const from: Purpose = { purpose: 'new', sessionId: user.sessionId }
  const challenge = await redeemChallenge(db, { ...from, clientDataJSON })
  if (!challenge) return 'over'
  const { verifyRegistrationResponse } = await library()
  const verified = await verifyRegistrationResponse({
    response: {
      ...asPublicKey(id),
      response: { clientDataJSON, attestationObject, transports },
    },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: siteOf(origin),
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  }).catch(() => undefined)
  const info = verified?.registrationInfo
  if (!verified?.verified || !info) return 'wrong'
  return keepPasskey(db, user, {
    name: passkeyName(info.aaguid, device),
    credentialId: info.credential.id,
    publicKey: Buffer.from(info.credential.publicKey).toString('base64url'),
    counter: info.credential.counter,
    transports,
  })
}

type Answered = {
  sent: PasskeyAssertion
  origin: string
  address: string
  /** Who has to have signed; absent where nobody is signed in yet. */
  user?: SessionUser
}

/** Who signed; `over`, `wrong`, or the seconds to wait. */
export async function checkPasskey(
  env: Bindings,
  { sent, origin, address, user }: Answered,
): Promise<Proven | 'over' | 'wrong' | number> {
  const db = database(env.DB)
  const failures = addressFailures(env, address)
  const wait = await consumeLimit(env, failures)
  if (wait > 0) return wait
  const asked: Purpose = user
    ? { purpose: 'proof', sessionId: user.sessionId }
    : { purpose: 'sign-in' }
  const challenge = await redeemChallenge(db, { ...asked, clientDataJSON: sent.clientDataJSON })
  if (!challenge) return 'over'
  const found = await findPasskey(db, sent.id)
  if (!found || (user && user.id !== found.user.id)) return 'wrong'
  if (sent.userHandle !== null && sent.userHandle !== handleOf(found.user)) return 'wrong'
  const counter = await counterOf(found, { sent, origin, challenge })
  if (counter === undefined) return 'wrong'
  // Of two answers with one count only the first is taken.
  if (!(await countUse(db, { id: found.id, from: found.counter, to: counter }))) return 'wrong'
  await refundLimit(env, failures)
  return { user: found.user, authVersion: found.authVersion }
}

/** What the passkey says it has been used; undefined when it did not sign this, here, with the person verified, or counts back. */
async function counterOf(
  { publicKey, counter }: { publicKey: string; counter: number },
  { sent, origin, challenge }: { sent: PasskeyAssertion; origin: string; challenge: string },
): Promise<number | undefined> {
  const { id, userHandle: _, ...response } = sent
  const { verifyAuthenticationResponse } = await library()
  const verified = await verifyAuthenticationResponse({
    response: { ...asPublicKey(id), response },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: siteOf(origin),
    credential: { id, publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')), counter },
    requireUserVerification: true,
  }).catch(() => undefined)
  return verified?.verified ? verified.authenticationInfo.newCounter : undefined
}

function question(
  origin: string,
  challenge: string,
  allowCredentials: PasskeyQuestion['allowCredentials'],
): PasskeyQuestion {
  const rpId = siteOf(origin)
  return { challenge, timeout: challengeLife, rpId, userVerification: 'required', allowCredentials }
}

function asPublicKey(id: string) {
  return { id, rawId: id, type: 'public-key', clientExtensionResults: {} } as const
}

/** What passkeys are made for: the host, without scheme and port. */
function siteOf(origin: string): string {
  return new URL(origin).hostname
}

/** What passkeys call the account: nothing of it tells whose it is. */
function handleOf({ id, createdAt }: { id: number; createdAt: string }): string {
  return createHash('sha256').update(`passkey\n${id}\n${createdAt}`).digest('base64url')
}

// What passkeys are asked to sign: random, hashed, good for five minutes, one answer, one purpose and one session.

/** In milliseconds; the browser gives up after as long. */
const challengeLife = 300_000

/** `sessionId` is absent where nobody is signed in yet. */
type Purpose = { purpose: 'sign-in' | 'proof' | 'new'; sessionId?: string }

/** The challenge, as base64url. */
async function issueChallenge(db: Db, asked: Purpose, now = Date.now()): Promise<string> {
  const challenge = newToken()
  const { purpose, sessionId = null } = asked
  const row = { hash: hashToken(challenge), purpose, sessionId, expiresAt: now + challengeLife }
  await db.insert(passkeyChallenges).values(row).onConflictDoNothing()
  return challenge
}

/** Uses up the challenge that the browser says was signed; undefined when it is none of ours, for something else, or over. */
async function redeemChallenge(
  db: Db,
  { clientDataJSON, purpose, sessionId }: Purpose & { clientDataJSON: string },
  now = Date.now(),
): Promise<string | undefined> {
  const told = await new Response(Buffer.from(clientDataJSON, 'base64url')).json().catch(() => null)
  const challenge = ClientData.safeParse(told).data?.challenge
  if (!challenge) return undefined
  const spent = await db
    .delete(passkeyChallenges)
    .where(
      and(
        eq(passkeyChallenges.hash, hashToken(challenge)),
        eq(passkeyChallenges.purpose, purpose),
        sql`${passkeyChallenges.sessionId} is ${sessionId ?? null}`,
        gt(passkeyChallenges.expiresAt, now),
      ),
    )
    .returning({ hash: passkeyChallenges.hash })
  return spent.length > 0 ? challenge : undefined
}

/** The statement that drops those nobody can answer any more, for the cron's batch. */
export function deleteExpiredChallenges(db: Db, now = Date.now()) {
  return db.delete(passkeyChallenges).where(lt(passkeyChallenges.expiresAt, now))
}

// No page of ours is in somebody else's frame.
const ClientData = z.object({
  challenge: z.string().check(z.regex(/^[\w-]{43}$/)),
  crossOrigin: z.optional(z.literal(false)),
})
