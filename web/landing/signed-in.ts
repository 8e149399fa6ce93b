import { hasSignedInCookie } from '../accounts/data/signed-in-cookie.ts'

let pending: Promise<boolean> | undefined

/**
 * Returns whether the user is signed in. Asks the server once, and only if the readable cookie says
 * that there may be a session.
 */
export function isSignedIn(): Promise<boolean> {
  pending ??= hasSignedInCookie() ? fetchSignedIn() : Promise.resolve(false)
  return pending
}

function fetchSignedIn(): Promise<boolean> {
  return fetch('/api/user').then(
    ({ ok }) => ok,
    () => false,
  )
}
