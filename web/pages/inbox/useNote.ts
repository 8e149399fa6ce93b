import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type Entry, entryName, noteMax } from '../../../schema/inbox.ts'
import { changeEntry } from '../../data/inbox.ts'
import { useAttempt } from '../../shell/useAttempt.ts'
import { forgetUnsaved, keepUnsaved, unsavedText } from './unsaved-notes.ts'

const quiet = 800

/** The note as it is typed: saved when the typing stops, when the field or the entry is left, and again on request. */
export function useNote(entry: Entry) {
  const [text, setText] = useState(unsavedText(entry.id) ?? entry.note ?? '')
  const [saved, setSaved] = useState(entry.note ?? '')
  const [touched, setTouched] = useState(false)
  const { attempt, busy, failure } = useAttempt('Note not saved')
  const unsaved = text !== saved && [...text].length <= noteMax
  const tried = useRef(entry.note ?? '')
  const save = () => {
    if (!unsaved || busy) return
    tried.current = text
    const kept = { entryId: entry.id, cardId: entry.cardId, name: entryName(entry.formData), text }
    keepUnsaved({ ...kept, failed: false })
    void attempt(async () => {
      await changeEntry(entry, { note: text }).catch((error) => {
        keepUnsaved({ ...kept, failed: true })
        throw error
      })
      forgetUnsaved(entry.id, text)
      setSaved(text)
    })
  }
  const saveNow = useEffectEvent(save)
  useEffect(() => {
    // What failed waits for another word or a press; what was typed meanwhile does not.
    if (busy || text === tried.current) return
    const timer = setTimeout(() => saveNow(), quiet)
    return () => clearTimeout(timer)
  }, [text, busy])
  useEffect(() => () => saveNow(), [])
  useWarning(text !== saved)
  const change = (next: string) => {
    setTouched(true)
    setText(next)
  }
  const state = busy || unsaved ? 'Saving...' : touched && text === saved ? 'Saved' : ''
  return { text, change, save, state, failure }
}

/** A tab that is closed would take the last words with it. */
function useWarning(unsaved: boolean) {
  useEffect(() => {
    if (!unsaved) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [unsaved])
}
