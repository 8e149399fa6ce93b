/** Users with a password and a second factor. Only tests import this. */
import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import {
  CodeNeeded,
  RecoveryCodes,
  SecondFactorSetup,
} from '../../schema/accounts/second-factor.ts'
import { users } from '../../schema/accounts/tables.ts'
import { hashPassword } from '../accounts/passwords.ts'
import { startSignInChallenge } from '../accounts/sign-in.ts'
import { userColumns } from '../users/queries.ts'
import { db, newAddress, request, signIn } from './app.ts'
import { codeOf } from './authenticator-app.ts'

export const password = 'right horse'
/** The stored hash of `password`. */
export const passwordHash = await hashPassword(password, env.PEPPER)

/** The path of the caller's second factor. */
export const path = '/api/account/second-factor'
/** A code that is never valid. */
export const wrongCode = '000000'

/** Creates a signed-in user whose password is `password`. */
export function signInWithPassword(level = 1, fields: Partial<typeof users.$inferInsert> = {}) {
  return signIn(level, { password: passwordHash, ...fields })
}

export type SignedInUser = Awaited<ReturnType<typeof signInWithPassword>>

/** Turns the second factor on with the code of 30 seconds ago, so that the current and the next code stay unused. */
export async function setUpFactor({ request: call }: SignedInUser) {
  const started = await call('POST', path)
  expect(started.status).toBe(201)
  const { secret, uri } = SecondFactorSetup.parse(await started.json())
  const confirm = () =>
    call('POST', `${path}/confirm`, { code: codeOf(secret, Date.now() - 30_000) })
  const first = await confirm()
  // The code expires if a step ends meanwhile.
  const confirmed = first.status === 400 ? await confirm() : first
  expect(confirmed.status).toBe(200)
  const { codes } = RecoveryCodes.parse(await confirmed.json())
  return { secret, uri, codes }
}

/** Signs in with `password` and returns the response. */
export function submitPassword(username: string) {
  return request('POST', '/api/login', { username, password }, newAddress())
}

/** Starts a sign-in step and returns its token, without the cost of hashing. */
export async function startStep({ user: { id } }: SignedInUser): Promise<string> {
  const [found] = await db
    .select({ user: userColumns, authVersion: users.authVersion })
    .from(users)
    .where(eq(users.id, id))
  return (found && (await startSignInChallenge(db, found))) ?? expect.fail('no step')
}

/** Starts a sign-in step with the password, through the API. */
export async function startStepByPassword({ user }: SignedInUser) {
  const response = await submitPassword(user.username)
  expect(response.status).toBe(200)
  expect(response.headers.getSetCookie()).toEqual([])
  return CodeNeeded.parse(await response.json()).token
}

/** Submits the code of a sign-in step and returns the response. */
export function submitCode(
  token: string,
  code: string,
  headers: Record<string, string> = newAddress(),
) {
  return request('POST', '/api/login/code', { token, code }, headers)
}
