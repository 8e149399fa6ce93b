import { expect, test } from 'vitest'
import { draftOf } from './draft.ts'
import { fieldName, tabOf } from './field-names.ts'
import { makeCard } from './testing.ts'
import { validateDraft } from './validation.ts'

const draft = draftOf(makeCard())

test('a card from the server is valid', () => {
  expect(validateDraft(draft)).toEqual({})
})

test('each error has its path, field name and tab', () => {
  const wrong = validateDraft({
    ...draft,
    slug: 'a',
    videoUrl: 'javascript:alert(1)',
    customButtons: [{ text: 'Shop', url: '', backgroundColor: '#d9bd90' }],
    socialLinks: { linkedin: 'not an address' },
  })
  expect(Object.keys(wrong).sort()).toEqual([
    'customButtons.0.url',
    'slug',
    'socialLinks.linkedin',
    'videoUrl',
  ])
  expect(wrong.slug).toBe('Slug must be at least 3 characters')
  expect(Object.keys(wrong).map(fieldName)).toContain('LinkedIn link')
  expect(tabOf('customButtons.0.url')).toBe('buttons')
  expect(tabOf('customizations.customCss')).toBe('advanced')
  expect(tabOf('customizations.website')).toBe('basic')
})
