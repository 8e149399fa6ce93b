import { expect, test } from 'vitest'
import { fixedReason, ruledHint } from './template.ts'

const rules = { company: 'locked', about: 'hidden', phone: 'required' } as const
const editing = (accessLevel: number) => ({
  user: { accessLevel },
  card: { template: { rules } },
})

test('a template fixes fields below level 4, and only those it locks or hides', () => {
  expect(fixedReason(editing(1), 'company')).toBe('Your administrator decides this field.')
  expect(fixedReason(editing(3), 'about')).toBeDefined()
  expect(fixedReason(editing(4), 'company')).toBeUndefined()
  for (const field of ['phone', 'title', 'name', 'gallery'])
    expect(fixedReason(editing(1), field)).toBeUndefined()
  expect(fixedReason({ ...editing(1), card: { template: null } }, 'company')).toBeUndefined()
})

test('a required field says so before its own hint', () => {
  expect(ruledHint(editing(1), 'phone')).toBe('Required.')
  expect(ruledHint(editing(1), 'phone', 'With the country code')).toBe(
    'Required. With the country code',
  )
  expect(ruledHint(editing(1), 'title', 'As on your door')).toBe('As on your door')
})
