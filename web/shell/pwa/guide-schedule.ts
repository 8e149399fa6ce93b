/** When the install guide opens by itself. */

const delayMs = 2000

type Page = {
  /** Dispatches `focusin`. */
  events: EventTarget
  focused: () => unknown
  isField: (element: unknown) => boolean
  hasDialog: () => boolean
  setOpen: (open: boolean) => void
}

/**
 * Opens the guide in two seconds, but never over a dialog, and not once a field had the focus: what is typed would be lost.
 * Returns a function that cancels it.
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
