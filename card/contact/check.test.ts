import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CardInput } from '../../schema/cards/card.ts'
import { themeNames } from '../../schema/cards/theme.ts'
import { findings, labelled, makeCard, origin, picture } from '../testing/checked-card.ts'
import { themeColors } from '../themes/theme-colors.ts'
import { checkContact, contactProblemsOf } from './check.ts'

test('each device shows what its importer reads from the file', () => {
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
  const { iphone, android, outlook } = checkContact(card, origin).imported
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
      labelled('LinkedIn', 'https://linkedin.com/in/ada'),
      labelled('GitHub', 'https://github.com/ada'),
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
    note: `Digital card: ${page}\nLinkedIn: https://linkedin.com/in/ada\nGitHub: https://github.com/ada\nFirst of\nher kind; truly`,
  })
})

test('the theme colors equal those of the style sheets', () => {
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

test('any card is checked, and every fix produces a card that can be saved', () => {
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
    customCss: fc.constantFrom(null, '--c-surface: #fff; --c-text:#eee}', '--c-accent:#12'),
    phones: more,
    emails: more,
    nameParts: fc.option(fc.record({ given: text, family: text, suffix: text })),
  })
  fc.assert(
    fc.property(fields, ({ website, customCss, phones, emails, nameParts, ...rest }) => {
      const made = makeCard()
      const own = { ...made.customizations, website, customCss, phones, emails, nameParts }
      const card = { ...made, ...rest, customizations: { ...own, nameParts: partsOf(nameParts) } }
      const all = findings(card)
      fc.pre(CardInput.safeParse(card).success)
      const fixes = all.flatMap((one) => [...one.fixes, ...(one.more?.options.slice(0, 2) ?? [])])
      for (const { change } of fixes)
        expect(CardInput.safeParse({ ...card, ...change }).error).toBeUndefined()
    }),
    { numRuns: 120 },
  )
})

test('hidden ways to reach the owner do not count, and one fix shows one of them again', () => {
  const visibility = { phone: 'exchange', email: 'nobody' } as const
  const own = makeCard().customizations
  const card = makeCard({ customizations: { ...own, visibility } })
  const { imported, errors } = checkContact(card, origin)
  const page = labelled('Digital card', 'https://cards.test/view/ada')
  expect(imported.iphone.rows).toEqual([page])
  expect(errors).toMatchObject([{ id: 'no-public-way', fixes: [{}, {}] }])
  const shown = checkContact({ ...card, ...errors[0]?.fixes[0]?.change }, origin)
  expect(shown.errors).toEqual([])
  expect(shown.imported.iphone.rows).toEqual([labelled('mobile', '+442079460102'), page])
})

test('the problems of a contact are a missing name, photo or way to reach the person, and wrong values', () => {
  const profilePicture = picture('640.jpg')
  const problems = (fields: Parameters<typeof makeCard>[0]) =>
    contactProblemsOf(makeCard({ profilePicture, ...fields }))
  expect(problems({})).toEqual([])
  expect(problems({ name: null, company: ' ' })).toEqual(['name'])
  expect(problems({ name: null, company: 'Engine Ltd' })).toEqual([])
  expect(problems({ phone: null, email: null })).toEqual(['reach'])
  expect(problems({ phone: 'ask Ada', email: 'ada' })).toEqual(['reach', 'phone', 'email'])
  expect(problems({ phone: '020 7946 0102' })).toEqual(['phone'])
  expect(problems({ profilePicture: null })).toEqual(['photo'])
  expect(problems({ profilePicture: picture('640.gif') })).toEqual(['photo'])
})

function partsOf(parts: object | null) {
  return (
    parts && { prefix: null, given: null, additional: null, family: null, suffix: null, ...parts }
  )
}
