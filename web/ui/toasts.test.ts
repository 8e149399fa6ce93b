import { expect, test, vi } from 'vitest'
import { dismissToast, errorToast, onToasts, shownToasts, toast } from './toasts.ts'

test('the newest toast is on top, and the sixth pushes the oldest out', () => {
  for (const title of ['one', 'two', 'three', 'four', 'five', 'six']) toast(title)
  expect(shownToasts().map((shown) => shown.title)).toEqual(['six', 'five', 'four', 'three', 'two'])
})

test('dismissing takes away one toast and tells the listeners until they leave', () => {
  const listener = vi.fn()
  const leave = onToasts(listener)
  errorToast('Login failed', 'Invalid username or password')
  const [newest] = shownToasts()
  expect(newest).toMatchObject({ kind: 'bad', title: 'Login failed' })
  dismissToast(newest?.id ?? 0)
  expect(shownToasts()).not.toContain(newest)
  leave()
  toast('seen by nobody')
  expect(listener).toHaveBeenCalledTimes(2)
})
