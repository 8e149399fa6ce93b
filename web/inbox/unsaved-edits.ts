import { type Submission, submitterName } from '../../schema/inbox/inbox.ts'

/** A field of an entry. */
export type EditedField = {
  entryId: number
  cardId: number
  /** Who sent the entry. */
  name: string
  field: string
}

/** Text that is not saved yet, so that leaving its entry loses nothing; a `failed` one waits for the user. */
type UnsavedEdit = EditedField & { text: string; failed: boolean }

let edits: UnsavedEdit[] = []
const listeners = new Set<() => void>()
const sending = new Map<string, Promise<void>>()

export function editedField({ id, cardId, formData }: Submission, field: string): EditedField {
  return { entryId: id, cardId, name: submitterName(formData), field }
}

export function unsavedEdits(): UnsavedEdit[] {
  return edits
}

export function unsavedText(edited: EditedField): string | undefined {
  return edits.find((edit) => keyOf(edit) === keyOf(edited))?.text
}

export function keepUnsavedEdit(edit: UnsavedEdit): void {
  set([...edits.filter((other) => keyOf(other) !== keyOf(edit)), edit])
}

/** Saves the text after any pending save of the same field, so that the last text wins. */
export function sendEdit(edited: EditedField, text: string, send: () => Promise<void>) {
  const key = keyOf(edited)
  keepUnsavedEdit({ ...edited, text, failed: false })
  const sent = (sending.get(key) ?? Promise.resolve()).then(send)
  sending.set(
    key,
    sent.catch(() => {}),
  )
  return sent.then(
    () => deleteUnsavedEdit(edited, text),
    (error) => {
      if (unsavedText(edited) === text) keepUnsavedEdit({ ...edited, text, failed: true })
      throw error
    },
  )
}

/** Resolves once no edit of the entries is on its way. */
export async function editsSent(entries: Submission[]): Promise<void> {
  const ids = new Set(entries.map(({ id }) => `${id}`))
  await Promise.all([...sending].map(([key, sent]) => ids.has(key.split(' ')[0] ?? '') && sent))
}

/** Deletes the edit, unless newer text was typed. */
export function deleteUnsavedEdit(edited: EditedField, text: string): void {
  set(edits.filter((edit) => keyOf(edit) !== keyOf(edited) || edit.text !== text))
}

export function onUnsavedEdits(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function keyOf({ entryId, field }: EditedField): string {
  return `${entryId} ${field}`
}

function set(next: UnsavedEdit[]) {
  edits = next
  for (const listener of listeners) listener()
}
