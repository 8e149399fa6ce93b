import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { scheduleGuide } from './InstallGuide.tsx'

// 'field' stands for an input; everything else has no text to lose.
class Focus extends Event {
  readonly of: string
  constructor(of: string) {
    super('focusin')
    this.of = of
  }
}

const page = (focused = 'body') => {
  const events = new EventTarget()
  const state = { focused, dialog: false, open: false }
  let last = 'body'
  // EventTarget sets itself as the target, so the element is remembered beside it.
  events.addEventListener('focusin', (event) => {
    if (event instanceof Focus) last = event.of
  })
  const cancel = scheduleGuide({
    events,
    focused: () => state.focused,
    isField: (element) => (element === events ? last : element) === 'field',
    hasDialog: () => state.dialog,
    setOpen: (open) => {
      state.open = open
    },
  })
  return { state, cancel, focus: (of: string) => events.dispatchEvent(new Focus(of)) }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('the guide opens after two seconds', () => {
  const { state } = page()
  vi.advanceTimersByTime(1999)
  expect(state.open).toBe(false)
  vi.advanceTimersByTime(1)
  expect(state.open).toBe(true)
})

test('it never opens over a dialog', () => {
  const { state } = page()
  state.dialog = true
  vi.advanceTimersByTime(60_000)
  expect(state.open).toBe(false)
})

test('it never opens when a field has or had the focus', () => {
  const typing = page('field')
  vi.advanceTimersByTime(60_000)
  expect(typing.state.open).toBe(false)
  const later = page()
  vi.advanceTimersByTime(1500)
  later.focus('field')
  vi.advanceTimersByTime(60_000)
  expect(later.state.open).toBe(false)
})

test('the focus of a button does not keep it from opening', () => {
  const { state, focus } = page()
  focus('button')
  vi.advanceTimersByTime(2000)
  expect(state.open).toBe(true)
})

test('a field that gets the focus while the script of the guide loads closes it, but not once it is shown', () => {
  const { state, focus } = page()
  vi.advanceTimersByTime(2000)
  focus('field')
  expect(state.open).toBe(false)
  const shown = page()
  vi.advanceTimersByTime(2000)
  shown.state.dialog = true
  shown.focus('field')
  expect(shown.state.open).toBe(true)
})

test('leaving the page cancels it', () => {
  const { state, cancel } = page()
  cancel()
  vi.advanceTimersByTime(60_000)
  expect(state.open).toBe(false)
})
