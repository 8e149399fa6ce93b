import { useSyncExternalStore } from 'react'

/** Chromium's `beforeinstallprompt` event, fired once per visit (not in the DOM types). */
type BeforeInstallPromptEvent = Event & { prompt: () => Promise<unknown> }

let promptEvent: BeforeInstallPromptEvent | undefined
const listeners = new Set<() => void>()

/** Must run at startup: the event fires once, early. */
export function captureInstallPrompt(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    if (isPromptEvent(event)) setPromptEvent(event)
  })
  addEventListener('appinstalled', () => setPromptEvent(undefined))
}

/** Returns a function that shows the browser's install prompt; undefined if there is none. */
export function useInstallPrompt(): (() => void) | undefined {
  const event = useSyncExternalStore(subscribe, () => promptEvent)
  // A prompt can be used only once.
  return event && (() => void event.prompt().finally(() => setPromptEvent(undefined)))
}

function isPromptEvent(event: Event): event is BeforeInstallPromptEvent {
  return 'prompt' in event
}

function setPromptEvent(next: BeforeInstallPromptEvent | undefined) {
  promptEvent = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
