type Listener = (event: PopStateEvent) => void

let first: Listener | undefined

// Browsers call a window's listeners in order of registration, and the router registers when it
// renders, so this listener must be added when the app starts.
globalThis.window?.addEventListener('popstate', (event) => first?.(event))

/**
 * Handles Back and Forward before the router does; call the returned function to remove the
 * listener.
 */
export function interceptPopstate(listener: Listener): () => void {
  first = listener
  return () => {
    if (first === listener) first = undefined
  }
}
