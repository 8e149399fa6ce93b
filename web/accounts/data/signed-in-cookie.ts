/**
 * Whether there may be a session. The server sets and deletes this readable cookie together with the session cookie, so
 * that a signed-out page makes no request to find out.
 */
export function hasSignedInCookie(): boolean {
  return /(?:^|; )signed-in=1/.test(document.cookie)
}
