import { expect, test } from 'vitest'
import { codeOf } from '../testing/authenticator-app.ts'
import { newTotpSecret, stepOf, uriOf } from './second-factor-codes.ts'

// RFC 6238, appendix B: "12345678901234567890" in base32, with the last six of the eight digits.
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const vectors: [number, string][] = [
  [59, '287082'],
  [1111111109, '081804'],
  [1111111111, '050471'],
  [1234567890, '005924'],
  [2000000000, '279037'],
  [20000000000, '353130'],
]

test.each(vectors)('at second %i the code is %s', (seconds, code) => {
  const now = seconds * 1000
  expect(codeOf(secret, now)).toBe(code)
  expect(stepOf(code, secret, now)).toBe(Math.floor(seconds / 30))
})

test('a code is accepted one step early or late, and no further', () => {
  const now = 1234567890_000
  const step = Math.floor(now / 30_000)
  const accepted = [-2, -1, 0, 1, 2].map((off) =>
    stepOf(codeOf(secret, now + off * 30_000), secret, now),
  )
  expect(accepted).toEqual([undefined, step - 1, step, step + 1, undefined])
  for (const code of ['', '1234', '1234567', 'abcdef']) expect(stepOf(code, secret)).toBeUndefined()
})

test('a new secret has 160 bits, and its URI names the issuer and the account', () => {
  const made = newTotpSecret()
  expect(made).toMatch(/^[A-Z2-7]{32}$/)
  expect(newTotpSecret()).not.toBe(made)
  const uri = new URL(uriOf(made, { issuer: 'Edge & card', label: 'ada lovelace' }))
  expect(uri.href).toMatch(/^otpauth:\/\/totp\/Edge%20%26%20card:ada%20lovelace\?/)
  const parameters = {
    secret: made,
    issuer: 'Edge & card',
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  }
  expect(Object.fromEntries(uri.searchParams)).toEqual(parameters)
})
