import { useEffect, useSyncExternalStore } from 'react'
import { useLocalStorage } from '../useLocalStorage.ts'
import { useMediaQuery } from '../useMediaQuery.ts'

const delayMs = 2000
const fieldSelector = 'input, textarea, select, [contenteditable]'

let open = false
const listeners = new Set<() => void>()

export function useInstallGuideOpen(): boolean {
  return useSyncExternalStore(subscribe, () => open)
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
export function useInstallGuideOnFirstVisit(enabled = true): void {
  const { installed, seen } = useInstallGuideState()
  const shouldOpen = enabled && !installed && !seen
  useEffect(() => {
    if (!shouldOpen || document.activeElement?.matches(fieldSelector)) return
    const hasDialog = () => document.querySelector('[role="dialog"], [role="alertdialog"]') !== null
    const timer = setTimeout(() => {
      if (!hasDialog()) setInstallGuideOpen(true)
    }, delayMs)
    const cancel = ({ target }: FocusEvent) => {
      if (!(target instanceof Element && target.matches(fieldSelector))) return
      clearTimeout(timer)
      // Its script may still be loading.
      if (!hasDialog()) setInstallGuideOpen(false)
    }
    addEventListener('focusin', cancel)
    return () => {
      clearTimeout(timer)
      removeEventListener('focusin', cancel)
    }
  }, [shouldOpen])
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
