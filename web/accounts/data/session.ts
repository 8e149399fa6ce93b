import useSWR, { mutate, preload } from 'swr'
import { type PasswordChange, type Profile, User } from '../../../schema/users/user.ts'
import { IgnoredBody, RequestError, request } from '../../api.ts'
import { hasCardDraft } from '../../cards/draft-data.ts'
import { deletePocketCopies } from '../../cards/pocket/data.ts'
import { storeLanguage } from '../../messages/stored-language.ts'
import { hasSignedInCookie } from './signed-in-cookie.ts'

const userKey = '/api/user'

let userId: number | undefined
let lastSessionEnd: SessionEnd | undefined

/** `hasUnsavedDraft` is true if this device keeps unsaved changes to a card of the user. */
type SessionEnd = { hasUnsavedDraft: boolean }

/** How the last session ended, if not by signing out; undefined after the next sign-in. */
export function sessionEnd(): SessionEnd | undefined {
  return lastSessionEnd
}

/** The signed-in user; null when signed out, undefined while loading. */
export function useUser() {
  const { data, error, mutate } = useSWR(userKey, fetchUser)
  return { user: data, error, revalidate: mutate }
}

/** Starts fetching the user before the first component renders. */
export function preloadUser() {
  // The components that show the user report a failure.
  void preload(userKey, fetchUser).catch(() => {})
}

export async function signOut(): Promise<void> {
  await request('/api/logout', IgnoredBody, { method: 'POST' })
  await clearSession()
}

/** Call when the server no longer knows the session: the route guard redirects to sign-in. */
export async function endSession(): Promise<void> {
  recordSessionEnd()
  await clearSession()
}

/** Clears all cached data at the end of a session, so that nothing is left for the next user. */
export async function clearSession(): Promise<void> {
  userId = undefined
  deletePocketCopies()
  // The user goes first, so that no mounted page fetches the cleared data again.
  await mutate(userKey, null, { revalidate: false })
  await mutate((key) => key !== userKey, undefined, { revalidate: false })
}

/** Updates name, email, phone and language of the signed-in user; a new language applies after a reload. */
export async function saveProfile(id: number, profile: Profile): Promise<void> {
  const user = await request(`/api/users/${id}`, User, { method: 'PUT', body: profile })
  storeLanguage(user.language)
  await mutate(userKey, user, { revalidate: false })
}

/** Changes the password; ends all other sessions, and revokes tokens, feeds and links. */
export async function changePassword(change: PasswordChange): Promise<void> {
  const user = await request('/api/update-password', User, { method: 'POST', body: change })
  await mutate(userKey, user, { revalidate: false })
  await mutate((key) => endedByPassword.test(String(key)))
}

const endedByPassword = /^\/api\/(sessions|account\/(tokens|feeds|activity)|analytics-shares)\b/

/** Caches the user after sign-in and clears the previous user's data. */
export async function cacheUser(user: User): Promise<User> {
  await clearSession()
  lastSessionEnd = undefined
  userId = user.id
  storeLanguage(user.language)
  await mutate(userKey, user, { revalidate: false })
  return user
}

async function fetchUser(): Promise<User | null> {
  // Without a session the answer would be a 401, which browsers log as an error.
  const mayBeSignedIn = hasSignedInCookie()
  const user = mayBeSignedIn ? await requestUser() : null
  if (!user) {
    if (mayBeSignedIn || userId !== undefined) recordSessionEnd()
    deletePocketCopies()
  } else storeLanguage(user.language)
  userId = user?.id
  return user
}

function requestUser(): Promise<User | null> {
  return request(userKey, User).catch((error) => {
    if (!(error instanceof RequestError) || error.status !== 401) throw error
    return null
  })
}

function recordSessionEnd(): void {
  lastSessionEnd = { hasUnsavedDraft: userId !== undefined && hasCardDraft(userId) }
}
