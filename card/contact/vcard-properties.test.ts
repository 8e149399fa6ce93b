import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  asAndroid,
  asIcal,
  asVcf,
  expectSound,
  lineOf,
  linesOf,
  write,
} from '../testing/contact-file.ts'
import { importContact } from './device-import.ts'
import type { ContactOptions } from './vcard.ts'

test("the owner's name parts override the split", () => {
  const nameParts = { given: 'Gabriel', family: 'García Márquez', suffix: 'Jr., PhD' }
  const file = write({ name: 'Gabriel García Márquez', customizations: { nameParts } })
  expect(lineOf(file, 'N:')).toBe('N:García Márquez;Gabriel;;;Jr.\\, PhD')
})

test('the phonetic name is what phones sort by, and the Latin one is in the note', () => {
  const nameParts = {
    family: '山田',
    given: '太郎',
    phoneticFamily: 'ヤマダ;\\',
    phoneticGiven: 'タロウ\r\nEND:VCARD',
    latinName: 'Taro Yamada',
  }
  const fields = { name: '山田太郎', about: '猫', customizations: { nameParts } }
  const file = write(fields)
  expectSound(file)
  expect(lineOf(file, 'N:')).toBe('N:山田;太郎;;;')
  expect(asAndroid(file, 'X-PHONETIC-LAST-NAME')).toBe('ヤマダ;')
  expect(asVcf(file, 'xPhoneticFirstName')).toBe('タロウ END:VCARD')
  expect(asIcal(file, 'sort-string')).toBe('ヤマダ\\; タロウ END:VCARD')
  expect(asAndroid(file, 'NOTE')).toBe('Taro Yamada\n猫')
  expect(importContact(file, 'iphone')).toMatchObject({
    name: '太郎 山田',
    sorted: 'ヤマダ; タロウ END:VCARD',
  })
  const outlook = write(fields, { variant: 'outlook' })
  expect(lineOf(outlook, 'X-PHONETIC-LAST')).toMatch(/^X-PHONETIC-LAST-NAME;CHARSET=UTF-8:ヤマダ/)
  const latin = { name: 'Taro Yamada', customizations: { nameParts: { latinName: 'Taro Yamada' } } }
  expect(write(latin)).not.toMatch(/NOTE|PHONETIC|SORT/)
})

test.each([
  ['+49 170 1234567', '+491701234567'],
  ['0049 170 1234567', '+491701234567'],
  ['0170/123 45 67', '01701234567'],
  ['+44 (0)20 7946 0000', '+442079460000'],
  ['(555) 010-9999', '5550109999'],
  ['555 0100 ext. 12', '555 0100 ext. 12'],
  ['1-800-CARDS', '1-800-CARDS'],
  ['020 7946 0155 (Mon-Fri 9-17)', '020 7946 0155 (Mon-Fri 9-17)'],
  ['+44 7700 900123 (24/7)', '+447700900123'],
  ['\u202a030 555 0123\u202c / 0171 555 0456', '030 555 0123 / 0171 555 0456'],
])('the phone %s is written %s', (phone, written) => {
  expect(lineOf(write({ phone }), 'TEL')).toBe(`TEL;TYPE=CELL,VOICE,PREF:${written}`)
})

test('a phone that was copied with its marks of writing direction is written without them', () => {
  const cases: { where: string; input: string }[] = JSON.parse(
    readFileSync('test/field-cases/f15-invisible-characters.json', 'utf8'),
  )
  const phone = cases.find(({ where }) => where === 'phone of a card')?.input ?? ''
  expect(lineOf(write({ phone }), 'TEL')).toMatch(/:\+447700900123$/)
})

test('a phone that is also in the list is written once, with the label of the list', () => {
  const phones = [{ label: 'work', value: '+49 30 12 34' }]
  const file = write({ phone: '+49301234', customizations: { phones } })
  expect(linesOf(file).filter((line) => line.startsWith('TEL'))).toEqual([
    'TEL;TYPE=WORK,VOICE,PREF:+49301234',
  ])
})

const family = '👨‍👩‍👧‍👦'
const social = { socialLinks: { twitter: 'https://x.com/ada', medium: 'https://medium.com/@ada' } }

test('each social link is written once, as what its importer reads', () => {
  const read = (variant: ContactOptions['variant']) => {
    const lines = linesOf(write(social, { variant }))
    return ['x.com', 'medium.com'].map((site) =>
      lines.filter((line) => line.includes(site)).map((line) => line.slice(0, line.indexOf(':'))),
    )
  }
  expect(read('any')).toEqual([['item2.URL;TYPE=WORK'], ['item3.URL;TYPE=WORK']])
  expect(read('outlook')).toEqual([['NOTE'], ['NOTE']])
})

test('the Outlook variant declares its charset where needed and ends the photo with a blank line', () => {
  const file = write(
    { ...social, name: 'Zoë Ω', title: 'Lead' },
    { variant: 'outlook', photo: 'AAAA' },
  )
  expect(lineOf(file, 'FN')).toBe('FN;CHARSET=UTF-8:Zoë Ω')
  expect(lineOf(file, 'TITLE')).toBe('TITLE:Lead')
  expect(file).toContain('TYPE=JPEG:AAAA\r\n\r\nEND:VCARD')
  expect(file).not.toMatch(/^item/m)
  expect(asAndroid(file, 'NOTE')).toBe(
    'Digital card: https://cards.test/view/ada\nX: https://x.com/ada\nMedium: https://medium.com/@ada',
  )
})

test('links other than http and https are omitted', () => {
  const file = write({
    socialLinks: { gmail: 'mailto:a@b.test', evil: 'javascript:alert(1)', bad: 'not a link' },
    customizations: { website: 'ftp://a.test' },
  })
  expect(file).not.toMatch(/mailto|javascript|ftp|not a/)
})

test('a note is truncated at 1,000 characters, never inside one', () => {
  const note = asAndroid(write({ about: family.repeat(400) }), 'NOTE') ?? ''
  expect([...note]).toHaveLength(1000)
  expect(note.isWellFormed()).toBe(true)
})

test('the largest valid card with the largest photo stays under the limit, and a larger photo is omitted', () => {
  const long = (at: number) => `https://a.test/${at}${'ü'.repeat(1900)}`
  const links = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`n${at}`, long(at)]))
  const fields = {
    name: '山'.repeat(100),
    about: ';'.repeat(4000),
    address: '山'.repeat(500),
    socialLinks: links,
    customizations: { website: long(99), pronouns: '山'.repeat(40) },
  }
  const photo = 'A'.repeat(80_000)
  const file = write(fields, { photo })
  expectSound(file)
  expect(asVcf(file, 'photo')).toBe(photo)
  const without = write(fields, { photo: 'A'.repeat(170_000) })
  expectSound(without)
  expect(without).not.toContain('PHOTO')
})

test('every kind of line end becomes one line end of the note', () => {
  const note = asAndroid(write({ about: 'a\r\nb\rc\u0085d\u2028e\u2029f\ng' }), 'NOTE')
  expect(note).toBe('a\nb\nc\nd\ne\nf\ng')
})

test('characters that importers cannot read are removed', () => {
  const about = 'a\u0000b\u0007c\u001fd\u007fe\u0080f\u009fg\ufeffh'
  expect(asAndroid(write({ about }), 'NOTE')).toBe('abcdefgh')
})

test('a website without a scheme becomes https', () => {
  const file = write({ customizations: { website: 'www.ada.example/cv' } })
  expect(file).toContain('https://www.ada.example/cv')
})
