import { useSyncExternalStore } from 'react'

/** Chromium's offer to install the app, which it makes once per visit (not in the DOM's own types). */
type Offer = Event & { prompt: () => Promise<unknown> }

let offer: Offer | undefined
const listeners = new Set<() => void>()

/** Must run before the offer comes, which is once and early. */
export function captureInstallPrompt(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    if (isOffer(event)) keep(event)
  })
  addEventListener('appinstalled', () => keep(undefined))
}

/** Asks the browser to install the app; undefined where it does not offer that. */
export function useInstallPrompt(): (() => void) | undefined {
  const shown = useSyncExternalStore(onOffer, () => offer)
  // An offer can be taken up once.
  return shown && (() => void shown.prompt().finally(() => keep(undefined)))
}

function isOffer(event: Event): event is Offer {
  return 'prompt' in event
}

function keep(next: Offer | undefined) {
  offer = next
  for (const listener of listeners) listener()
}

function onOffer(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
