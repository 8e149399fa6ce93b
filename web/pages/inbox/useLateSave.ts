import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useUnloadWarning } from './useUnloadWarning.ts'

type LateSave = {
  stored: string
  /** Whether the text can be saved. */
  isValid: (text: string) => boolean
  /** Whether it is also saved when typing pauses. */
  isComplete?: (text: string) => boolean
  save: (text: string) => Promise<void>
}

const pauseMs = 800

/** The text of a field of an entry, saved when the field is left or goes away with its entry. */
export function useLateSave({ stored, isValid, isComplete, save }: LateSave) {
  const [typed, setTyped] = useState<string>()
  const sent = useRef<string>(undefined)
  const text = typed ?? stored
  const isUnsaved = text !== stored && isValid(text)
  const saveNow = () => {
    if (!isUnsaved || text === sent.current) return
    sent.current = text
    // A text that could not be saved is sent again when the field is next left.
    void save(text).then(() => {
      sent.current = undefined
    })
  }
  const onPause = useEffectEvent(() => {
    if (isComplete?.(text)) saveNow()
  })
  const onGone = useEffectEvent(saveNow)
  useEffect(() => {
    if (typed === undefined) return
    const timer = setTimeout(() => onPause(), pauseMs)
    return () => clearTimeout(timer)
  }, [typed])
  useEffect(() => () => onGone(), [])
  useUnloadWarning(isUnsaved)
  return { text, type: setTyped, saveNow, forget: () => setTyped(undefined) }
}

/** The options for a date field: browsers report each digit of a year, and an empty date while a part is missing. */
export const datePauses = {
  isValid: (day: string) => day === '' || isWholeYear(day),
  isComplete: isWholeYear,
}

function isWholeYear(day: string): boolean {
  return /^[1-9]\d{3}-/.test(day)
}
