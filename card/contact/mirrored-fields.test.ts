import { expect, test } from 'vitest'
import { formattedName } from './mirrored-fields.ts'
import { contactName } from './vcard-name.ts'

const none = { prefix: null, given: null, additional: null, family: null, suffix: null }

test('formats the parts of a name as one line', () => {
  expect(formattedName(none)).toBe('')
  expect(formattedName({ ...none, given: 'Ada' })).toBe('Ada')
  expect(
    formattedName({
      prefix: 'Dr',
      given: 'Ada',
      additional: 'Byron',
      family: 'Lovelace',
      suffix: 'PhD',
    }),
  ).toBe('Dr Ada Byron Lovelace, PhD')
  expect(formattedName({ ...none, given: '春香', family: '山田' })).toBe('山田 春香')
})

test('the formatted name parses into the same parts', () => {
  for (const [given, family] of [
    ['Ada', 'Lovelace'],
    ['春香', '山田'],
  ] as const)
    expect(contactName(formattedName({ ...none, given, family }))).toMatchObject({ given, family })
})
