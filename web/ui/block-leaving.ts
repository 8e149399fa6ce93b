type Listener = (event: PopStateEvent) => void

type Options = {
  /** Called with a function that continues the Back or Forward navigation. */
  ask: (leave: () => void) => void
  /** Whether a path opens without asking. */
  isAllowed?: (path: string) => boolean
}

const listeners: Listener[] = []
let returning = false

// Browsers call a window's listeners in order of registration, and the router registers when it
// renders, so this listener must be added when the app starts.
globalThis.window?.addEventListener('popstate', (event) => {
  // Back at the original entry: the router must not see this event, whether or not a guard is left.
  if (returning) event.stopImmediatePropagation()
  else listeners.at(-1)?.(event)
  returning = false
})

/**
 * Makes Back and Forward within the app wait for an answer, and the browser confirm leaving the document, until the
 * returned function is called. With several guards, the latest one asks.
 */
export function blockLeaving({ ask, isAllowed = () => false }: Options): () => void {
  const historyIndex = () => Number(history.state?.idx ?? 0)
  const index = historyIndex()
  let leaving = false
  const onPop = (event: PopStateEvent) => {
    const steps = historyIndex() - index
    // The user came back before the next page replaced this one.
    if (steps === 0) leaving = false
    if (leaving || steps === 0 || isAllowed(location.pathname)) return
    event.stopImmediatePropagation()
    returning = true
    history.go(-steps)
    ask(() => {
      leaving = true
      history.go(steps)
    })
  }
  const onUnload = (event: BeforeUnloadEvent) => event.preventDefault()
  listeners.push(onPop)
  addEventListener('beforeunload', onUnload)
  return () => {
    listeners.splice(listeners.indexOf(onPop), 1)
    removeEventListener('beforeunload', onUnload)
  }
}
