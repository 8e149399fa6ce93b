import fc from 'fast-check'
import { expect, test } from 'vitest'
import fieldCases from '../test/field-cases/f20-links-with-spaces.json' with { type: 'json' }
import moreCases from '../test/field-cases/f46-links.json' with { type: 'json' }
import { CustomButton } from './cards/card-fields.ts'
import { ImageAddress, Link, safeImage, safeLink, Website } from './link.ts'

/** What the links of the field cases lead to. */
const hrefs = new Map([
  ['tel:+44 7700 900123', 'tel:+447700900123'],
  [
    'mailto:ada@north.example?subject=Hello there',
    'mailto:ada@north.example?subject=Hello%20there',
  ],
  ['https://north.example/price list.pdf', 'https://north.example/price%20list.pdf'],
  ['mailto: ada@north.example', 'mailto:ada@north.example'],
  ['https://https://north.example', 'https://north.example'],
  [
    'mailto:Roger W Haworth <w@haworth.example>?subject=W3 Validator',
    'mailto:w@haworth.example?subject=W3%20Validator',
  ],
])

test.each([...fieldCases, ...moreCases])('a button may lead to $url', ({ url }) => {
  expect(CustomButton.safeParse({ text: 'Go', url }).error).toBeUndefined()
  expect(safeLink(url)).toBe(hrefs.get(url))
})

test.each([
  ['tel:+44 (0)20 7946 0155', 'tel:+442079460155'],
  ['tel:+39 (0)6 1234 5678', 'tel:+390612345678'],
  ['tel: 020 7946 0155 ext. 12', 'tel:02079460155;ext=12'],
  ['sms:+44 7700 900123?body=See you there', 'sms:+447700900123?body=See%20you%20there'],
  ['mailto:ada@north.example, bo@north.example', 'mailto:ada@north.example,bo@north.example'],
  [
    'mailto:"King, Ada" <ada@north.example>, Bo <bo@north.example>',
    'mailto:ada@north.example,bo@north.example',
  ],
  ['mailto:<ada@north.example>', 'mailto:ada@north.example'],
  ['mailto:?subject=Hello', 'mailto:?subject=Hello'],
  ['https:// north.example/a', 'https://north.example/a'],
  ['http://https://north.example', 'https://north.example'],
  ['https://north.example?q=a b#c d', 'https://north.example?q=a%20b#c%20d'],
  ['north.example/price list.pdf', 'https://north.example/price%20list.pdf'],
  ['https://north.example/a\u00a0b', 'https://north.example/a%20b'],
  ['https://north.example/book\u200b', 'https://north.example/book'],
  ['\u202ahttps://north.example/book\u202c', 'https://north.example/book'],
  ['https://north.example/\u200bbook', 'https://north.example/book'],
  ['https://north.example/می\u200cخواهم', 'https://north.example/می\u200cخواهم'],
])('the link %j is %s', (typed, href) => {
  expect(safeLink(typed)).toBe(href)
  expect(safeLink(href)).toBe(href)
})

test.each([
  ['https://north .example', 'Remove the spaces from the link'],
  ['https://north.example and more', 'Remove the spaces from the link'],
  ['https://north.example/a https://south.example', 'Remove the spaces from the link'],
  ['https://', 'Check what follows https:// in the link'],
  ['https://https//north.example', 'Check what follows https:// in the link'],
  ['https://ada:secret@north.example', 'Check what follows https:// in the link'],
  ['https://@ada.example', 'Check what follows https:// in the link'],
  ['@ada.example', 'Enter a link that starts with https://'],
  ['mailto:', 'Enter a link that starts with https://'],
  ['two words', 'Enter a link that starts with https://'],
  ['javascript: alert(1)', 'Enter a link that starts with https://'],
])('the link %j is refused with a sentence: %s', (typed, sentence) => {
  expect(safeLink(typed)).toBeUndefined()
  expect(Link.safeParse(typed).error?.issues.map(({ message }) => message)).toEqual([sentence])
})

test('invisible characters around a link are not saved', () => {
  const typed = '\u200e https://north.example/a\u200b\ufeff '
  for (const contract of [Link, Website, ImageAddress])
    expect(contract.parse(typed)).toBe('https://north.example/a')
  expect(Website.parse('\u200b')).toBeNull()
  expect(safeImage('https://north.example/my photo.jpg\u200b')).toBe(
    'https://north.example/my%20photo.jpg',
  )
})

test('a link of any length is read in linear time', () => {
  for (const filler of [' ', '\u200b', 'x1 ', '('])
    expect(safeLink(`tel:${filler.repeat(300_000)}!`)?.length ?? 0).toBeLessThan(1_000_000)
})

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
