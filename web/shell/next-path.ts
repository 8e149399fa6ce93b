/** Where sign-in leads without a page to go back to. */
const home = '/dashboard'

/** The page to go to after signing in: a path of ours, never another origin (security 3.9) nor `/auth` itself. */
export function nextPath(next: string | null): string {
  if (!next || !/^\/(?![/\\])/.test(next)) return home
  const url = URL.parse(next, 'https://app.invalid')
  if (url?.origin !== 'https://app.invalid' || url.pathname === '/auth') return home
  return url.pathname + url.search + url.hash
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
