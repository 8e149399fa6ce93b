import { expect, test } from 'vitest'
import { contactName } from '../../../../card/vcard-name.ts'
import { wholeName } from './whole-name.ts'

const none = { prefix: null, given: null, additional: null, family: null, suffix: null }

test('the parts of a name make one line', () => {
  expect(wholeName(none)).toBe('')
  expect(wholeName({ ...none, given: 'Ada' })).toBe('Ada')
  expect(
    wholeName({
      prefix: 'Dr',
      given: 'Ada',
      additional: 'Byron',
      family: 'Lovelace',
      suffix: 'PhD',
    }),
  ).toBe('Dr Ada Byron Lovelace, PhD')
  expect(wholeName({ ...none, given: '春香', family: '山田' })).toBe('山田 春香')
})

test('the line is read back as the same parts', () => {
  for (const [given, family] of [
    ['Ada', 'Lovelace'],
    ['春香', '山田'],
  ] as const)
    expect(contactName(wholeName({ ...none, given, family }))).toMatchObject({ given, family })
})
