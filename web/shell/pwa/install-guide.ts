import { useEffect, useSyncExternalStore } from 'react'
import { useLocalStorage } from '../useLocalStorage.ts'
import { useMediaQuery } from '../useMediaQuery.ts'

const delay = 2000
const fields = 'input, textarea, select, [contenteditable]'

let open = false
const listeners = new Set<() => void>()

export function useInstallGuideOpen(): boolean {
  return useSyncExternalStore(onChange, () => open)
}

export function setInstallGuideOpen(next: boolean): void {
  open = next
  for (const listener of listeners) listener()
}

/** Whether the guide was closed once before; it has nothing to say in the installed app. */
export function useInstallGuideState() {
  const installed = useMediaQuery('(display-mode: standalone)')
  const [stored, store] = useLocalStorage('hasSeenInstallGuide')
  return { installed, seen: stored !== null, markSeen: () => store('true') }
}

/**
 * Opens the guide two seconds into a first visit of the calling page, but never over a dialog, and
 * not once a field had the focus: what is typed would be lost.
 */
export function useInstallGuideGreeting(welcome = true): void {
  const { installed, seen } = useInstallGuideState()
  const greets = welcome && !installed && !seen
  useEffect(() => {
    if (!greets || document.activeElement?.matches(fields)) return
    const timer = setTimeout(() => {
      if (!document.querySelector('[role="dialog"], [role="alertdialog"]'))
        setInstallGuideOpen(true)
    }, delay)
    const cancel = ({ target }: FocusEvent) => {
      if (target instanceof Element && target.matches(fields)) clearTimeout(timer)
    }
    addEventListener('focusin', cancel)
    return () => {
      clearTimeout(timer)
      removeEventListener('focusin', cancel)
    }
  }, [greets])
}

function onChange(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
