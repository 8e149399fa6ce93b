import { expect, test } from 'vitest'
import { nextStep } from './next-step.ts'

const user = { email: 'ada@lindqvist.example', emailVerified: true, mustChangePassword: false }
const complete = {
  profilePicture: '/images/ada.webp',
  formConfig: {
    fields: [{ key: 'name' as const, label: null, required: true }],
    consent: null,
    thanks: null,
  },
  sharePoints: 1,
  template: null,
}
const bare = {
  ...complete,
  profilePicture: null,
  sharePoints: 0,
  formConfig: { ...complete.formConfig, fields: [] },
}
const open = { isFinishing: false, dismissed: [] as string[] }

test('the first step that applies is next, and none once all are done', () => {
  expect(nextStep({ ...user, emailVerified: false }, bare, open)).toBe('email')
  expect(nextStep(user, bare, { ...open, isFinishing: true })).toBe('finish')
  expect(nextStep(user, bare, open)).toBe('photo')
  expect(nextStep(user, { ...bare, profilePicture: 'a' }, open)).toBe('details')
  expect(nextStep(user, { ...complete, sharePoints: 0 }, open)).toBe('badge')
  expect(nextStep(user, complete, open)).toBeUndefined()
})

test('a dismissed step is skipped; a new email address asks again', () => {
  const unverified = { ...user, emailVerified: false }
  const dismissed = [`email:${user.email}`, 'photo', 'details']
  expect(nextStep(unverified, bare, { ...open, dismissed })).toBe('badge')
  expect(nextStep({ ...unverified, email: 'ada@new.example' }, bare, { ...open, dismissed })).toBe(
    'email',
  )
})

test('there is no step beside the notice to choose a password', () => {
  expect(nextStep({ ...user, mustChangePassword: true }, bare, open)).toBeUndefined()
})
