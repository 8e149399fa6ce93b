type Listener = (event: PopStateEvent) => void

let interceptor: Listener | undefined

// Browsers call a window's listeners in order of registration, and the router registers when it
// renders, so this listener must be added when the app starts.
globalThis.window?.addEventListener('popstate', (event) => interceptor?.(event))

/**
 * Handles Back and Forward before the router does; call the returned function to remove the
 * listener.
 */
export function interceptPopstate(listener: Listener): () => void {
  interceptor = listener
  return () => {
    if (interceptor === listener) interceptor = undefined
  }
}
