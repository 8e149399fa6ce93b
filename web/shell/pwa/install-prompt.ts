/** Keeps the browser's install prompt. Without React, because it runs before the app is loaded. */

/** Chromium's `beforeinstallprompt` event, fired once per visit (not in the DOM types). */
type BeforeInstallPromptEvent = Event & { prompt: () => Promise<unknown> }

let promptEvent: BeforeInstallPromptEvent | undefined
const listeners = new Set<() => void>()

/** Must run at startup: the event fires once, early. */
export function captureInstallPrompt(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    if (isPromptEvent(event)) setInstallPrompt(event)
  })
  addEventListener('appinstalled', () => setInstallPrompt(undefined))
}

/** Returns the event of the prompt until it is used. */
export function installPrompt(): BeforeInstallPromptEvent | undefined {
  return promptEvent
}

function isPromptEvent(event: Event): event is BeforeInstallPromptEvent {
  return 'prompt' in event
}

export function setInstallPrompt(next: BeforeInstallPromptEvent | undefined) {
  promptEvent = next
  for (const listener of listeners) listener()
}

export function onInstallPrompt(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
