import { expect, test } from 'vitest'
import { draftOf } from './draft.ts'
import { makeCard } from './testing.ts'
import {
  recordChange,
  redoChange,
  replaceCurrent,
  sameDraft,
  startHistory,
  undoChange,
} from './undo-history.ts'

const start = startHistory(draftOf(makeCard()))

test('a change can be undone and redone', () => {
  const after = recordChange(start, { name: 'Grace' })
  expect(undoChange(after).now).toEqual(start.now)
  expect(redoChange(undoChange(after)).now.name).toBe('Grace')
})

test('typing in one text is one step', () => {
  const typed = ['G', 'Gr', 'Gra'].reduce((history, name) => recordChange(history, { name }), start)
  expect(typed.past).toHaveLength(1)
  expect(undoChange(typed).now.name).toBe('Ada')
})

test('another field starts another step', () => {
  const one = recordChange(recordChange(start, { name: 'G' }), { title: 'T' })
  const two = recordChange(one, { title: 'Ti' })
  expect(two.past).toHaveLength(2)
  expect(undoChange(two).now).toMatchObject({ name: 'G', title: null })
})

test('typing in a nested text is one step, too', () => {
  const button = { text: '', url: '', backgroundColor: '#d9bd90' }
  const listed = recordChange(start, { customButtons: [button] })
  const typed = recordChange(listed, { customButtons: [{ ...button, text: 'B' }] })
  const more = recordChange(typed, { customButtons: [{ ...button, text: 'Bo' }] })
  expect(more.past).toHaveLength(2)
  const { customizations } = start.now
  const site = recordChange(more, { customizations: { ...customizations, website: 'a' } })
  const longer = recordChange(site, { customizations: { ...customizations, website: 'ab' } })
  expect(longer.past).toHaveLength(3)
})

test('typing after an undo or a save is a separate step', () => {
  const typed = recordChange(start, { name: 'G' })
  const again = recordChange(undoChange(recordChange(typed, { title: 'T' })), { name: 'Gr' })
  expect(again.past).toHaveLength(2)
  expect(again.future).toHaveLength(0)
  expect(recordChange(replaceCurrent(typed, typed.now), { name: 'Gr' }).past).toHaveLength(2)
})

test('a change to the same value is no step', () => {
  expect(recordChange(start, { name: 'Ada' })).toBe(start)
})

test('an empty string, null and a missing key are equal', () => {
  const { now } = start
  expect(sameDraft(now, { ...now, title: '' })).toBe(true)
  const { phones: _, ...customizations } = { phones: null, ...now.customizations }
  expect(sameDraft(now, { ...now, customizations })).toBe(true)
  expect(sameDraft(now, { ...now, embedCodes: [''] })).toBe(false)
})

test('the number of steps is limited', () => {
  let history = start
  for (let at = 0; at < 300; at += 1) history = recordChange(history, { theme: `theme-${at}` })
  expect(history.past.length).toBeLessThanOrEqual(200)
  expect(undoChange(history).now.theme).toBe('theme-298')
})
