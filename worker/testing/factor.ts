/** People with a second factor, for tests. Only tests import this. */
import { env } from 'cloudflare:workers'
import { expect } from 'vitest'
import { FactorSetUp, RecoveryCodes } from '../../schema/second-factor.ts'
import type { users } from '../../schema/tables.ts'
import { hashPassword } from '../users/passwords.ts'
import { newAddress } from './address.ts'
import { request, signIn } from './app.ts'
import { codeOf } from './authenticator.ts'

export const password = 'right horse'
const stored = await hashPassword(password, env.PEPPER)

/** Somebody signed in whose password is `password`. */
export function someone(level = 1, fields: Partial<typeof users.$inferInsert> = {}) {
  return signIn(level, { password: stored, ...fields })
}

export type Someone = Awaited<ReturnType<typeof someone>>

/** Turns the second factor on, with the code of half a minute ago: the codes of now and of the next step are still good. */
export async function setUpFactor({ request: call }: Someone) {
  const begun = await call('POST', '/api/account/second-factor')
  expect(begun.status).toBe(201)
  const { secret, uri } = FactorSetUp.parse(await begun.json())
  const code = codeOf(secret, Date.now() - 30_000)
  const on = await call('POST', '/api/account/second-factor/confirm', { code })
  expect(on.status).toBe(200)
  const { codes } = RecoveryCodes.parse(await on.json())
  return { secret, uri, codes }
}

/** The answer to the right password, and what the code is sent with. */
export function enterPassword(username: string) {
  return request('POST', '/api/login', { username, password }, newAddress())
}
