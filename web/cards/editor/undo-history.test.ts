import { expect, test } from 'vitest'
import { toDraft } from './draft.ts'
import { makeCard } from './testing.ts'
import {
  isEqualDraft,
  recordChange,
  redoChange,
  replacePresent,
  startHistory,
  undoChange,
} from './undo-history.ts'

const start = startHistory(toDraft(makeCard()))

test('a change can be undone and redone', () => {
  const after = recordChange(start, { name: 'Grace' })
  expect(undoChange(after).present).toEqual(start.present)
  expect(redoChange(undoChange(after)).present.name).toBe('Grace')
})

test('typing in one text is one step', () => {
  const typed = ['G', 'Gr', 'Gra'].reduce((history, name) => recordChange(history, { name }), start)
  expect(typed.past).toHaveLength(1)
  expect(undoChange(typed).present.name).toBe('Ada')
})

test('another field starts another step', () => {
  const one = recordChange(recordChange(start, { name: 'G' }), { title: 'T' })
  const two = recordChange(one, { title: 'Ti' })
  expect(two.past).toHaveLength(2)
  expect(undoChange(two).present).toMatchObject({ name: 'G', title: null })
})

test('typing in a nested text is one step, too', () => {
  const button = { text: '', url: '', backgroundColor: '#d9bd90' }
  const listed = recordChange(start, { customButtons: [button] })
  const typed = recordChange(listed, { customButtons: [{ ...button, text: 'B' }] })
  const more = recordChange(typed, { customButtons: [{ ...button, text: 'Bo' }] })
  expect(more.past).toHaveLength(2)
  const { customizations } = start.present
  const site = recordChange(more, { customizations: { ...customizations, website: 'a' } })
  const longer = recordChange(site, { customizations: { ...customizations, website: 'ab' } })
  expect(longer.past).toHaveLength(3)
})

test('typing after an undo or a save is a separate step', () => {
  const typed = recordChange(start, { name: 'G' })
  const again = recordChange(undoChange(recordChange(typed, { title: 'T' })), { name: 'Gr' })
  expect(again.past).toHaveLength(2)
  expect(again.future).toHaveLength(0)
  expect(recordChange(replacePresent(typed, typed.present), { name: 'Gr' }).past).toHaveLength(2)
})

test('a change to the same value is not a step', () => {
  expect(recordChange(start, { name: 'Ada' })).toBe(start)
})

test('an empty string, null and a missing key are equal', () => {
  const { present } = start
  expect(isEqualDraft(present, { ...present, title: '' })).toBe(true)
  const { phones: _, ...customizations } = { phones: null, ...present.customizations }
  expect(isEqualDraft(present, { ...present, customizations })).toBe(true)
  expect(isEqualDraft(present, { ...present, embedCodes: [''] })).toBe(false)
})

test('the number of steps is limited', () => {
  let history = start
  for (let at = 0; at < 300; at += 1) history = recordChange(history, { theme: `theme-${at}` })
  expect(history.past.length).toBeLessThanOrEqual(200)
  expect(undoChange(history).present.theme).toBe('theme-298')
})
