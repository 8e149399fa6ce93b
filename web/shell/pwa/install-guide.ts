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

type Page = {
  /** Dispatches `focusin`. */
  events: EventTarget
  focused: () => unknown
  isField: (element: unknown) => boolean
  hasDialog: () => boolean
  setOpen: (open: boolean) => void
}

/**
 * Opens the guide in two seconds, but never over a dialog, and not once a field had the focus: what is typed would be lost.
 * Returns a function that cancels it.
 */
export function scheduleGuide(page: Page): () => void {
  if (page.isField(page.focused())) return () => {}
  const timer = setTimeout(() => {
    if (!page.hasDialog()) page.setOpen(true)
  }, delayMs)
  const onFocus = ({ target }: Event) => {
    if (!page.isField(target)) return
    clearTimeout(timer)
    // Its script may still be loading.
    if (!page.hasDialog()) page.setOpen(false)
  }
  page.events.addEventListener('focusin', onFocus)
  return () => {
    clearTimeout(timer)
    page.events.removeEventListener('focusin', onFocus)
  }
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
