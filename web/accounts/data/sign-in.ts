import useSWR from 'swr'
import { SignedIn } from '../../../schema/accounts/second-factor.ts'
import { type Login, type Registration, User } from '../../../schema/users/user.ts'
import { IgnoredBody, RequestError, request } from '../../api.ts'
import { language } from '../../messages/language.ts'
import { cacheUser } from './session.ts'

/** Signs in; returns the user, or the token to send with the code if a second factor is enabled. */
export async function signIn(login: Login): Promise<User | { token: string }> {
  const result = await request('/api/login', SignedIn, { method: 'POST', body: login })
  return 'codeNeeded' in result ? result : cacheUser(result)
}

/** Completes a sign-in with a code. */
export async function signInWithCode(answer: { token: string; code: string }): Promise<User> {
  return cacheUser(await request('/api/login/code', User, { method: 'POST', body: answer }))
}

/** Creates an account in the language of the app. */
export async function register(registration: Registration): Promise<User> {
  const body = { ...registration, language }
  return cacheUser(await request('/api/register', User, { method: 'POST', body }))
}

export async function requestPasswordReset(email: string): Promise<void> {
  await request('/api/reset-password', IgnoredBody, { method: 'POST', body: { email } })
}

/**
 * Whether a reset link works; undefined while loading. True if the check itself fails, since saving the password checks
 * the link again.
 */
export function useResetLink(token: string): boolean | undefined {
  const { data, error } = useSWR(`reset-link ${token}`, () =>
    request('/api/reset-password/check', IgnoredBody, { method: 'POST', body: { token } }).then(
      () => true,
    ),
  )
  if (error instanceof RequestError && error.status === 400) return false
  return data ?? (error ? true : undefined)
}

/** Whether a new password was rejected because the link was used or expired meanwhile. */
export function isInvalidResetLink(error: unknown): boolean {
  return error instanceof RequestError && error.code === 'reset-link'
}

export async function setNewPassword(token: string, password: string): Promise<void> {
  await request('/api/reset-password/confirm', IgnoredBody, {
    method: 'POST',
    body: { token, password },
  })
}
