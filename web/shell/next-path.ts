/** Where sign-in leads without a page to go back to. */
const home = '/dashboard'

/** The page to go to after signing in: a path of ours, never another origin (security 3.9) nor `/auth` itself. */
export function nextPath(next: string | null): string {
  if (!next || !/^\/(?![/\\])/.test(next)) return home
  const url = URL.parse(next, 'https://app.invalid')
  if (url?.origin !== 'https://app.invalid' || url.pathname === '/auth') return home
  const path = url.pathname + url.search + url.hash
  // Dot segments are gone only now: /.//evil.example has become an address of another host.
  return path.startsWith('//') ? home : path
}

/** The sign-in page that leads back to where the person wanted to go. */
export function signInPath({
  pathname,
  search,
  hash,
}: Record<'pathname' | 'search' | 'hash', string>) {
  const next = pathname + search + hash
  return next === home ? '/auth' : `/auth?${new URLSearchParams({ next })}`
}
