import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { maxNoteLength, type Submission, submitterName } from '../../../schema/inbox.ts'
import { updateEntry } from '../../data/inbox.ts'
import { t } from '../../messages/t.ts'
import { useSubmit } from '../../shell/useSubmit.ts'
import { Button } from '../../ui/Button.tsx'
import { Note } from '../../ui/Notes.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { deleteUnsavedNote, saveUnsavedNote, sendNote, unsavedText } from './unsaved-notes.ts'
import { useUnloadWarning } from './useUnloadWarning.ts'

/** The owner's note on an entry, saved while typing. */
export function EntryNote({ entry }: { entry: Submission }) {
  const { text, change, save, state, failure } = useNote(entry)
  const { length } = [...text]
  return (
    <div className="stack">
      <TextField
        label={t('Note')}
        hint={
          entry.assigneeId === null
            ? t('Visible only to you')
            : t('Visible only to the card owner and the colleague it is assigned to')
        }
        multiline={4}
        max={length > maxNoteLength - 200 ? maxNoteLength : undefined}
        value={text}
        onChange={change}
        onBlur={save}
        error={length > maxNoteLength ? t('A note must be at most 2000 characters') : undefined}
      />
      {failure ? (
        <Note kind="bad" title={t('Note not saved')}>
          {failure}{' '}
          <Button size="small" onClick={save}>
            {t('Try again')}
          </Button>
        </Note>
      ) : (
        <p className="field-hint entry-saved" role="status">
          {state}
        </p>
      )}
    </div>
  )
}

const saveDelayMs = 800

/** State of the note: saved when typing pauses, on blur, when the entry is closed, and on retry. */
function useNote(entry: Submission) {
  const [text, setText] = useState(unsavedText(entry.id) ?? entry.note ?? '')
  const [saved, setSaved] = useState(entry.note ?? '')
  const [touched, setTouched] = useState(false)
  const { attempt, busy, failure } = useSubmit(t('Note not saved'))
  const lastSent = useRef(entry.note ?? '')
  const unsaved = text !== saved && !isLong(text)
  const unsavedNote = {
    entryId: entry.id,
    cardId: entry.cardId,
    name: submitterName(entry.formData),
  }
  const save = () => {
    // A pending save counts as saved until it fails.
    if (text === (busy ? lastSent.current : saved) || isLong(text)) return
    lastSent.current = text
    void attempt(async () => {
      await sendNote({ ...unsavedNote, text }, () => updateEntry(entry, { note: text }))
      setSaved(text)
    })
  }
  const saveNow = useEffectEvent(save)
  useEffect(() => {
    // A failed save waits for another edit or a retry; newer text does not.
    if (busy || text === lastSent.current) return
    const timer = setTimeout(() => saveNow(), saveDelayMs)
    return () => clearTimeout(timer)
  }, [text, busy])
  useEffect(() => () => saveNow(), [])
  useUnloadWarning(text !== saved)
  const change = (next: string) => {
    setTouched(true)
    setText(next)
    if (isLong(next)) saveUnsavedNote({ ...unsavedNote, text: next, failed: true })
    else deleteUnsavedNote(entry.id, text)
  }
  const state = busy || unsaved ? t('Saving...') : touched && text === saved ? t('Saved') : ''
  return { text, change, save, state, failure }
}

function isLong(text: string): boolean {
  return [...text].length > maxNoteLength
}
