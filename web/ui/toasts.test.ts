import { expect, test, vi } from 'vitest'
import { dismissToast, errorToast, onToasts, shownToasts, toast } from './toasts.ts'

test('the newest toast is on top, and the sixth removes the oldest', () => {
  for (const title of ['one', 'two', 'three', 'four', 'five', 'six']) toast(title)
  expect(shownToasts().map((shown) => shown.title)).toEqual(['six', 'five', 'four', 'three', 'two'])
})

test('dismissing removes one toast and notifies listeners until they unsubscribe', () => {
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
