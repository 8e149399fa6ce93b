import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nextPath, signInPath } from './next-path.ts'

test.each([
  ['/analytics/4?tab=clicks#top', '/analytics/4?tab=clicks#top'],
  ['/users', '/users'],
  [null, '/dashboard'],
  ['', '/dashboard'],
  ['users', '/dashboard'],
  ['//evil.example', '/dashboard'],
  ['/\\evil.example', '/dashboard'],
  ['/\t/evil.example', '/dashboard'],
  ['https://evil.example', '/dashboard'],
  ['javascript:alert(1)', '/dashboard'],
  ['/auth?next=/users', '/dashboard'],
  ['/.//evil.example', '/dashboard'],
  ['/..//evil.example', '/dashboard'],
  ['/%2e//evil.example', '/dashboard'],
  ['/x/..//evil.example', '/dashboard'],
])('after signing in, next=%j leads to %s', (next, path) => {
  expect(nextPath(next)).toBe(path)
})

const segment = fc.constantFrom('.', '..', '%2e', '%2E%2e', '/', '//', '\\', '\t', 'evil.example')

test('for any query, sign-in stays on this origin', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.webUrl(),
        fc.string().map((text) => `/${text}`),
        fc.array(segment).map((segments) => `/${segments.join('')}`),
      ),
      (next) => {
        const path = nextPath(next)
        expect(path).toMatch(/^\/(?!\/)/)
        expect(new URL(path, 'https://app.example').origin).toBe('https://app.example')
      },
    ),
  )
})

test('a redirect through sign-in preserves path, query and fragment', () => {
  const place = { pathname: '/analytics/4', search: '?tab=a&b=c', hash: '#d' }
  const url = new URL(signInPath(place), 'https://app.example')
  expect(nextPath(url.searchParams.get('next'))).toBe('/analytics/4?tab=a&b=c#d')
  expect(signInPath({ pathname: '/dashboard', search: '', hash: '' })).toBe('/auth')
})
