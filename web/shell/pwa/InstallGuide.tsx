import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { t } from '../../messages/t.ts'
import { Button } from '../../ui/Button.tsx'
import { lazyWithTimedPreload } from '../../ui/lazyWithPreload.tsx'
import { useLocalStorage } from '../useLocalStorage.ts'
import { useMediaQuery } from '../useMediaQuery.ts'
import { installPrompt, setInstallPrompt } from './install-prompt.ts'

const delayMs = 2000
const fieldSelector = 'input, textarea, select, [contenteditable]'

let open = false
const listeners = new Set<() => void>()

type Page = {
  /** Dispatches `focusin`. */
  events: EventTarget
  focused: () => unknown
  isField: (element: unknown) => boolean
  hasDialog: () => boolean
  setOpen: (open: boolean) => void
}

const Guide = lazyWithTimedPreload(() => import('./InstallGuideDialog.tsx'), 'InstallGuideDialog')

/** The guide to installing the app, which a page or `InstallButton` opens. */
export function InstallGuide() {
  const open = useInstallGuideOpen()
  const { markSeen } = useInstallGuideState()
  const close = () => {
    setInstallGuideOpen(false)
    markSeen()
  }
  return open && <Guide onClose={close} />
}

/** Opens the guide again. It is part of the page's flow, so it never covers anything. A collapsed sidebar has only the icon. */
export function InstallButton({ collapsed = false }: { collapsed?: boolean }) {
  const { installed, seen } = useInstallGuideState()
  if (installed || !seen) return null
  return (
    <div className="install-button">
      <Button
        kind="ghost"
        label={collapsed ? t('Install Guide') : undefined}
        data-tooltip-side="right"
        onClick={() => setInstallGuideOpen(true)}
        icon="download"
      >
        {!collapsed && t('Install Guide')}
      </Button>
    </div>
  )
}

/**
 * Returns a function that installs the app or shows how to; undefined if it is installed. The guide no longer opens by
 * itself where this has been offered.
 */
export function useAddToHomeScreen(): (() => void) | undefined {
  const { installed, seen, markSeen } = useInstallGuideState()
  const offered = useEffectEvent(markSeen)
  useEffect(() => {
    if (!installed && !seen) offered()
  }, [installed, seen])
  if (installed) return undefined
  return () => {
    const prompt = installPrompt()
    if (!prompt) return setInstallGuideOpen(true)
    // A prompt can be used only once.
    void prompt.prompt().finally(() => setInstallPrompt(undefined))
  }
}

function useInstallGuideOpen(): boolean {
  return useSyncExternalStore(subscribe, () => open)
}

function setInstallGuideOpen(next: boolean): void {
  open = next
  for (const listener of listeners) listener()
}

/** Whether the app is installed, and whether the guide was closed once before. */
function useInstallGuideState() {
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

/**
 * Opens the guide in two seconds, but never over a dialog, and not if a field has or had the focus, because typed text
 * would be lost. Returns a function that cancels it.
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
