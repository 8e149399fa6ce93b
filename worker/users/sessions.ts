/** Sessions: a random id and secret in the cookie, the secret's hash in D1 (security.md 3.3). */

/** Who is signed in, as the users table says it now. */
export type SessionUser = {
  id: number
  username: string
  email: string
  phone: string | null
  fullName: string | null
  accessLevel: number
  createdAt: string
  mustChangePassword: boolean
  /** The session this request came with. */
  sessionId: string
}
