/** Default page after sign-in. */
const defaultPath = '/dashboard'

/** Returns the page to open after sign-in: a path of the app, never another origin or `/auth` itself. */
export function nextPath(next: string | null): string {
  if (!next || !/^\/(?![/\\])\S*$/.test(next)) return defaultPath
  const url = new URL(next, 'https://app.invalid')
  if (url.pathname === '/auth') return defaultPath
  const path = url.pathname + url.search + url.hash
  // Dot segments are resolved by now: /.//evil.example would have become another host.
  return path.startsWith('//') ? defaultPath : path
}

/** Returns the sign-in page with a return path. */
export function signInPath({
  pathname,
  search,
  hash,
}: Record<'pathname' | 'search' | 'hash', string>) {
  const next = pathname + search + hash
  return next === defaultPath ? '/auth' : `/auth?${new URLSearchParams({ next })}`
}
