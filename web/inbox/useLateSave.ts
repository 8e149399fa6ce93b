import { useEffect, useEffectEvent, useRef, useState } from 'react'
import {
  deleteUnsavedEdit,
  type EditedField,
  keepUnsavedEdit,
  sendEdit,
  unsavedText,
} from './unsaved-edits.ts'
import { useUnloadWarning } from './useUnloadWarning.ts'

type LateSave = {
  edited: EditedField
  stored: string
  /** Whether the text can be saved. */
  isValid: (text: string) => boolean
  /** Whether it is also saved when typing pauses. */
  isComplete?: (text: string) => boolean
  /** Runs a save and shows its failure. */
  attempt: (work: () => Promise<void>) => Promise<void>
  save: (text: string) => Promise<void>
}

const pauseMs = 800

/**
 * The text of a field of an entry, saved when the field is left, when typing pauses on a complete text, or when it goes
 * away with its entry. Text that is not saved by then is kept, and is in the field when the entry is next opened.
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
    // A text that could not be saved is sent again when the field is next left.
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
    // A colleague changed the field after it was saved here.
    if (typed !== undefined && typed === saved && typed.trim() !== now) setTyped(undefined)
  })
  useEffect(() => onStored(stored), [stored])
  useUnloadWarning(isChanged)
  return {
    text,
    isChanged,
    /** Whether it was edited since the entry was opened. */
    isTyped: typed !== undefined,
    type,
    saveNow: () => void saveNow(),
    forget: () => type(undefined),
  }
}

/** The options for a date field: browsers report each digit of a year, and an empty date while a part is missing. */
export const datePauses = {
  isValid: (day: string) => day === '' || isWholeYear(day),
  isComplete: isWholeYear,
}

function isWholeYear(day: string): boolean {
  return /^[1-9]\d{3}-/.test(day)
}
