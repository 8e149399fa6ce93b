import { expect, test } from 'vitest'
import { makeCard } from '../testing/checked-card.ts'
import { formattedName, withMirrors } from './mirrored-fields.ts'
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

test.each([
  ['Ana Maria Silva', 'Ana Maria Silva (she/her)'],
  ['Ana Maria Silva', 'Ana Maria Silva | CEO'],
  ['Ana Maria Silva | CEO', 'Ana Maria Silva'],
])('from %j to %j, the parts stay', (before, after) => {
  const nameParts = { given: 'Ana Maria', family: 'Silva', latinName: 'Anna Maria Silva' }
  const named = (name: string) => makeCard({ name, customizations: { nameParts } })
  const saved = withMirrors(named(before), named(after))
  expect([saved.name, saved.customizations.nameParts]).toMatchObject([after, nameParts])
})

test('an entry that moves up in the list does not become the main phone', () => {
  const [a, b, c] = ['+1 212 555 0100', '+1 212 555 0101', '+1 212 555 0102']
  const listed = (...values: string[]) =>
    makeCard({ phone: a, customizations: { phones: values.map((value) => ({ value })) } })
  const phonesOf = ({ phone, customizations }: ReturnType<typeof listed>) => [
    phone,
    ...(customizations.phones ?? []).map(({ value }) => value),
  ]
  const before = listed(a, b)
  expect(phonesOf(withMirrors(before, listed(b, c)))).toEqual([a, b, c])
  expect(phonesOf(withMirrors(before, listed(c, b)))).toEqual([c, c, b])
})
