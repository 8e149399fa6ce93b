import fc from 'fast-check'
import ICAL from 'ical.js'
import Vcf from 'vcf'
import { expect, test } from 'vitest'
import { PublicCard } from '../schema/card.ts'
import { type ContactOptions, contactFile, contactFileMax, contactVariants } from './vcard.ts'
import { clean } from './vcard-line.ts'

type Fields = Partial<Omit<PublicCard, 'customizations'>> & { customizations?: object }

const nothing = {
  title: null,
  company: null,
  phone: null,
  email: null,
  address: null,
  about: null,
  profilePicture: null,
  coverPhoto: null,
  logoUrl: null,
  videoUrl: null,
  faviconUrl: null,
}

function makeCard(fields: Fields = {}): PublicCard {
  const card = {
    id: 7,
    slug: 'ada',
    theme: 'minimalist',
    name: 'Ada Lovelace',
    ...nothing,
    socialLinks: {},
    customButtons: [],
    gallery: [],
    updatedAt: '2026-11-21T09:00:00.123Z',
    ...fields,
  }
  return PublicCard.parse({
    ...card,
    formConfig: {},
    customizations: fields.customizations ?? {},
  })
}

const uid = '0b0e4c1e-6c0f-4f0e-9f0a-2f8d0e6d4a11'

function write(fields: Fields = {}, options: Partial<ContactOptions> = {}): string {
  return contactFile(makeCard(fields), { uid, url: 'https://cards.test/view/ada', ...options })
}

/** The unfolded lines. */
function linesOf(file: string): string[] {
  return file.replaceAll('\r\n ', '').trimEnd().split('\r\n')
}

function lineOf(file: string, start: string): string | undefined {
  return linesOf(file).find((line) => line.startsWith(start))
}

/**
 * Reads like Android's importer (AOSP `VCardParserImpl_V30`): continuation lines joined, blank lines skipped, a line
 * without a colon an error, a group dropped, and escapes undone by RFC 2426.
 */
function readAsAndroid(file: string) {
  const lines: string[] = []
  for (const line of file.split('\r\n')) {
    if (/^[ \t]/.test(line)) lines.push((lines.pop() ?? '') + line.slice(1))
    else if (line.trim() !== '') lines.push(line)
  }
  if (lines.shift() !== 'BEGIN:VCARD' || lines.pop() !== 'END:VCARD')
    throw new Error('Not one vCard')
  return lines.map((line) => {
    const at = line.indexOf(':')
    if (at < 0) throw new Error(`Invalid line: ${line}`)
    const [name = '', ...parameters] = line.slice(0, at).split(';')
    if (parameters.some((parameter) => !/^[A-Z]+=[A-Za-z0-9,-]+$/.test(parameter)))
      throw new Error(`Invalid parameter: ${line}`)
    return {
      name: name.replace(/^[^.]*\./, ''),
      types: parameters.flatMap((parameter) => parameter.split('=')[1]?.split(',') ?? []),
      values: componentsOf(line.slice(at + 1)),
    }
  })
}

/** The values between unescaped semicolons, unescaped. */
function componentsOf(value: string): string[] {
  const parts = ['']
  for (const [piece] of value.matchAll(/\\[\s\S]|[\s\S]/g)) {
    if (piece === ';') parts.push('')
    else parts.push((parts.pop() ?? '') + (/^\\n$/i.test(piece) ? '\n' : piece.replace(/^\\/, '')))
  }
  return parts
}

function asAndroid(file: string, name: string): string | undefined {
  return readAsAndroid(file)
    .find((line) => line.name === name)
    ?.values.join(';')
}

function asIcal(file: string, name: string): unknown {
  const properties: [string, object, string, unknown][] = ICAL.parse(file)[1]
  return properties.find(([property]) => property === name)?.[3]
}

function asVcf(file: string, name: string): string | undefined {
  const value = new Vcf().parse(file).get(name)
  return componentsOf(String(Array.isArray(value) ? value[0]?.valueOf() : value?.valueOf())).join(
    ';',
  )
}

const octets = (text: string) => new TextEncoder().encode(text).length

/** What must hold for every file, whatever is in the card. */
function expectSound(file: string): void {
  expect(file.endsWith('END:VCARD\r\n')).toBe(true)
  expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n\u0000-\u0009\u000b-\u001f\u007f]/)
  expect(file.isWellFormed()).toBe(true)
  const physical = file.split('\r\n')
  expect(physical.filter((line) => octets(line) > 75)).toEqual([])
  expect(physical.filter((line) => line === 'BEGIN:VCARD')).toHaveLength(1)
  expect(physical.filter((line) => line === 'END:VCARD')).toHaveLength(1)
  expect(physical[1]).toBe('VERSION:3.0')
  expect(octets(file)).toBeLessThanOrEqual(contactFileMax)
}

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

test.each(hard)('name, company, address and note come back exactly: %j', (text) => {
  const file = write({ name: text, company: text, address: text, about: text })
  expectSound(file)
  const back = clean(text)
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
  // ical.js leaves the escape before a semicolon where it is.
  expect(asIcal(file, 'fn')).toBe(back.replaceAll(';', '\\;'))
  expect(asIcal(file, 'note')).toBe(back.replaceAll(';', '\\;'))
})

test('random cards give one sound file each, that three readers agree about', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 120 }),
    fc.string({ unit: 'grapheme', maxLength: 60 }),
    // Halves of characters and every control character too.
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
      if (variant === 'any' && clean(fields.name)) {
        expect(asAndroid(file, 'FN')).toBe(clean(fields.name))
        expect(asVcf(file, 'fn')).toBe(clean(fields.name))
      }
      expect(readAsAndroid(file).find(({ name }) => name === 'N')?.values).toHaveLength(5)
      expect(ICAL.parse(file)[0]).toBe('vcard')
    }),
    { numRuns: process.env.TRUST === 'whole' ? 3000 : 600 },
  )
}, 120_000)

test('a whole card is written property by property, the photo last', () => {
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
    'X-SOCIALPROFILE;TYPE=linkedin:https://linkedin.com/in/ada',
    'X-SOCIALPROFILE;TYPE=MySite:https://a.test/?q=1,2;3',
    'NOTE:Pronouns: she/her\\nFirst programmer',
    `UID:urn:uuid:${uid}`,
    'REV:2026-11-21T09:00:00Z',
    'PHOTO;ENCODING=b;TYPE=JPEG:/9j/AAAA',
    'END:VCARD',
  ])
})

test('an empty card still has a name, and no empty property', () => {
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

test('name parts of the owner win over the split', () => {
  const nameParts = { given: 'Gabriel', family: 'García Márquez', suffix: 'Jr., PhD' }
  const file = write({ name: 'Gabriel García Márquez', customizations: { nameParts } })
  expect(lineOf(file, 'N:')).toBe('N:García Márquez;Gabriel;;;Jr.\\, PhD')
})

test.each([
  ['+49 170 1234567', '+491701234567'],
  ['0049 170 1234567', '+491701234567'],
  ['0170/123 45 67', '01701234567'],
  ['+44 (0)20 7946 0000', '+442079460000'],
  ['(555) 010-9999', '5550109999'],
  ['555 0100 ext. 12', '555 0100 ext. 12'],
  ['1-800-CARDS', '1-800-CARDS'],
])('the phone %s is written %s', (phone, written) => {
  expect(lineOf(write({ phone }), 'TEL')).toBe(`TEL;TYPE=CELL,VOICE,PREF:${written}`)
})

test('a phone that also stands in the list is written once, with the label of the list', () => {
  const phones = [{ label: 'work', value: '+49 30 12 34' }]
  const file = write({ phone: '+49301234', customizations: { phones } })
  expect(linesOf(file).filter((line) => line.startsWith('TEL'))).toEqual([
    'TEL;TYPE=WORK,VOICE,PREF:+49301234',
  ])
})

const social = { socialLinks: { twitter: 'https://x.com/ada', medium: 'https://medium.com/@ada' } }

test('each variant carries social links the way its importer reads them', () => {
  const read = (variant: ContactOptions['variant']) => {
    const lines = linesOf(write(social, { variant }))
    return ['x.com', 'medium.com'].map((site) =>
      lines.filter((line) => line.includes(site)).map((line) => line.slice(0, line.indexOf(':'))),
    )
  }
  expect(read('any')).toEqual([
    ['item2.URL;TYPE=WORK', 'X-SOCIALPROFILE;TYPE=twitter'],
    ['item3.URL;TYPE=WORK', 'X-SOCIALPROFILE;TYPE=medium'],
  ])
  expect(read('apple')).toEqual([
    ['X-SOCIALPROFILE;TYPE=twitter'],
    ['item2.URL;TYPE=WORK', 'X-SOCIALPROFILE;TYPE=medium'],
  ])
  expect(read('android')).toEqual([['item2.URL;TYPE=WORK'], ['item3.URL;TYPE=WORK']])
  expect(read('outlook')).toEqual([['NOTE'], ['NOTE']])
})

test('the Outlook variant names its charset where it must and ends the photo with a blank line', () => {
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

test('links that are not of the web stay out', () => {
  const file = write({
    socialLinks: { gmail: 'mailto:a@b.test', evil: 'javascript:alert(1)', bad: 'not a link' },
    customizations: { website: 'ftp://a.test' },
  })
  expect(file).not.toMatch(/mailto|javascript|ftp|not a/)
})

test('a note is cut at 1,000 characters, never inside one', () => {
  const note = asAndroid(write({ about: family.repeat(400) }), 'NOTE') ?? ''
  expect([...note]).toHaveLength(1000)
  expect(note.isWellFormed()).toBe(true)
})

test('the largest legal card with the largest photo stays under the limit, and a larger photo is left out', () => {
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
