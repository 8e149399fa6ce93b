import { expect, test } from 'vitest'
import { CardInput } from '../../schema/cards/card.ts'
import { findings, labelled, makeCard, origin, picture } from '../testing/checked-card.ts'
import { checkContact } from './check.ts'

test('a good card has no findings', () => {
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

test('a phone with a long note, from before the limit of 40 characters, is a phone', () => {
  const phones = [labelled('work', '+44 20 7946 0103 (on weekdays, ask for Ada)')]
  expect(findings(makeCard({ customizations: { phones } }))).toEqual([])
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
    id: 'name-split',
    fields: { name: '山田太郎', customizations: { nameParts: { phoneticFamily: 'ヤマダ' } } },
    shows: { title: 'Which part is the family name?' },
    fixed: { customizations: { nameParts: { family: '山', phoneticFamily: 'ヤマダ' } } },
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
    id: 'value-phones-main',
    fields: { phone: 'call me maybe' },
    shows: { title: 'Phone is not a number', fixes: [{ label: 'Remove it' }] },
    fixed: { phone: null },
  },
  {
    id: 'value-emails-main',
    fields: {
      email: 'zed@work',
      customizations: { emails: [labelled('home', 'zed@work'), labelled('work', 'ada@x.test')] },
    },
    shows: { detail: expect.stringContaining('“zed@work”') },
    fixed: { email: null, customizations: { emails: [labelled('work', 'ada@x.test')] } },
  },
  {
    id: 'value-emails-0',
    fields: { customizations: { emails: [labelled('home', 'not-an-email')] } },
    shows: { title: 'Email is not an address' },
    fixed: { customizations: { emails: [] } },
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
    shows: { title: 'Two phones labeled work', fixes: [{ label: 'Label it home' }, {}] },
    fixed: { customizations: { phones: [{}, { label: 'home' }] } },
  },
  {
    id: 'same-label-emails-0',
    fields: { customizations: { emails: [labelled('work', 'ada@work.example')] } },
    shows: { fixes: [{ label: 'Label it home' }, { label: 'Label it other' }] },
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
    shows: { title: 'Website is not a valid link' },
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
    shows: { detail: expect.stringContaining('1.6:1') },
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
  ['photo', { profilePicture: picture('500.svg') }, "Contacts don't support SVG"],
  ['photo', { profilePicture: picture('500.gif') }, "Contacts don't support GIF"],
  ['photo', { profilePicture: 'https://elsewhere.test/a.jpg' }, 'Contacts can include only photos'],
  ['photo', { profilePicture: picture('120.jpg') }, '120 pixels wide'],
  ['alt-gallery', { gallery: [{ url: picture('800.jpg') }] }, 'Describe each image in Gallery'],
  ['qr', { email: `${'a'.repeat(120)}@engine.example` }, 'omits the email'],
  ['qr', { name: `${'山'.repeat(60)} 太郎` }, 'Name and phone together'],
  ['no-name', { name: null }, 'Fill in Full Name'],
  ['no-way', { phone: null, email: null }, 'Add a phone number'],
  ['no-way', { phone: 'on request', email: 'zed@work' }, 'Add a phone number'],
  ['no-name', { name: '\u200b' }, 'Fill in Full Name'],
])('%s of %j is reported', (id, fields, detail) => {
  expect(findings(makeCard(fields)).find((one) => one.id === id)?.detail).toContain(detail)
})

test('a company counts as a name, and a social link as contact details', () => {
  const card = makeCard({
    name: null,
    phone: null,
    email: null,
    company: 'Engine Ltd',
    socialLinks: { linkedin: 'https://linkedin.com/in/ada' },
  })
  expect(checkContact(card, origin).errors).toEqual([])
})
