/**
 * Unsaved notes by entry, so that leaving the entry loses nothing; a `failed` one waits for the
 * user.
 */
type UnsavedNote = {
  entryId: number
  cardId: number
  name: string
  text: string
  failed: boolean
}

let notes: UnsavedNote[] = []
const listeners = new Set<() => void>()
const sending = new Map<number, Promise<void>>()

export function unsavedNotes(): UnsavedNote[] {
  return notes
}

export function unsavedText(entryId: number): string | undefined {
  return notes.find((note) => note.entryId === entryId)?.text
}

export function saveUnsavedNote(note: UnsavedNote): void {
  set([...notes.filter(({ entryId }) => entryId !== note.entryId), note])
}

/** Saves the note after any pending save of the same entry, so that the last text wins. */
export function sendNote(note: Omit<UnsavedNote, 'failed'>, send: () => Promise<void>) {
  const { entryId, text } = note
  saveUnsavedNote({ ...note, failed: false })
  const sent = (sending.get(entryId) ?? Promise.resolve()).then(send)
  sending.set(
    entryId,
    sent.catch(() => {}),
  )
  return sent.then(
    () => deleteUnsavedNote(entryId, text),
    (error) => {
      if (unsavedText(entryId) === text) saveUnsavedNote({ ...note, failed: true })
      throw error
    },
  )
}

/** Deletes the note, unless newer text was typed. */
export function deleteUnsavedNote(entryId: number, text: string): void {
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
