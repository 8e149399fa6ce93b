import { expect, test } from 'vitest'
import { isInQuickEditor } from './basic-fields.ts'
import { toDraft } from './draft.ts'
import { makeCard } from './testing.ts'
import { errorSummary, fieldName, firstErrorPath, tabOfField, validateDraft } from './validation.ts'

const draft = toDraft(makeCard())

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
  expect(tabOfField('customButtons.0.url')).toBe('buttons')
  expect(tabOfField('customizations.customCss')).toBe('advanced')
  expect(tabOfField('customizations.website')).toBe('basic')
})

const button = { text: 'Shop', url: 'https://a.example', backgroundColor: '#d9bd90' }

test('an empty button says what it lacks, in the words of its owner', () => {
  const empty = { ...button, text: '', url: '' }
  const errors = validateDraft({ ...draft, customButtons: [button, empty] })
  expect(errors).toEqual({
    'customButtons.1.text': 'Button label is required',
    'customButtons.1.url': 'Button URL is required',
  })
  expect(errorSummary(errors)).toBe('Button 2: Button label is required (and 1 more)')
})

test('the first problem is the first on screen', () => {
  const customButtons = [{ ...button, url: '' }]
  const customizations = { ...draft.customizations, website: 'javascript:alert(1)' }
  expect(firstErrorPath(validateDraft({ ...draft, customButtons, customizations }))).toBe(
    'customizations.website',
  )
  expect(firstErrorPath({})).toBeUndefined()
})

test('each field has the name it has on screen', () => {
  expect(
    [
      'customButtons.5.url',
      'gallery.0.alt',
      'customizations.phones.0.value',
      'customizations.nameParts.given',
      'customizations.alts.coverPhoto',
      'formConfig.consent',
      'formConfig.fields.1.label',
      'embedCodes.0',
    ].map(fieldName),
  ).toEqual([
    'Button 6',
    'Gallery image 1',
    'Phone 2',
    'Given name',
    'Cover photo description',
    'Consent sentence',
    'Form field 2',
    'Chatbot code 1',
  ])
})

test('the quick editor has every field but those of the form and the details of a contact', () => {
  expect(['customButtons.0.url', 'customizations.website'].every(isInQuickEditor)).toBe(true)
  const elsewhere = ['formConfig.consent', 'customizations.phones.0.value', 'slug']
  expect(elsewhere.some(isInQuickEditor)).toBe(false)
})
