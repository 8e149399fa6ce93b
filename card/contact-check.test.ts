import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CardInput } from '../schema/card.ts'
import { themeNames } from '../schema/theme.ts'
import { checkContact } from './contact-check.ts'
import type { CheckedCard, Finding } from './contact-findings.ts'
import { themeColors } from './theme-colors.ts'

const origin = 'https://cards.test'

function makeCard(fields: Partial<Record<keyof CheckedCard, unknown>> = {}): CheckedCard {
  const {
    version: _,
    website: __,
    ...input
  } = CardInput.parse({
    slug: 'ada',
    name: 'Ada Lovelace',
    phone: '+44 20 7946 0102',
    email: 'ada@engine.example',
    ...fields,
  })
  return { ...input, state: 'live', id: 7, updatedAt: '2026-11-21T09:00:00.123Z' }
}

function findings(card: CheckedCard): Finding[] {
  const { errors, advice } = checkContact(card, origin)
  return [...errors, ...advice]
}

const picture = (ending: string) => `/images/${'a'.repeat(64)}-${ending}`
const labelled = (label: string, value: string) => ({ label, value })

test('a card in order has nothing to be told', () => {
  const card = makeCard({
    title: 'Analyst',
    company: 'Engine Ltd',
    address: '12 St James Square, London',
    profilePicture: picture('500.jpg'),
    logoUrl: picture('250.svg'),
    gallery: [{ url: picture('1200.jpg'), alt: 'The engine' }],
    customButtons: [{ text: 'Book', url: 'https://engine.example' }],
    customizations: {
      website: 'https://engine.example',
      phones: [labelled('work', '+44 20 7946 0103')],
      emails: [labelled('home', 'ada@home.example')],
      customCss: '.bc-page { --c-accent: #0a5c4a }',
    },
  })
  expect(findings(card)).toEqual([])
})

type Case = { id: string; fields: Parameters<typeof makeCard>[0]; shows: object; fixed?: object }

const cases: Case[] = [
  {
    id: 'name-split',
    fields: { name: 'Dr Ana Maria Silva PhD' },
    shows: { fixes: [{ label: 'Given Ana Maria, family Silva' }, {}, {}] },
    fixed: {
      customizations: {
        nameParts: {
          prefix: 'Dr',
          given: 'Ana Maria',
          additional: null,
          family: 'Silva',
          suffix: 'PhD',
        },
      },
    },
  },
  {
    id: 'name-split',
    fields: { name: '山田太郎' },
    shows: { fixes: [{ label: 'Given 田太郎, family 山' }, { label: 'Given 太郎, family 山田' }] },
    fixed: { customizations: { nameParts: { family: '山' } } },
  },
  {
    id: 'name-parts',
    fields: { name: 'Ada King', customizations: { nameParts: { given: 'Ada', family: 'Byron' } } },
    shows: { detail: expect.stringContaining('“Ada Byron”') },
    fixed: { customizations: { nameParts: null } },
  },
  {
    id: 'emoji',
    fields: {
      name: 'Ada 👩🏽‍💻 Lovelace 🇬🇧',
      customizations: { nameParts: { given: 'Ada 👩🏽‍💻', family: 'Lovelace 🇬🇧' } },
    },
    shows: { fixes: [{ label: 'Use “Ada Lovelace”' }] },
    fixed: { name: 'Ada Lovelace', customizations: { nameParts: { given: 'Ada' } } },
  },
  {
    id: 'phone-code-main',
    fields: { phone: '(030) 901820', address: 'Friedrichstr. 1\n10117 Berlin, Deutschland' },
    shows: { fixes: [{ label: '+49 Germany' }], more: { label: 'Country' } },
    fixed: { phone: '+49 (30) 901820' },
  },
  {
    id: 'phone-code-0',
    fields: { customizations: { phones: [labelled('work', '020 7946 0103')] } },
    shows: { fixes: [{ label: '+44 United Kingdom' }] },
    fixed: { customizations: { phones: [labelled('work', '+44 20 7946 0103')] } },
  },
  {
    id: 'same-label-phones-1',
    fields: {
      customizations: {
        phones: [labelled('work', '+44 20 7946 0103'), labelled('work', '+44 20 7946 0104')],
      },
    },
    shows: { title: 'Two phones called work', fixes: [{ label: 'Call it home' }, {}] },
    fixed: { customizations: { phones: [{}, { label: 'home' }] } },
  },
  {
    id: 'same-label-emails-0',
    fields: { customizations: { emails: [labelled('work', 'ada@work.example')] } },
    shows: { fixes: [{ label: 'Call it home' }, { label: 'Call it other' }] },
    fixed: { customizations: { emails: [{ label: 'home' }] } },
  },
  {
    id: 'website',
    fields: { customizations: { website: 'engine.example/ada' } },
    shows: { fixes: [{ label: 'Use “https://engine.example/ada”' }] },
    fixed: { customizations: { website: 'https://engine.example/ada' } },
  },
  {
    id: 'website',
    fields: { customizations: { website: 'on my door' } },
    shows: { title: 'Website is no web address' },
    fixed: { customizations: { website: null } },
  },
  {
    id: 'alt-profilePicture',
    fields: { profilePicture: picture('500.jpg'), name: null, company: 'Engine Ltd' },
    shows: {},
    fixed: { customizations: { alts: { profilePicture: 'Photo of Engine Ltd' } } },
  },
  {
    id: 'alt-logoUrl',
    fields: { logoUrl: picture('250.png') },
    shows: {},
    fixed: { customizations: { alts: { logoUrl: 'Logo of Ada Lovelace' } } },
  },
  {
    id: 'button-0',
    fields: {
      customButtons: [{ text: 'Book', url: 'https://engine.example', backgroundColor: '#fefefe' }],
    },
    shows: {},
    fixed: { customButtons: [{ backgroundColor: '#141413' }] },
  },
  {
    id: 'color-muted',
    fields: { customizations: { customCss: '.bc-page { --c-muted: #ccc; --c-accent: #111 }' } },
    shows: { detail: expect.stringContaining('1.6 to 1') },
    fixed: { customizations: { customCss: '.bc-page {  --c-accent: #111 }' } },
  },
]

test.each(cases)('$id appears, and its first fix removes it', ({ id, fields, shows, fixed }) => {
  const card = makeCard(fields)
  const found = findings(card).find((one) => one.id === id)
  expect(found).toMatchObject(shows)
  const change = found?.fixes[0]?.change ?? {}
  expect(change).toMatchObject(fixed ?? {})
  const after = { ...card, ...change }
  expect(findings(after).map((one) => one.id)).not.toContain(id)
  expect(CardInput.safeParse(after).error).toBeUndefined()
})

test.each([
  ['photo', { profilePicture: picture('500.svg') }, 'Contacts take no SVG'],
  ['photo', { profilePicture: picture('500.gif') }, 'Contacts take no GIF'],
  ['photo', { profilePicture: 'https://elsewhere.test/a.jpg' }, 'Only a photo uploaded here'],
  ['photo', { profilePicture: picture('120.jpg') }, '120 pixels wide'],
  ['alt-gallery', { gallery: [{ url: picture('800.jpg') }] }, 'Say in Gallery'],
  ['qr', { email: `${'a'.repeat(120)}@engine.example` }, 'leaves out the e-mail'],
  ['qr', { name: `${'山'.repeat(60)} 太郎` }, 'Name and phone together'],
  ['no-name', { name: null }, 'Fill in Full Name'],
  ['no-way', { phone: null, email: null }, 'Add a phone number'],
])('%s of %j is told', (id, fields, detail) => {
  expect(findings(makeCard(fields)).find((one) => one.id === id)?.detail).toContain(detail)
})

test('a company is a name, and a social link a way', () => {
  const card = makeCard({
    name: null,
    phone: null,
    email: null,
    company: 'Engine Ltd',
    socialLinks: { linkedin: 'https://linkedin.com/in/ada' },
  })
  expect(checkContact(card, origin).errors).toEqual([])
})

test('each device shows what its importer makes of the file', () => {
  const card = makeCard({
    name: 'Dr. Ada Lovelace',
    title: 'Analyst',
    company: 'Engine Ltd',
    address: '12 St James Square\nLondon',
    profilePicture: picture('500.jpg'),
    about: 'First of\nher kind; truly',
    socialLinks: { linkedin: 'https://linkedin.com/in/ada', github: 'https://github.com/ada' },
    customizations: {
      website: 'https://engine.example',
      department: 'Numbers',
      phones: [labelled('mobile', '+44 7700 900123'), labelled('fax', '+44 20 7946 0199')],
    },
  })
  const { iphone, android, outlook } = checkContact(card, origin).landed
  const page = 'https://cards.test/view/ada'
  expect(iphone).toEqual({
    name: 'Dr. Ada Lovelace',
    sorted: 'Lovelace',
    title: 'Analyst',
    company: 'Engine Ltd, Numbers',
    note: 'First of\nher kind; truly',
    photo: true,
    lost: [],
    rows: [
      labelled('mobile', '+442079460102'),
      labelled('mobile', '+447700900123'),
      labelled('work fax', '+442079460199'),
      labelled('work', 'ada@engine.example'),
      labelled('work', '12 St James Square\nLondon'),
      labelled('work', 'https://engine.example/'),
      labelled('Digital card', page),
      labelled('Github', 'https://github.com/ada'),
      labelled('LinkedIn', 'https://linkedin.com/in/ada'),
      labelled('Github', 'https://github.com/ada'),
    ],
  })
  expect(android.rows.map((row) => row.label)).toEqual([
    ...['Mobile', 'Mobile', 'Work fax', 'Work', 'Work'],
    ...['Website', 'Website', 'Website', 'Website'],
  ])
  expect(outlook).toMatchObject({
    name: 'Dr. Ada Lovelace',
    sorted: 'Lovelace, Ada',
    photo: true,
    lost: ['Mobile: +447700900123'],
    note: `Digital card: ${page}\nLinkedIn: https://linkedin.com/in/ada\nGithub: https://github.com/ada\nFirst of\nher kind; truly`,
  })
})

test('the theme colours are those of the style sheets', () => {
  for (const theme of ['default', ...Object.keys(themeNames)]) {
    const css = readFileSync(`card/themes/${theme}.css`, 'utf8')
    for (const [key, color] of Object.entries(themeColors(theme))) {
      const written = new RegExp(`--c-${key}: (#[0-9a-f]+);`).exec(css)?.[1] ?? ''
      expect(written.length === 4 ? written.replace(/[0-9a-f]/g, '$&$&') : written, theme).toBe(
        color,
      )
    }
  }
})

test('any card is checked, in 20 ms as a rule, and every fix is a card that can be saved', () => {
  const text = fc.option(
    fc.oneof(
      fc.string({ unit: 'binary', maxLength: 120 }),
      fc.string({ unit: 'grapheme', maxLength: 40 }),
      fc.constantFrom(
        '山田 太郎',
        'Ana Maria Silva',
        '030 123456',
        '0301234567',
        '👩‍💻',
        '::;,\\n',
        'a.b',
        '+',
        '00',
      ),
    ),
  )
  const more = fc.array(
    fc.record({
      label: fc.constantFrom('mobile', 'work', 'home', 'fax', 'other'),
      value: text.map((value) => value || '0'),
    }),
    { maxLength: 5 },
  )
  const times: number[] = []
  const fields = fc.record({
    name: text,
    phone: text,
    email: text,
    company: text,
    address: text,
    profilePicture: fc.constantFrom(
      null,
      picture('500.svg'),
      picture('90.png'),
      'https://x.test/a',
    ),
    website: text,
    customCss: fc.constantFrom(null, '--c-surf: #fff; --c-text:#eee}', '--c-accent:#12'),
    phones: more,
    emails: more,
    nameParts: fc.option(fc.record({ given: text, family: text, suffix: text })),
  })
  fc.assert(
    fc.property(fields, ({ website, customCss, phones, emails, nameParts, ...rest }) => {
      const made = makeCard()
      const own = { ...made.customizations, website, customCss, phones, emails, nameParts }
      const card = { ...made, ...rest, customizations: { ...own, nameParts: partsOf(nameParts) } }
      const start = process.cpuUsage()
      const all = findings(card)
      times.push(process.cpuUsage(start).user / 1000)
      fc.pre(CardInput.safeParse(card).success)
      const fixes = all.flatMap((one) => [...one.fixes, ...(one.more?.options.slice(0, 2) ?? [])])
      for (const { change } of fixes)
        expect(CardInput.safeParse({ ...card, ...change }).error).toBeUndefined()
    }),
    { numRuns: 120 },
  )
  expect(times.toSorted((a, b) => a - b)[60]).toBeLessThan(20)
}, 30_000)

function partsOf(parts: object | null) {
  return (
    parts && { prefix: null, given: null, additional: null, family: null, suffix: null, ...parts }
  )
}
