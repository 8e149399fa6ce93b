import { SignedIn } from '../../schema/second-factor.ts'
import { type Login, type Registration, User } from '../../schema/user.ts'
import { IgnoredBody, request } from '../api.ts'
import { cacheUser } from './session.ts'

/** Signs in; returns the user, or the token to send with the code if a second factor is enabled. */
export async function signIn(login: Login): Promise<User | { token: string }> {
  const answer = await request('POST /api/login', SignedIn, { body: login })
  return 'codeNeeded' in answer ? answer : cacheUser(answer)
}

/** Second step of sign-in, with a code. */
export async function signInWithCode(step: { token: string; code: string }): Promise<User> {
  return cacheUser(await request('POST /api/login/code', User, { body: step }))
}

export async function register(registration: Registration): Promise<User> {
  return cacheUser(await request('POST /api/register', User, { body: registration }))
}

export async function requestPasswordReset(email: string): Promise<void> {
  await request('POST /api/reset-password', IgnoredBody, { body: { email } })
}

export async function setNewPassword(token: string, password: string): Promise<void> {
  await request('POST /api/reset-password/confirm', IgnoredBody, { body: { token, password } })
}
