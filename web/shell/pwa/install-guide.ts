import { useEffect, useSyncExternalStore } from 'react'
import { useLocalStorage } from '../useLocalStorage.ts'
import { useMediaQuery } from '../useMediaQuery.ts'
import { scheduleGuide } from './guide-schedule.ts'

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

/** Opens the guide by itself on a first visit of the calling page. */
export function useInstallGuideOnFirstVisit(enabled = true): void {
  const { installed, seen } = useInstallGuideState()
  const shouldOpen = enabled && !installed && !seen
  useEffect(() => {
    if (!shouldOpen) return
    return scheduleGuide({
      events: window,
      focused: () => document.activeElement,
      isField: (element) => element instanceof Element && element.matches(fieldSelector),
      hasDialog: () => document.querySelector('[role="dialog"], [role="alertdialog"]') !== null,
      setOpen: setInstallGuideOpen,
    })
  }, [shouldOpen])
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
