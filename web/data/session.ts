import useSWR, { mutate, preload } from 'swr'
import { type PasswordChange, type Profile, User } from '../../schema/user.ts'
import { IgnoredBody, RequestError, request } from '../api.ts'
import { deletePocketCopies } from './pocket-copies.ts'

const userKey = '/api/user'
const sessionsKey = '/api/sessions'

/** The signed-in user; null when nobody is, undefined while that is not known. */
export function useUser() {
  const { data, error, mutate: again } = useSWR(userKey, fetchUser)
  return { user: data, error, again }
}

/** Asks for the user before the first component does. */
export function preloadUser() {
  // A failure is told by whoever shows the user.
  void preload(userKey, fetchUser).catch(() => {})
}

export async function signOut(): Promise<void> {
  await request('POST /api/logout', IgnoredBody)
  await clearSession()
}

/** The session has ended: nobody's data stays behind for the next person. */
export async function clearSession(): Promise<void> {
  deletePocketCopies()
  // First who is signed in, so that no page is left to ask for what is forgotten.
  await mutate(userKey, null, { revalidate: false })
  await mutate((key) => key !== userKey, undefined, { revalidate: false })
}

/** Changes name, email and phone of the signed-in user. */
export async function saveProfile(id: number, profile: Profile): Promise<void> {
  const user = await request(`PUT /api/users/${id}`, User, { body: profile })
  await mutate(userKey, user, { revalidate: false })
}

/** Every other session ends by it. */
export async function changePassword(change: PasswordChange): Promise<void> {
  const user = await request('POST /api/update-password', User, { body: change })
  await mutate(userKey, user, { revalidate: false })
  await mutate(sessionsKey)
}

/** Somebody signed in: what was known of others is forgotten. */
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
