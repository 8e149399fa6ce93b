import { expect, test } from 'vitest'
import { draftOf } from './draft.ts'
import { canChange, lockedReason, ruleHint } from './template-rules.ts'
import { makeCard } from './testing.ts'

const rules = { company: 'locked', about: 'hidden', phone: 'required' } as const
const editing = (accessLevel: number) => ({
  user: { accessLevel },
  card: { template: { rules } },
})

test('a template fixes fields below level 4, and only those it locks or hides', () => {
  expect(lockedReason(editing(1), 'company')).toBe('Your administrator decides this field.')
  expect(lockedReason(editing(3), 'about')).toBeDefined()
  expect(lockedReason(editing(4), 'company')).toBeUndefined()
  for (const field of ['phone', 'title', 'name', 'gallery'])
    expect(lockedReason(editing(1), field)).toBeUndefined()
  expect(lockedReason({ ...editing(1), card: { template: null } }, 'company')).toBeUndefined()
})

test('a required field says so before its own hint', () => {
  expect(ruleHint(editing(1), 'phone')).toBe('Required.')
  expect(ruleHint(editing(1), 'phone', 'With the country code')).toBe(
    'Required. With the country code',
  )
  expect(ruleHint(editing(1), 'title', 'As on your door')).toBe('As on your door')
})

test('a change of a fixed field is not offered, wherever the field is kept', () => {
  const draft = draftOf(makeCard())
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
