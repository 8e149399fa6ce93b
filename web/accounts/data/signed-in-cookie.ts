/**
 * Whether the readable cookie says that there may be a session. The server sets and deletes it with the session cookie,
 * so a signed-out visitor need not ask.
 */
export function hasSignedInCookie(): boolean {
  return /(?:^|; )signed-in=1/.test(document.cookie)
}
