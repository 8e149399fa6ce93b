import { useSyncExternalStore } from 'react'

/** Chromium's `beforeinstallprompt` event, fired once per visit (not in the DOM types). */
type Offer = Event & { prompt: () => Promise<unknown> }

let offer: Offer | undefined
const listeners = new Set<() => void>()

/** Must run at startup: the event fires once, early. */
export function captureInstallPrompt(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    if (isOffer(event)) setOffer(event)
  })
  addEventListener('appinstalled', () => setOffer(undefined))
}

/** Returns a function that shows the browser's install prompt; undefined if there is none. */
export function useInstallPrompt(): (() => void) | undefined {
  const shown = useSyncExternalStore(onOffer, () => offer)
  // A prompt can be used only once.
  return shown && (() => void shown.prompt().finally(() => setOffer(undefined)))
}

function isOffer(event: Event): event is Offer {
  return 'prompt' in event
}

function setOffer(next: Offer | undefined) {
  offer = next
  for (const listener of listeners) listener()
}

function onOffer(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
