import { expect, test } from 'vitest'
import { sendNote, unsavedNotes, unsavedText } from './unsaved-notes.ts'

const note = (entryId: number, text: string) => ({ entryId, cardId: 1, name: 'Owen', text })

test('text typed during a save is sent after it, and stored until it is saved', async () => {
  const stored: string[] = []
  const first = Promise.withResolvers<void>()
  const one = sendNote(note(1, 'Met'), () => first.promise.then(() => void stored.push('Met')))
  const two = sendNote(note(1, 'Met twice'), async () => void stored.push('Met twice'))
  expect(unsavedText(1)).toBe('Met twice')
  first.resolve()
  await Promise.all([one, two])
  expect(stored).toEqual(['Met', 'Met twice'])
  expect(unsavedNotes()).toEqual([])
})

test('a failed note stays marked as failed, unless newer text is being saved', async () => {
  const fails = () => Promise.reject(new Error('Offline'))
  const one = sendNote(note(2, 'Met'), fails)
  const two = sendNote(note(2, 'Met twice'), fails)
  await expect(one).rejects.toThrow('Offline')
  await expect(two).rejects.toThrow('Offline')
  expect(unsavedNotes()).toEqual([{ ...note(2, 'Met twice'), failed: true }])
  await sendNote(note(2, 'Met twice'), async () => {})
  expect(unsavedNotes()).toEqual([])
})
