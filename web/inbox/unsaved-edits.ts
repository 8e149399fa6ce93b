import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type Submission, submitterName } from '../../schema/inbox/inbox.ts'

/** A field of an entry. */
export type EditedField = {
  entryId: number
  cardId: number
  /** Who sent the entry. */
  name: string
  field: string
}

/** Text that is not saved yet, kept when its entry closes; `failed` if saving failed, so that the user must save again. */
type UnsavedEdit = EditedField & { text: string; failed: boolean }

let edits: UnsavedEdit[] = []
const listeners = new Set<() => void>()

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

const sending = new Map<string, Promise<void>>()

/** Saves the text after pending saves of the same field, so that the last text wins. */
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

/** Resolves when no saves of these entries are pending. */
export async function editsSent(entries: Submission[]): Promise<void> {
  const ids = new Set(entries.map(({ id }) => `${id}`))
  await Promise.all([...sending].map(([key, sent]) => ids.has(key.split(' ')[0] ?? '') && sent))
}

/** Deletes the edit, unless newer text has been typed. */
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

type LateSave = {
  edited: EditedField
  stored: string
  /** Whether the text can be saved. */
  isValid: (text: string) => boolean
  /** Whether the text is saved when typing pauses. */
  isComplete?: (text: string) => boolean
  /** Runs a save and shows its failure. */
  attempt: (work: () => Promise<void>) => Promise<void>
  save: (text: string) => Promise<void>
}

const pauseMs = 800

/**
 * The text of a field of an entry: saved on blur, when typing pauses on a complete text, and when the entry closes. Text
 * that could not be saved is back in the field when the entry is next opened.
 */
export function useLateSave({ edited, stored, isValid, isComplete, attempt, save }: LateSave) {
  const [kept] = useState(() => unsavedText(edited))
  const [typed, setTyped] = useState(kept)
  const [saved, setSaved] = useState<string>()
  const sent = useRef<string>(undefined)
  const text = typed ?? stored
  const isChanged = text !== stored && text !== saved
  const saveNow = async () => {
    if (!isChanged || !isValid(text) || text === sent.current) return
    sent.current = text
    await attempt(async () => {
      await sendEdit(edited, text, () => save(text))
      setSaved(text)
    })
    // After a failure, the next blur tries again.
    if (sent.current === text) sent.current = undefined
  }
  const type = (next: string | undefined) => {
    deleteUnsavedEdit(edited, text)
    setTyped(next)
  }
  const onPause = useEffectEvent(() => {
    if (isComplete?.(text) || text === kept) void saveNow()
  })
  const onGone = useEffectEvent(() => {
    if (isChanged && !isValid(text)) keepUnsavedEdit({ ...edited, text, failed: true })
    else void saveNow()
  })
  useEffect(() => {
    if (typed === undefined) return
    const timer = setTimeout(() => onPause(), pauseMs)
    return () => clearTimeout(timer)
  }, [typed])
  useEffect(() => () => onGone(), [])
  const onStored = useEffectEvent((now: string) => {
    // A colleague has changed the field since it was saved here.
    if (typed !== undefined && typed === saved && typed.trim() !== now) setTyped(undefined)
  })
  useEffect(() => onStored(stored), [stored])
  useUnloadWarning(isChanged)
  return {
    text,
    isChanged,
    /** Whether the text was edited since the entry was opened. */
    isTyped: typed !== undefined,
    type,
    saveNow: () => void saveNow(),
    forget: () => type(undefined),
  }
}

/** Options for a date field, for which browsers report each typed digit of a year, and '' while a part is missing. */
export const datePauses = {
  isValid: (day: string) => day === '' || isWholeYear(day),
  isComplete: isWholeYear,
}

function isWholeYear(day: string): boolean {
  return /^[1-9]\d{3}-/.test(day)
}

/** Makes the browser ask before the tab closes, while something is not saved. */
export function useUnloadWarning(unsaved: boolean) {
  useEffect(() => {
    if (!unsaved) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [unsaved])
}
