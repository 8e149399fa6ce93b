import { expect, test } from 'vitest'
import { sendEdit, unsavedEdits, unsavedText } from './unsaved-edits.ts'

const note = (entryId: number) => ({ entryId, cardId: 1, name: 'Owen', field: 'note' })

test('text typed during a save is sent after it, and stored until it is saved', async () => {
  const stored: string[] = []
  const first = Promise.withResolvers<void>()
  const one = sendEdit(note(1), 'Met', () => first.promise.then(() => void stored.push('Met')))
  const two = sendEdit(note(1), 'Met twice', async () => void stored.push('Met twice'))
  expect(unsavedText(note(1))).toBe('Met twice')
  first.resolve()
  await Promise.all([one, two])
  expect(stored).toEqual(['Met', 'Met twice'])
  expect(unsavedEdits()).toEqual([])
})

test('a failed edit stays marked as failed, unless newer text is being saved', async () => {
  const fails = () => Promise.reject(new Error('Offline'))
  const one = sendEdit(note(2), 'Met', fails)
  const two = sendEdit(note(2), 'Met twice', fails)
  await expect(one).rejects.toThrow('Offline')
  await expect(two).rejects.toThrow('Offline')
  expect(unsavedEdits()).toEqual([{ ...note(2), text: 'Met twice', failed: true }])
  await sendEdit(note(2), 'Met twice', async () => {})
  expect(unsavedEdits()).toEqual([])
})

test('fields of one entry are kept beside each other', async () => {
  const fails = () => Promise.reject(new Error('Offline'))
  const interest = { ...note(3), field: 'fields Interest' }
  await expect(sendEdit(note(3), 'Met', fails)).rejects.toThrow('Offline')
  await expect(sendEdit(interest, 'Service', fails)).rejects.toThrow('Offline')
  expect([unsavedText(note(3)), unsavedText(interest)]).toEqual(['Met', 'Service'])
  await sendEdit(note(3), 'Met', async () => {})
  await sendEdit(interest, 'Service', async () => {})
  expect(unsavedEdits()).toEqual([])
})
