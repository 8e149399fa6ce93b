import { useEffect, useEffectEvent } from 'react'

type Keys = { save: () => void; undo: () => void; redo: () => void }

/** Ctrl or Cmd with S saves, with Z undoes, with Shift and Z or Y does again; in a text, Z stays the browser's. */
export function useEditorKeys(keys: Keys) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const act = actOf(event)
    if (!act) return
    event.preventDefault()
    // What a dialog asks comes first.
    if (!document.querySelector('[role="dialog"], [role="alertdialog"]')) keys[act]()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event)
    addEventListener('keydown', listener)
    return () => removeEventListener('keydown', listener)
  }, [])
}

function actOf(event: KeyboardEvent): keyof Keys | undefined {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return undefined
  const key = event.key.toLowerCase()
  if (key === 's' && !event.shiftKey) return 'save'
  if (event.target instanceof Element && event.target.matches(texts)) return undefined
  if (key === 'z') return event.shiftKey ? 'redo' : 'undo'
  return key === 'y' ? 'redo' : undefined
}

const texts =
  'input:not([type="checkbox"], [type="radio"], [type="range"]), textarea, select, [contenteditable]'
