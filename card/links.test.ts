import fc from 'fast-check'
import { expect, test } from 'vitest'
import { defaultButtonColor } from '../schema/card-fields.ts'
import { luminance } from '../schema/luminance.ts'
import {
  buttonClass,
  contrastColor,
  displayUrl,
  externalLinkProps,
  initials,
  mailHref,
  mapLink,
  video,
} from './links.ts'

test.each([
  ['Alex Carter', 'AC'],
  ['ada', 'AD'],
  ['Dr. Ada King Lovelace', 'DL'],
  ['(Ada) "the" Lovelace!', 'AL'],
  ['élodie Ångström', 'ÉÅ'],
  ['山田太郎', '山田'],
  ['𠮷野 家', '𠮷家'],
  ['🙂 🙃', 'AC'],
  ['x', 'X'],
  ['   ', 'AC'],
  ['', 'AC'],
  [null, 'AC'],
])('initials of %j are %s', (name, letters) => {
  expect(initials(name)).toBe(letters)
})

test('initials never split a character', () => {
  fc.assert(
    fc.property(anyText, (name) => {
      expect(initials(name).isWellFormed()).toBe(true)
      expect(initials(name)).not.toBe('')
    }),
  )
})

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

test.each([
  [
    'https://youtu.be/dQw4w9WgXcQ',
    'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1&rel=0',
  ],
  [
    'www.youtube.com/watch?v=dQw4w9WgXcQ&t=10',
    'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1&rel=0',
  ],
  [
    'https://m.youtube.com/shorts/dQw4w9WgXcQ',
    'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1&rel=0',
  ],
  ['https://vimeo.com/76979871', 'https://player.vimeo.com/video/76979871?autoplay=1&dnt=1'],
  [
    'https://vimeo.com/76979871/abcdef1234',
    'https://player.vimeo.com/video/76979871?autoplay=1&dnt=1&h=abcdef1234',
  ],
  ['https://films.example/a.mp4', 'https://films.example/a.mp4'],
  [
    'https://evil.example/?x=youtube.com/watch?v=dQw4w9WgXcQ',
    'https://evil.example/?x=youtube.com/watch?v=dQw4w9WgXcQ',
  ],
  ['http://films.example/a.mp4', undefined],
  ['javascript:alert(1)', undefined],
  [null, undefined],
])('the player of %j is %s', (address, src) => {
  expect(video(address)?.src).toBe(src)
})

test('a video is https and from a supported host', () => {
  fc.assert(
    fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (address) => {
      const found = video(address)
      if (found) expect(new URL(found.src).origin).toBe(found.host)
      expect(found?.src ?? 'https:').toMatch(/^https:/)
    }),
  )
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
