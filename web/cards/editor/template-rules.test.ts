import { expect, test } from 'vitest'
import { toDraft } from './draft.ts'
import { canChange, lockedReason, ruleHint } from './template-rules.ts'
import { makeCard } from './testing.ts'

const rules = { company: 'locked', about: 'hidden', phone: 'required' } as const
const editing = (accessLevel: number) => ({
  user: { accessLevel },
  card: { template: { rules } },
})

test('locked and hidden fields are read-only below level 4, others are not', () => {
  expect(lockedReason(editing(1), 'company')).toBe('Your admin manages this field.')
  expect(lockedReason(editing(3), 'about')).toBeDefined()
  expect(lockedReason(editing(4), 'company')).toBeUndefined()
  for (const field of ['phone', 'title', 'name', 'gallery'])
    expect(lockedReason(editing(1), field)).toBeUndefined()
  expect(lockedReason({ ...editing(1), card: { template: null } }, 'company')).toBeUndefined()
})

test('a required field is marked before its own hint', () => {
  expect(ruleHint(editing(1), 'phone')).toBe('Required.')
  expect(ruleHint(editing(1), 'phone', 'With the country code')).toBe(
    'Required. With the country code',
  )
  expect(ruleHint(editing(1), 'title', 'As on your door')).toBe('As on your door')
})

test('a change of a read-only field is not offered, wherever the field is stored', () => {
  const draft = toDraft(makeCard())
  const may = (level: number, change: Partial<typeof draft>) =>
    canChange({ ...editing(level), draft }, change)
  const texts = (fields: Partial<typeof draft.customizations>) => ({
    customizations: { ...draft.customizations, ...fields },
  })
  expect(may(1, { company: 'Vale' })).toBe(false)
  expect(may(4, { company: 'Vale' })).toBe(true)
  expect(may(1, texts({ about: 'Me' }))).toBe(false)
  expect(may(1, { phone: '+1 207 555 0199', ...texts({ phones: [] }) })).toBe(true)
})
