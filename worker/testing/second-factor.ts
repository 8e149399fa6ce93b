/** People with a second factor, for tests. Only tests import this. */
import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { CodeNeeded, FactorSetUp, RecoveryCodes } from '../../schema/second-factor.ts'
import { users } from '../../schema/tables.ts'
import { hashPassword } from '../auth/passwords.ts'
import { startSignInStep } from '../auth/sign-in.ts'
import { userColumns } from '../users/store.ts'
import { db, newAddress, request, signIn } from './app.ts'
import { codeOf } from './authenticator-app.ts'

export const password = 'right horse'
/** What is stored of it. */
export const passwordHash = await hashPassword(password, env.PEPPER)

/** Where one's own second factor is. */
export const path = '/api/account/second-factor'
/** A code of nobody's app. */
export const wrongCode = '000000'

/** Somebody signed in whose password is `password`. */
export function signInWithPassword(level = 1, fields: Partial<typeof users.$inferInsert> = {}) {
  return signIn(level, { password: passwordHash, ...fields })
}

export type SignedInUser = Awaited<ReturnType<typeof signInWithPassword>>

/** Turns the second factor on, with the code of half a minute ago: the codes of now and of the next step are still good. */
export async function setUpFactor({ request: call }: SignedInUser) {
  const started = await call('POST', path)
  expect(started.status).toBe(201)
  const { secret, uri } = FactorSetUp.parse(await started.json())
  const confirm = () =>
    call('POST', `${path}/confirm`, { code: codeOf(secret, Date.now() - 30_000) })
  const first = await confirm()
  // Where a step ended on the way, that code had become too old.
  const confirmed = first.status === 400 ? await confirm() : first
  expect(confirmed.status).toBe(200)
  const { codes } = RecoveryCodes.parse(await confirmed.json())
  return { secret, uri, codes }
}

/** The answer to the right password, and what the code is sent with. */
export function submitPassword(username: string) {
  return request('POST', '/api/login', { username, password }, newAddress())
}

/** What the right password is answered with, without its quarter of a second of work. */
export async function startStep({ user: { id } }: SignedInUser): Promise<string> {
  const [found] = await db
    .select({ user: userColumns, authVersion: users.authVersion })
    .from(users)
    .where(eq(users.id, id))
  return (found && (await startSignInStep(db, found))) ?? expect.fail('no step')
}

/** The same, with that work. */
export async function startStepByPassword({ user }: SignedInUser) {
  const answer = await submitPassword(user.username)
  expect(answer.status).toBe(200)
  expect(answer.headers.getSetCookie()).toEqual([])
  return CodeNeeded.parse(await answer.json()).token
}

/** The answer to the code that comes after the password. */
export function submitCode(
  token: string,
  code: string,
  headers: Record<string, string> = newAddress(),
) {
  return request('POST', '/api/login/code', { token, code }, headers)
}
