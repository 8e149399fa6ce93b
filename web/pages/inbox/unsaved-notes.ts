/** By entry, the note that was typed and is not saved yet: leaving the entry does not lose it. */
export type UnsavedNote = {
  entryId: number
  cardId: number
  name: string
  text: string
  failed: boolean
}

let notes: UnsavedNote[] = []
const listeners = new Set<() => void>()

export function unsavedNotes(): UnsavedNote[] {
  return notes
}

export function unsavedText(entryId: number): string | undefined {
  return notes.find((note) => note.entryId === entryId)?.text
}

export function keepUnsaved(note: UnsavedNote): void {
  set([...notes.filter(({ entryId }) => entryId !== note.entryId), note])
}

/** Unless something newer was typed. */
export function forgetUnsaved(entryId: number, text: string): void {
  set(notes.filter((note) => note.entryId !== entryId || note.text !== text))
}

export function onUnsavedNotes(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function set(next: UnsavedNote[]) {
  notes = next
  for (const listener of listeners) listener()
}
