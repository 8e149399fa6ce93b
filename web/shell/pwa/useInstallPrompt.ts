import { useSyncExternalStore } from 'react'
import { installPrompt, onInstallPrompt, setInstallPrompt } from './install-prompt.ts'

/** Returns a function that shows the browser's install prompt; undefined if there is none. */
export function useInstallPrompt(): (() => void) | undefined {
  const event = useSyncExternalStore(onInstallPrompt, installPrompt)
  // A prompt can be used only once.
  return event && (() => void event.prompt().finally(() => setInstallPrompt(undefined)))
}
