import fc from 'fast-check'
import { expect, test } from 'vitest'
import { safeImage, safeLink } from './link.ts'

const parts = [
  'https:',
  'HTTP:',
  'ftp:',
  '/',
  '\\',
  '@',
  ':',
  '80',
  '.',
  'ada',
  '#',
  '?',
  '%41',
  'ü',
]
const assembled = fc
  .array(fc.constantFrom(...parts, '//', 'example.com', '[::1]', '_', '-', '\t', 'javascript:'))
  .map((some) => some.join(''))

const label = fc
  .array(fc.constantFrom('xn--', 'ada', '-', '_', '0x', '80', 'com'), { minLength: 1 })
  .map((some) => some.join(''))
const hosts = fc
  .array(label, { minLength: 1, maxLength: 4 })
  .map((labels) => `https://${labels.join('.')}`)

test('an accepted web address has no user info and one plain host, whatever its parts', () => {
  fc.assert(
    fc.property(fc.oneof(assembled, hosts, fc.string()), (text) => {
      for (const address of [safeLink(text), safeImage(text)].filter((one) =>
        one?.includes('//'),
      )) {
        const url = new URL(address ?? '')
        expect(url.protocol).toMatch(/^(https?|mailto|tel|sms):$/)
        expect(url.username + url.password).toBe('')
        if (url.protocol.startsWith('http')) expect(url.hostname).toMatch(/^[a-z0-9._-]+$/)
      }
    }),
    { numRuns: 5000 },
  )
})

test('a web address is accepted as typed, for an image only with https', () => {
  const web = fc.webUrl({
    validSchemes: ['http', 'https'],
    withQueryParameters: true,
    withFragments: true,
  })
  fc.assert(
    fc.property(web, (address) => {
      expect(safeLink(address)).toBe(address)
      expect(safeImage(address)).toBe(address.startsWith('https:') ? address : undefined)
    }),
  )
})
