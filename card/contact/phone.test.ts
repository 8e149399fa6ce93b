import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { callingCodeOf, dialableNumber, isNational, telHref, withCallingCode } from './phone.ts'

type Case = { phone: string; tel: (string | null)[]; vcard?: string[] }
const field = ['f02-phones.json', 'f35-phones.json'].flatMap((name): Case[] =>
  JSON.parse(readFileSync(`test/field-cases/${name}`, 'utf8')),
)

test.each(field)('$phone is dialed and stored as $tel', ({ phone, tel, vcard }) => {
  expect(tel).toContain(telHref(phone) ?? null)
  if (vcard) expect(vcard).toContain(dialableNumber(phone))
})

test.each([
  ['+44 20 7946 0155', 'tel:+442079460155'],
  ['+44 (0)20 7946-0155', 'tel:+442079460155'],
  ['(020) 7946.0155', 'tel:02079460155'],
  ['020 7946 0155 ext. 12', 'tel:02079460155;ext=12'],
  ['+1 555 0100 x9', 'tel:+15550100;ext=9'],
  ['＋４９ １７０ １２３', 'tel:+49170123'],
  ['*123#', 'tel:*123%23'],
  ['call me', undefined],
  ['12', undefined],
  ['9'.repeat(40), undefined],
  [null, undefined],
])('telHref of %j is %s', (phone, href) => {
  expect(telHref(phone)).toBe(href)
})

test.each([
  // Notes.
  ['+44 7700 900123 24/7', 'tel:+447700900123'],
  ['+44 7700 900123 [9-17]', 'tel:+447700900123'],
  ['Mo-Fr 9:00-17:00 020 7946 0155', 'tel:02079460155'],
  ['020 7946 0155 9am-5pm', 'tel:02079460155'],
  ['030 5550123 9–17 Uhr', 'tel:0305550123'],
  ['+44 20 7946 0155 9-5', 'tel:+442079460155'],
  ['7/24 0212 555 01 34', 'tel:02125550134'],
  ['0825 100 100 0,15 €/min', 'tel:0825100100'],
  ['020 (London) 7946 0155', 'tel:02079460155'],
  ['+7 (495) 555-01-34 (2)', 'tel:+74955550134'],
  ['+44 20 7946 0155*', 'tel:+442079460155'],
  ['Room 4711', undefined],
  ['Tel: 0300 123456', 'tel:0300123456'],
  ['call 911', undefined],
  ['https://wa.me/447700900123', undefined],
  // Several numbers.
  ['030 555 0123, 0171 555 0456', 'tel:0305550123'],
  ['+44 20 7946 0155; +44 7700 900123', 'tel:+442079460155'],
  ['+44 20 7946 0155 und +44 7700 900123', 'tel:+442079460155'],
  ['030 5550123/24', 'tel:0305550123'],
  ['020 7946 0155 (office), 07700 900123 (mobile)', 'tel:02079460155'],
  ['Tél. : 01 99 00 12 34 / Fax : 01 99 00 12 35', 'tel:0199001234'],
  ['020 7946 0155 07700 900123', undefined],
  ['555012 / 555013', 'tel:555012'],
  ['112, 110', undefined],
  ['112/110', undefined],
  ['Room 3, 020 7946 0155', 'tel:02079460155'],
  ['915 550 134 - 915 550 135', 'tel:915550134'],
  ['555-0123 - 555-0124', 'tel:5550123'],
  ['01 99 00 12 34 - 06 99 00 12 34', 'tel:0199001234'],
  ['+90 (212) 555 01 34 - 35', 'tel:+902125550134'],
  ['+66 2 555 0134-6', 'tel:+6625550134'],
  ['+43 (0) 1 / 234 56 - 0', 'tel:+431234560'],
  ['+49 89 636 48018 - 0', 'tel:+4989636480180'],
  // A slash or a comma inside a number.
  ['030/5550123', 'tel:0305550123'],
  ['+49 (0)33203 / 1234567', 'tel:+49332031234567'],
  ['01/23/45/67/89', 'tel:0123456789'],
  ['(812) 555/01/34', 'tel:8125550134'],
  ['+1 415 555 0100,,123456#', 'tel:+14155550100,,123456%23'],
  // Extensions.
  ['+49 30 555 0123 Durchwahl -12', 'tel:+49305550123;ext=12'],
  ['+34 915 550 134 (int. 12)', 'tel:+34915550134;ext=12'],
  ['+33 1 99 00 12 34 poste 12', 'tel:+33199001234;ext=12'],
  ['03-1234-5678（内線12）', 'tel:0312345678;ext=12'],
  ['+90 212 555 01 34 dahili: 12', 'tel:+902125550134;ext=12'],
  ['+44 20 7946 0155 #12', 'tel:+442079460155;ext=12'],
  ['+7 (495) 555-01-34, доб. 12', 'tel:+74955550134;ext=12'],
  ['+86 10 5555 0134 转 12', 'tel:+861055550134;ext=12'],
  ['010-88888888-8012', 'tel:010888888888012'],
  ['+36 1 234 5678 mellék 12', 'tel:+3612345678;ext=12'],
  ['+66 2 555 0134 ต่อ 12', 'tel:+6625550134;ext=12'],
  ['+84 24 3555 0134 máy lẻ 12', 'tel:+842435550134;ext=12'],
  ['+63 2 8555 0134 local 12', 'tel:+63285550134;ext=12'],
  // Other digits and dashes, and letters.
  ['०११ २३४५ ६७८९', 'tel:01123456789'],
  ['090ー1234ー5678', 'tel:09012345678'],
  ['\u2066+44\u00a020\u20117946\u20110155\u2069', 'tel:+442079460155'],
  ['1-800-GO-FEDEX', 'tel:18004633339'],
  ['0800 REPAIR', undefined],
  ['+44 800 FLOWERS', undefined],
  ['0800 1 CALL US', undefined],
  ['800-44-STERN', 'tel:8004478376'],
  ['+1 4I5 555 0134', undefined],
  ['O20 7946 0155', undefined],
  ['020 7946 O155', undefined],
  ['M07700 900123', 'tel:07700900123'],
  // Trunk prefixes after the country code.
  ['+44 (020) 7946 0155', 'tel:+442079460155'],
  ['+36 06 1 234 5678', 'tel:+3612345678'],
  ['+39 (0)2 1234 5678', 'tel:+390212345678'],
  ['+44 (0)7700 900123', 'tel:+447700900123'],
  ['+48 (0) 22 555 01 34', 'tel:+48225550134'],
  ['+1 (0)415 555 0134', 'tel:+14155550134'],
  ['+47 (0) 99 99 99 999', 'tel:+47999999999'],
  ['+52 (01 55) 1234 5678', 'tel:+525512345678'],
  ['+54 9 (11) 15-5555-0134', 'tel:+5491155550134'],
  ['+8 (495) 555-01-34', 'tel:+74955550134'],
  ['+84 95 555 01 34', 'tel:+84955550134'],
  // What callers dial before a country code, and carriers of Brazil.
  ['+0044 20 7946 0155', 'tel:+442079460155'],
  ['011 44 20 7946 0155', 'tel:+442079460155'],
  ['011 2345 6789', 'tel:01123456789'],
  ['+55 (xx11) 5555-0134', 'tel:+551155550134'],
  ['(0xx11) 5555-0134', 'tel:01155550134'],
  ['0**21 5555 0134', 'tel:02155550134'],
])('telHref of %j is %s, of what people type', (phone, href) => {
  expect(telHref(phone)).toBe(href)
})

test('telHref contains nothing that could end an attribute', () => {
  const typed = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.string({ unit: fc.constantFrom(...'0123456789+()/-,;#*x '), maxLength: 40 }),
  )
  fc.assert(
    fc.property(typed, (text) => {
      expect(telHref(text) ?? 'tel:1').toMatch(/^tel:[+*\d%,][\d*%,]*(;ext=\d{1,8})?$/)
    }),
    { numRuns: 500 },
  )
})

test('a national number is written with a country code only if it is valid there', () => {
  expect(withCallingCode('(030) 901820', '49')).toBe('+49 (30) 901820')
  expect(withCallingCode('(0) 30 901820', '49')).toBe('+49 30 901820')
  expect(withCallingCode('06 1234 5678', '39')).toBe('+39 06 1234 5678')
  expect(withCallingCode('044 55 5555 0134', '52')).toBe('+52 55 5555 0134')
  expect(withCallingCode('11 15 1234 5678', '54')).toBe('+54 9 11 1234 5678')
  expect(withCallingCode('٠٥٠ ١٢٣ ٤٥٦٧', '971')).toBe('+971 50 123 4567')
  expect(withCallingCode('020 7946 0155 x12', '44')).toBe('+44 20 7946 0155 x12')
  expect(withCallingCode('020 7946 0155 (24/7)', '44')).toBe('+44 20 7946 0155 (24/7)')
  expect(withCallingCode('030 901820', '1')).toBeUndefined()
  expect(withCallingCode('call me', '44')).toBeUndefined()
})

test('a number is national without a country code, unless it is short or a code', () => {
  expect(['020 7946 0155', '٠٥٠ ١٢٣ ٤٥٦٧', '020 7946 0155 (24/7)'].map(isNational)).toEqual([
    ...[true, true, true],
  ])
  expect(
    ['011 44 20 7946 0155', '0044 20 7946 0155', '112', '*123#', '1-800-FLOWERS', ''].some(
      isNational,
    ),
  ).toBe(false)
  expect(['0044 20 7946 0155', '+7 812 555 01 34', '020 7946 0155'].map(callingCodeOf)).toEqual([
    ...['44', '7', undefined],
  ])
})
