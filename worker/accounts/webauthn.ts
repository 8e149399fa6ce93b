/**
 * WebAuthn level 3: creates the options for passkeys and verifies the responses. User presence and user verification
 * are required, so a passkey counts as two factors.
 */

import { createHash } from 'node:crypto'
import { and, eq, gt, isNull, lt, or, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import {
  maxPasskeys,
  type NewPasskey,
  type PasskeyAssertion,
  type PasskeyQuestion,
  type PasskeyRequest,
} from '../../schema/accounts/passkey.ts'
import { passkeyChallenges } from '../../schema/accounts/tables.ts'
import type { Bindings, SessionUser } from '../env.ts'
import { type Db, database, deleteSome } from '../platform/database.ts'
import { repeatable } from '../platform/failures.ts'
import { addressFailures, consumeLimit, refundLimit } from '../platform/rate-limiter.ts'
import { hashToken, newToken } from '../platform/secrets.ts'
import type { VerifiedUser } from './auth-version.ts'
import {
  credentialDescriptors,
  findPasskey,
  passkeyName,
  storePasskey,
  updateCounter,
} from './passkeys.ts'

// The library is 90 kB and used nowhere else, so it is loaded on the first response.
const loadLibrary = () => import('@simplewebauthn/server')

/** EdDSA, ES256 and RS256 (RFC 9053, RFC 8812): every authenticator supports one of them. */
const algorithms = [-8, -7, -257]

/** Sign-in options. They are the same for everyone: the user picks a passkey of this site in the browser. */
export async function signInOptions(db: Db, origin: string): Promise<PasskeyQuestion> {
  return assertionOptions(origin, await issueChallenge(db, { purpose: 'sign-in' }), [])
}

/** Options for the signed-in user to reauthenticate with one of their passkeys. */
export async function reauthenticationOptions(
  db: Db,
  { id, sessionId }: SessionUser,
  origin: string,
): Promise<PasskeyQuestion> {
  const challenge = await issueChallenge(db, { purpose: 'proof', sessionId })
  return assertionOptions(origin, challenge, await credentialDescriptors(db, id))
}

/** Registration options; `full` if the user has ten passkeys. */
export async function registrationOptions(
  env: Bindings,
  user: SessionUser,
  origin: string,
): Promise<PasskeyRequest | 'full'> {
  const db = database(env.DB)
  const descriptors = await credentialDescriptors(db, user.id)
  if (descriptors.length >= maxPasskeys) return 'full'
  const name = user.username
  return {
    challenge: await issueChallenge(db, { purpose: 'new', sessionId: user.sessionId }),
    timeout: challengeLifetimeMs,
    rp: { id: relyingPartyId(origin), name: env.PRODUCT_NAME },
    user: { id: userHandleOf(user), name, displayName: user.fullName ?? name },
    pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
    attestation: 'none',
    excludeCredentials: descriptors,
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
  }
}

/** Registers a passkey. Returns `over` for an unknown or expired challenge, `wrong` if verification fails. */
export async function addPasskey(
  db: Db,
  user: SessionUser,
  { sent, origin, device }: { sent: NewPasskey; origin: string; device: string },
) {
  const { id, transports, clientDataJSON, attestationObject } = sent
  const from: Purpose = { purpose: 'new', sessionId: user.sessionId }
  const challenge = await redeemChallenge(db, { ...from, clientDataJSON })
  if (!challenge) return 'over'
  const { verifyRegistrationResponse } = await loadLibrary()
  const verified = await verifyRegistrationResponse({
    response: {
      ...asPublicKey(id),
      response: { clientDataJSON, attestationObject, transports },
    },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: relyingPartyId(origin),
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  }).catch(() => undefined)
  const info = verified?.registrationInfo
  if (!verified?.verified || !info) return 'wrong'
  return storePasskey(db, user, {
    name: passkeyName(info.aaguid, device),
    credentialId: info.credential.id,
    publicKey: Buffer.from(info.credential.publicKey).toString('base64url'),
    counter: info.credential.counter,
    transports,
  })
}

type PasskeyAttempt = {
  sent: PasskeyAssertion
  origin: string
  address: string
  /** The user who must have signed; absent at sign-in. */
  user?: SessionUser
}

/** The authenticated user; `over` for an unknown or expired challenge, `wrong`, or the seconds to wait. */
export async function checkPasskey(
  env: Bindings,
  { sent, origin, address, user }: PasskeyAttempt,
): Promise<VerifiedUser | 'over' | 'wrong' | number> {
  const db = database(env.DB)
  const failures = addressFailures(env, address)
  const wait = await consumeLimit(env, failures)
  if (wait > 0) return wait
  const expected: Purpose = user
    ? { purpose: 'proof', sessionId: user.sessionId }
    : { purpose: 'sign-in' }
  const challenge = await redeemChallenge(db, { ...expected, clientDataJSON: sent.clientDataJSON })
  if (!challenge) return 'over'
  const found = await findPasskey(db, sent.id)
  if (!found || (user && user.id !== found.user.id)) return 'wrong'
  if (sent.userHandle !== null && sent.userHandle !== userHandleOf(found.user)) return 'wrong'
  const counter = await verifyCounter(found, { sent, origin, challenge })
  if (counter === undefined) return 'wrong'
  // Of two concurrent responses with the same counter, only the first is accepted.
  if (!(await updateCounter(db, { id: found.id, from: found.counter, to: counter }))) return 'wrong'
  await refundLimit(env, failures)
  return { user: found.user, authVersion: found.authVersion }
}

/** The new signature counter; undefined if verification fails or the counter went back. */
async function verifyCounter(
  { publicKey, counter }: { publicKey: string; counter: number },
  { sent, origin, challenge }: { sent: PasskeyAssertion; origin: string; challenge: string },
): Promise<number | undefined> {
  const { id, userHandle: _, ...response } = sent
  const { verifyAuthenticationResponse } = await loadLibrary()
  const verified = await verifyAuthenticationResponse({
    response: { ...asPublicKey(id), response },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: relyingPartyId(origin),
    credential: { id, publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')), counter },
    requireUserVerification: true,
  }).catch(() => undefined)
  return verified?.verified ? verified.authenticationInfo.newCounter : undefined
}

function assertionOptions(
  origin: string,
  challenge: string,
  allowCredentials: PasskeyQuestion['allowCredentials'],
): PasskeyQuestion {
  const rpId = relyingPartyId(origin)
  return {
    challenge,
    timeout: challengeLifetimeMs,
    rpId,
    userVerification: 'required',
    allowCredentials,
  }
}

function asPublicKey(id: string) {
  return { id, rawId: id, type: 'public-key', clientExtensionResults: {} } as const
}

/** The relying party id: the host without scheme and port. */
function relyingPartyId(origin: string): string {
  return new URL(origin).hostname
}

/** The user handle: opaque, so it does not identify the user. */
function userHandleOf({ id, createdAt }: { id: number; createdAt: string }): string {
  return createHash('sha256').update(`passkey\n${id}\n${createdAt}`).digest('base64url')
}

// Challenges: random, hashed, valid for five minutes, one response, one purpose and one session.

/** In milliseconds; also the timeout in the browser. */
const challengeLifetimeMs = 300_000

/** `sessionId` is absent at sign-in. */
type Purpose = { purpose: 'sign-in' | 'proof' | 'new'; sessionId?: string }

/** Stores a challenge and returns it in base64url. */
async function issueChallenge(db: Db, expected: Purpose, now = Date.now()): Promise<string> {
  const challenge = newToken()
  const { purpose, sessionId = null } = expected
  const row = {
    hash: hashToken(challenge),
    purpose,
    sessionId,
    expiresAt: now + challengeLifetimeMs,
  }
  await repeatable(() => db.insert(passkeyChallenges).values(row).onConflictDoNothing())
  return challenge
}

/** Uses up the signed challenge; undefined if it is unknown, expired, or for another purpose or session. */
async function redeemChallenge(
  db: Db,
  { clientDataJSON, purpose, sessionId }: Purpose & { clientDataJSON: string },
  now = Date.now(),
): Promise<string | undefined> {
  const data = await new Response(Buffer.from(clientDataJSON, 'base64url')).json().catch(() => null)
  const challenge = ClientData.safeParse(data).data?.challenge
  if (!challenge) return undefined
  const { lastCall } = passkeyChallenges
  const call = crypto.randomUUID()
  // The row stays until it expires, so that a retry after a lost response recognizes its own call.
  const update = db
    .update(passkeyChallenges)
    .set({ lastCall: call })
    .where(
      and(
        eq(passkeyChallenges.hash, hashToken(challenge)),
        eq(passkeyChallenges.purpose, purpose),
        sql`${passkeyChallenges.sessionId} is ${sessionId ?? null}`,
        gt(passkeyChallenges.expiresAt, now),
        or(isNull(lastCall), eq(lastCall, call)),
      ),
    )
    .returning({ hash: passkeyChallenges.hash })
  return (await repeatable(() => update)).length > 0 ? challenge : undefined
}

/** The statement that deletes expired challenges, for the cron job's batch. */
export function deleteExpiredChallenges(db: Db, now = Date.now()) {
  return deleteSome(db, passkeyChallenges, lt(passkeyChallenges.expiresAt, now))
}

// Our pages are never embedded in another origin's frame.
const ClientData = z.object({
  challenge: z.string().check(z.regex(/^[\w-]{43}$/)),
  crossOrigin: z.optional(z.literal(false)),
})
