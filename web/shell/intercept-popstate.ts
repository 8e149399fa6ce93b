type Listener = (event: PopStateEvent) => void

let first: Listener | undefined

// For this event browsers ask a window's listeners in the order they came, and the router comes when it is drawn:
// who wants to be asked before it must be here when the app starts.
globalThis.window?.addEventListener('popstate', (event) => first?.(event))

/** Hears of Back and Forward before the router does; call the returned function to end it. */
export function interceptPopstate(listener: Listener): () => void {
  first = listener
  return () => {
    if (first === listener) first = undefined
  }
}
