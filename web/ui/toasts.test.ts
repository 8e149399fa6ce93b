import { beforeEach, expect, test, vi } from 'vitest'

type Toasts = typeof import('./toasts.ts')
let toasts: Toasts

// Toasts are state of the module: each test starts without any.
beforeEach(async () => {
  vi.resetModules()
  toasts = await import('./toasts.ts')
})

test('the newest toast is on top, and the sixth removes the oldest', () => {
  expect(toasts.shownToasts()).toEqual([])
  for (const title of ['one', 'two', 'three', 'four', 'five', 'six']) toasts.toast(title)
  expect(titles()).toEqual(['six', 'five', 'four', 'three', 'two'])
})

test('a message that is already shown is replaced, and is the newest again', () => {
  for (const text of ['a', 'b', 'a', 'a']) toasts.errorToast('Error', text)
  expect(toasts.shownToasts()).toEqual([
    { id: 4, kind: 'bad', title: 'Error', text: 'a' },
    { id: 2, kind: 'bad', title: 'Error', text: 'b' },
  ])
  toasts.infoToast('Error', 'a')
  expect(titles()).toHaveLength(3)
})

test('a failure is shown as one, with its text', () => {
  toasts.errorToast('Login failed', 'Invalid username or password')
  expect(toasts.shownToasts()).toEqual([
    { id: 1, kind: 'bad', title: 'Login failed', text: 'Invalid username or password' },
  ])
  expect(toasts.lastToastId()).toBe(1)
})

test('dismissing removes one toast and leaves the others', () => {
  for (const title of ['one', 'two', 'three']) toasts.toast(title)
  toasts.dismissToast(toasts.shownToasts()[1]?.id ?? 0)
  expect(titles()).toEqual(['three', 'one'])
})

test('listeners are notified of each change until they unsubscribe', () => {
  const listener = vi.fn()
  const leave = toasts.onToasts(listener)
  toasts.toast('seen')
  expect(listener).toHaveBeenCalledTimes(1)
  toasts.dismissToast(toasts.lastToastId())
  expect(listener).toHaveBeenCalledTimes(2)
  leave()
  toasts.toast('seen by nobody')
  expect(listener).toHaveBeenCalledTimes(2)
})

function titles(): string[] {
  return toasts.shownToasts().map(({ title }) => title)
}
