import { expect, test } from 'vitest'
import { blankCard } from './blank-card.ts'
import { hiddenFields, publicView, reveal } from './reveal.ts'

const contacts = {
  phone: '+44 20 7946 0123',
  customizations: {
    ...blankCard.customizations,
    phones: [
      { label: 'mobile' as const, value: '+44 (20) 7946-0123' },
      { label: 'home' as const, value: '＋44 (0)20-7946-0123' },
      { label: 'other' as const, value: '020 7946 0123 ext. 12' },
      { label: 'work' as const, value: '+44 20 7946 0999' },
    ],
    emails: [{ label: 'home' as const, value: 'ADA@cards.test' }],
  },
  email: 'ada@cards.test',
}
const card = { ...blankCard, ...contacts }

test.each([
  ['+1 (312) 555-0100', false],
  ['001 312 555 0100', false],
  ['(212) 555-0100', true],
  ['001 212 555 0100', true],
  ['1-212-555-0100', true],
  ['+1 212 555 0100 x7', true],
])('an additional phone %j is hidden with +1 212 555 0100: %s', (value, isHidden) => {
  const phones = [{ label: 'work' as const, value }]
  const customizations = { ...card.customizations, phones }
  const written = { ...card, phone: '+1 212 555 0100', customizations }
  const shown = reveal(written, { visibility: { phone: 'nobody' }, may: ['everyone'] })
  expect(shown.customizations.phones).toEqual(isHidden ? [] : phones)
})

test('an additional phone or email that is the same as a hidden one is hidden with it', () => {
  const visibility = { phone: 'exchange', email: 'nobody' } as const
  const shown = reveal(card, { visibility, may: ['everyone'] })
  expect([shown.phone, shown.email]).toEqual([null, null])
  expect(shown.customizations.phones).toEqual([{ label: 'work', value: '+44 20 7946 0999' }])
  expect(shown.customizations.emails).toEqual([])
  expect(reveal(card, { visibility, may: ['everyone', 'exchange'] }).phone).toBe(card.phone)
})

test('what the owner gives out has only what everyone sees, and nothing that has no row', () => {
  const visibility = { phone: 'exchange', phones: 'share-points', title: 'nobody' } as const
  const locales = { es: { title: 'Condesa' } }
  const customizations = { ...card.customizations, visibility }
  const whole = { ...card, secret: 'x', locales, customizations }
  const text = JSON.stringify(publicView(whole, 'es'))
  expect(text).toContain('ada@cards.test')
  expect(text).not.toMatch(/7946|secret|visibility|Condesa/)
})

test('only fields with a value count as hidden', () => {
  const visibility = { phone: 'exchange', address: 'exchange', formConfig: 'nobody' } as const
  expect(hiddenFields(card, visibility)).toEqual(['phone'])
  expect(hiddenFields(card, visibility, 'nobody')).toEqual([])
})
