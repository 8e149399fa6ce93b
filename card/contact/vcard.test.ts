import fc from 'fast-check'
import ICAL from 'ical.js'
import { expect, test } from 'vitest'
import {
  asAndroid,
  asIcal,
  asVcf,
  expectSound,
  lineOf,
  linesOf,
  makeCard,
  readAsAndroid,
  uid,
  write,
} from '../testing/contact-file.ts'
import { contactFile, contactVariants } from './vcard.ts'
import { sanitizeText } from './vcard-lines.ts'

const family = '👨‍👩‍👧‍👦'
const hard = [
  'Zoë; \\Anna',
  'A,B;C GmbH',
  ...Array.from({ length: 9 }, (_, at) => `${'x'.repeat(60 + at)}${family}${family}`),
  'محمد بن عبد الله',
  '山田太郎、東京',
  'one\u2028two',
  'a\r\nEND:VCARD\r\nBEGIN:VCARD\r\nFN:Forged',
  'back\\slash\\n \\, \\; :',
]

test.each(hard)('name, company, address and note round-trip exactly: %j', (text) => {
  const file = write({ name: text, company: text, address: text, about: text })
  expectSound(file)
  const back = sanitizeText(text)
  expect(asAndroid(file, 'FN')).toBe(back)
  expect(asAndroid(file, 'ORG')).toBe(back)
  expect(asAndroid(file, 'NOTE')).toBe(back)
  expect(readAsAndroid(file).find(({ name }) => name === 'ADR')?.values).toEqual([
    '',
    '',
    back,
    '',
    '',
    '',
    '',
  ])
  expect(asVcf(file, 'fn')).toBe(back)
  expect(asVcf(file, 'note')).toBe(back)
  expect(asVcf(file, 'org')).toBe(back)
  // ical.js does not unescape a semicolon.
  expect(asIcal(file, 'fn')).toBe(back.replaceAll(';', '\\;'))
  expect(asIcal(file, 'note')).toBe(back.replaceAll(';', '\\;'))
})

test('random cards produce one valid file each, on which three readers agree', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 120 }),
    fc.string({ unit: 'grapheme', maxLength: 60 }),
    // Includes lone surrogates and all control characters.
    fc
      .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 90 })
      .map((units) => String.fromCharCode(...units)),
    fc.string({
      unit: fc.constantFrom('\\', ';', ',', ':', '\n', '\r', ' ', 'é', '"', '=', 'END:VCARD'),
      maxLength: 80,
    }),
  )
  const maybe = fc.option(text)
  const labelled = fc.array(
    fc.record({ label: fc.constantFrom('mobile', 'work', 'home', 'fax', 'other'), value: text }),
    { maxLength: 5 },
  )
  const parts = fc.record({
    family: maybe,
    given: maybe,
    additional: maybe,
    prefix: maybe,
    suffix: maybe,
  })
  const cards = fc.record({
    fields: fc.record({
      name: maybe,
      title: maybe,
      company: maybe,
      phone: maybe,
      email: maybe,
      address: maybe,
      about: maybe,
    }),
    customizations: fc.record({
      website: maybe,
      pronouns: maybe,
      department: maybe,
      nameParts: fc.option(parts),
    }),
    socialLinks: fc.dictionary(text, fc.oneof(text, fc.webUrl())),
    phones: labelled,
    emails: labelled,
    variant: fc.constantFrom(...contactVariants),
  })
  fc.assert(
    fc.property(cards, ({ fields, customizations, socialLinks, phones, emails, variant }) => {
      const whole = { ...makeCard(), ...fields, socialLinks, slug: 'ada' }
      const card = {
        ...whole,
        customizations: { ...makeCard().customizations, ...customizations, phones, emails },
      }
      const file = contactFile(card, { uid, url: 'https://cards.test/view/ada', variant })
      expectSound(file)
      const note = asAndroid(file, 'NOTE') ?? ''
      expect([...note].length).toBeLessThanOrEqual(1000)
      if (variant === 'any' && sanitizeText(fields.name)) {
        expect(asAndroid(file, 'FN')).toBe(sanitizeText(fields.name))
        expect(asVcf(file, 'fn')).toBe(sanitizeText(fields.name))
      }
      expect(readAsAndroid(file).find(({ name }) => name === 'N')?.values).toHaveLength(5)
      expect(ICAL.parse(file)[0]).toBe('vcard')
    }),
    { numRuns: 600 },
  )
})

test('a full card is written property by property, the photo last', () => {
  const file = write(
    {
      title: 'Countess',
      company: 'Analytical Engines; Ltd',
      phone: '+49 (0)170 123-4567',
      email: 'ada@cards.test',
      address: '12 St James Square\nLondon',
      about: 'First programmer',
      socialLinks: { linkedin: 'linkedin.com/in/ada', 'My Site': 'https://a.test/?q=1,2;3' },
      customizations: {
        website: 'ada.example/a,b',
        department: 'Research, Notes',
        pronouns: 'she/her',
        phones: [
          { label: 'work', value: '+49 30 1234' },
          { label: 'fax', value: 'ask, then send' },
        ],
        emails: [{ label: 'other', value: 'me@cards.test' }],
      },
    },
    { photo: '/9j/AAAA' },
  )
  expect(linesOf(file)).toEqual([
    'BEGIN:VCARD',
    'VERSION:3.0',
    'PRODID:-//Edgecard//Contact//EN',
    'N:Lovelace;Ada;;;',
    'FN:Ada Lovelace',
    'ORG:Analytical Engines\\; Ltd;Research\\, Notes',
    'TITLE:Countess',
    'TEL;TYPE=CELL,VOICE,PREF:+491701234567',
    'TEL;TYPE=WORK,VOICE:+49301234',
    'TEL;TYPE=WORK,FAX:ask\\, then send',
    'EMAIL;TYPE=WORK,INTERNET,PREF:ada@cards.test',
    'EMAIL:me@cards.test',
    'ADR;TYPE=WORK:;;12 St James Square\\nLondon;;;;',
    'URL;TYPE=WORK:https://ada.example/a,b',
    'item1.URL;TYPE=WORK:https://cards.test/view/ada',
    'item1.X-ABLabel:Digital card',
    'item2.URL;TYPE=WORK:https://linkedin.com/in/ada',
    'item2.X-ABLabel:LinkedIn',
    'item3.URL;TYPE=WORK:https://a.test/?q=1,2;3',
    'item3.X-ABLabel:My Site',
    'NOTE:Pronouns: she/her\\nFirst programmer',
    `UID:urn:uuid:${uid}`,
    'REV:2026-11-21T09:00:00Z',
    'PHOTO;ENCODING=b;TYPE=JPEG:/9j/AAAA',
    'END:VCARD',
  ])
})

test('an empty card still has a name, and no empty properties', () => {
  expect(linesOf(write({ name: null, company: 'Engines, Ltd' })).slice(3, 6)).toEqual([
    'N:;Engines\\, Ltd;;;',
    'FN:Engines\\, Ltd',
    'ORG:Engines\\, Ltd',
  ])
  const bare = linesOf(write({ name: ' ' }))
  expect(bare.slice(3, 5)).toEqual(['N:;ada;;;', 'FN:ada'])
  expect(bare.filter((line) => line.endsWith(':'))).toEqual([])
})

test.each([
  ['Ada Lovelace', 'Lovelace;Ada;;;'],
  ['Ada', ';Ada;;;'],
  ['Lovelace, Ada King', 'Lovelace;Ada;King;;'],
  ['Dr. Ada King Lovelace', 'Lovelace;Ada;King;Dr.;'],
  ['Prof. Dr. Max Planck', 'Planck;Max;;Prof. Dr.;'],
  ['Martin Luther King Jr.', 'King;Martin;Luther;;Jr.'],
  ['Grace Hopper, PhD, MBA', 'Hopper;Grace;;;PhD\\, MBA'],
  ['Jack Ma', 'Ma;Jack;;;'],
  ['Ludwig van Beethoven', 'van Beethoven;Ludwig;;;'],
  ['Charles de la Vallée Poussin', 'de la Vallée Poussin;Charles;;;'],
  ['Osama bin Zayd', 'bin Zayd;Osama;;;'],
  ['Ali El', 'El;Ali;;;'],
  ['山田太郎', ';山田太郎;;;'],
  ['山田 太郎', '山田;太郎;;;'],
  ['김민수', ';김민수;;;'],
  ['محمد صلاح', 'صلاح;محمد;;;'],
  ['Zoë; \\Anna', 'Anna;Zoë\\;;;;'],
  ['Dr.', ';Dr.;;;'],
  [',', ';\\,;;;'],
])('%s is split as %s', (name, parts) => {
  expect(lineOf(write({ name }), 'N:')).toBe(`N:${parts}`)
})
