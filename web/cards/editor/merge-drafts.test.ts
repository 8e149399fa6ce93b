import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Draft, toDraft } from './draft.ts'
import { findConflicts, mergeDrafts } from './merge-drafts.ts'
import { makeCard } from './testing.ts'

const base = toDraft(
  makeCard({ socialLinks: { linkedin: 'https://l.example/a', twitter: 'https://x.example/a' } }),
)

test('a field changed by one side takes its value from that side', () => {
  const sides = { base, mine: { ...base, name: 'Mine' }, theirs: { ...base, title: 'Theirs' } }
  expect(findConflicts(sides)).toEqual([])
  expect(mergeDrafts(sides)).toMatchObject({ name: 'Mine', title: 'Theirs' })
})

test('a field changed by both is a conflict with a display name; the choice decides', () => {
  const sides = {
    base,
    mine: { ...base, company: 'A', slug: 'mine' },
    theirs: { ...base, company: 'B', slug: 'theirs' },
  }
  expect(findConflicts(sides)).toEqual([
    { path: 'slug', name: 'Card URL', mine: 'mine', theirs: 'theirs' },
    { path: 'company', name: 'Company', mine: 'A', theirs: 'B' },
  ])
  expect(mergeDrafts(sides)).toMatchObject({ company: 'A', slug: 'mine' })
  expect(mergeDrafts(sides, { company: 'theirs' })).toMatchObject({ company: 'B', slug: 'mine' })
})

test('both sides changing a field to the same value is not a conflict', () => {
  const same = { ...base, name: 'Both' }
  expect(findConflicts({ base, mine: same, theirs: same })).toEqual([])
})

test('social links and customizations are merged individually', () => {
  const sides = {
    base,
    mine: {
      ...base,
      socialLinks: { linkedin: 'https://l.example/mine', github: 'https://g.example' },
      customizations: { ...base.customizations, website: 'mine.example' },
    },
    theirs: {
      ...base,
      socialLinks: { ...base.socialLinks, linkedin: 'https://l.example/theirs' },
      customizations: { ...base.customizations, pronouns: 'they/them' },
    },
  }
  expect(findConflicts(sides).map(({ name }) => name)).toEqual(['LinkedIn link'])
  const result = mergeDrafts(sides, { 'socialLinks.linkedin': 'theirs' })
  expect(result.socialLinks).toEqual({
    linkedin: 'https://l.example/theirs',
    github: 'https://g.example',
  })
  expect(result.customizations).toMatchObject({ website: 'mine.example', pronouns: 'they/them' })
})

test('the map coordinates are never a conflict', () => {
  const pin = (of: string) => ({ latitude: 1, longitude: 2, of })
  const side = (address: string) => ({
    ...base,
    address,
    customizations: { ...base.customizations, pin: pin(address) },
  })
  const conflicts = findConflicts({ base, mine: side('Bath'), theirs: side('Bonn') })
  expect(conflicts.map(({ path }) => path)).toEqual(['address'])
})

test('each text of each language is a field of its own', () => {
  const locales = (es: object, fr?: object) => ({ ...base, locales: { es, ...(fr && { fr }) } })
  const sides = {
    base: locales({ title: 'a', about: 'a' }, { title: 'a' }),
    mine: locales({ title: 'b', about: 'a' }, { title: 'a' }),
    theirs: locales({ title: 'c', about: 'c' }),
  }
  expect(findConflicts(sides)).toEqual([
    { path: 'locales.es.title', name: 'Title (Spanish)', mine: 'b', theirs: 'c' },
  ])
  expect(mergeDrafts(sides).locales).toEqual({ es: { title: 'b', about: 'c' } })
})

const text = fc.constantFrom('a', 'b', 'c', null)
const texts = { name: text, about: text, website: text, linkedin: text, translated: text }
const someDraft = fc.record(texts).map(
  ({ name, about, website, linkedin, translated }): Draft => ({
    ...base,
    locales: translated ? { es: { about: translated } } : {},
    name,
    about,
    customizations: { ...base.customizations, website },
    socialLinks: linkedin ? { linkedin } : {},
  }),
)

test('any three drafts: no change of mine is lost without a conflict, and a single changed side wins', () => {
  fc.assert(
    fc.property(someDraft, someDraft, someDraft, (from, mine, theirs) => {
      expect(mergeDrafts({ base: from, mine, theirs: from })).toEqual(mine)
      expect(mergeDrafts({ base: from, mine: from, theirs })).toEqual(theirs)
      const sides = { base: from, mine, theirs }
      const conflicts = findConflicts(sides)
      const all = Object.fromEntries(conflicts.map(({ path }) => [path, 'theirs' as const]))
      if (mine.name !== from.name) expect(mergeDrafts(sides).name).toBe(mine.name)
      if (conflicts.some(({ path }) => path === 'name'))
        expect(mergeDrafts(sides, all).name).toBe(theirs.name)
    }),
  )
})
