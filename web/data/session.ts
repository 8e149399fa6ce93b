import useSWR, { mutate, preload } from 'swr'
import { type PasswordChange, type Profile, User } from '../../schema/user.ts'
import { IgnoredBody, RequestError, request } from '../api.ts'
import { deletePocketCopies } from './pocket-copies.ts'

const userKey = '/api/user'
const sessionsKey = '/api/sessions'

/** The signed-in user; null when signed out, undefined while loading. */
export function useUser() {
  const { data, error, mutate: again } = useSWR(userKey, fetchUser)
  return { user: data, error, again }
}

/** Starts fetching the user before the first component renders. */
export function preloadUser() {
  // The components that show the user report a failure.
  void preload(userKey, fetchUser).catch(() => {})
}

export async function signOut(): Promise<void> {
  await request('POST /api/logout', IgnoredBody)
  await clearSession()
}

/** Clears all cached data at the end of a session, so that nothing is left for the next user. */
export async function clearSession(): Promise<void> {
  deletePocketCopies()
  // The user goes first, so that no mounted page fetches the cleared data again.
  await mutate(userKey, null, { revalidate: false })
  await mutate((key) => key !== userKey, undefined, { revalidate: false })
}

/** Updates name, email and phone of the signed-in user. */
export async function saveProfile(id: number, profile: Profile): Promise<void> {
  const user = await request(`PUT /api/users/${id}`, User, { body: profile })
  await mutate(userKey, user, { revalidate: false })
}

/** Changes the password; ends all other sessions. */
export async function changePassword(change: PasswordChange): Promise<void> {
  const user = await request('POST /api/update-password', User, { body: change })
  await mutate(userKey, user, { revalidate: false })
  await mutate(sessionsKey)
}

/** Caches the user after sign-in and clears the previous user's data. */
export async function cacheUser(user: User): Promise<User> {
  await clearSession()
  await mutate(userKey, user, { revalidate: false })
  return user
}

function fetchUser(): Promise<User | null> {
  return request(`GET ${userKey}`, User).catch((error) => {
    if (!(error instanceof RequestError) || error.status !== 401) throw error
    // The session may have ended while the app was closed.
    deletePocketCopies()
    return null
  })
}
