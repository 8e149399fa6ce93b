import fc from 'fast-check'
import { expect, test } from 'vitest'
import { defaultButtonColor } from '../schema/cards/card-fields.ts'
import { luminance } from '../schema/luminance.ts'
import {
  buttonClass,
  contrastColor,
  displayUrl,
  externalLinkProps,
  mailHref,
  mapLink,
} from './links.ts'

test('mailHref contains nothing that could end an attribute or add a header', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(mailHref(text) ?? 'mailto:a@b').toMatch(/^mailto:[^\s?&"<>]+@[^\s?&"<>]+$/)
    }),
    { numRuns: 500 },
  )
})

test.each([
  ['ada@example.com', 'mailto:ada@example.com'],
  ['ada+cards@example.com', 'mailto:ada%2Bcards@example.com'],
  ['a@b?bcc=c@d', undefined],
  ['a@b,c@d', undefined],
  ['nobody', undefined],
])('mailHref of %j is %s', (email, href) => {
  expect(mailHref(email)).toBe(href)
})

test('button text has a contrast of at least 4.5 on every color', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 0xffffff }), (number) => {
      const color = `#${number.toString(16).padStart(6, '0')}`
      const [light, dark] = [
        luminance(color),
        luminance(contrastColor(color) === '#000' ? '#000000' : '#ffffff'),
      ].sort((a, b) => b - a)
      expect(((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05)).toBeGreaterThanOrEqual(4.5)
    }),
    { numRuns: 1000 },
  )
})

test('an invalid color becomes the default', () => {
  const button = { text: 'Go', url: 'https://go.test' }
  expect(buttonClass({ ...button, backgroundColor: 'red;}' })).toBe(
    `bc-c-${defaultButtonColor.slice(1)}`,
  )
  expect(buttonClass({ ...button, backgroundColor: '#ABCDEF' })).toBe('bc-c-abcdef')
})

test('external links open in a new tab without a referrer', () => {
  expect(externalLinkProps('https://a.test').rel).toBe('noopener noreferrer nofollow ugc')
  expect(externalLinkProps('tel:1')).toEqual({})
  expect(mapLink('1 High Street\nLondon & more')).toBe(
    'https://www.google.com/maps/search/?api=1&query=1%20High%20Street%20London%20%26%20more',
  )
})

test.each([
  ['https://www.example.org/', 'example.org'],
  ['example.org/shop/', 'example.org/shop'],
  ['https://shop.example/lamp?utm_source=card&id=7#top', 'shop.example/lamp'],
  ['https://shop.example/?id=7', 'shop.example'],
  [`https://a.example/${'x'.repeat(30)}`, `a.example/${'x'.repeat(30)}`],
  [`https://a.example/${'x'.repeat(31)}`, `a.example/${'x'.repeat(29)}…`],
])('%s is displayed as %s', (url, shown) => {
  expect(displayUrl(url)).toBe(shown)
})

// fast-check's own `binary` strings take seconds to prepare.
const anyText = fc
  .array(fc.integer({ min: 0, max: 0x10ffff }).filter((point) => point < 0xd800 || point > 0xdfff))
  .map((points) => String.fromCodePoint(...points))
