import { type KeyboardEvent, useRef } from 'react'
import { afterFrame } from './after-frame.ts'
import { useOnPage } from './useOnPage.ts'

/**
 * What Radix leaves out for a dialog without a trigger of its own: the focus goes back to whatever had it, and
 * Esc closes even while a toast stands above the dialog. `close` is for Radix's root, `content` for its content.
 */
export function useModal(onClose: () => void) {
  const opener = useRef<Element>(null)
  useOnPage('scrim')
  // A press or key is answered before the page behind is given back: that has the whole page's style worked out anew.
  const close = () => void afterFrame().then(onClose)
  const content = {
    onOpenAutoFocus: () => {
      opener.current = document.activeElement
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      // The heading of a page that a press in the dialog led to has it by now.
      if (document.activeElement !== document.body) return
      // What was deleted takes its button with it; the heading of the page is the next best place.
      const place = opener.current?.isConnected ? opener.current : document.querySelector('h1')
      if (place instanceof HTMLElement) place.focus()
    },
    onKeyDown: (event: KeyboardEvent) => {
      // Radix has prevented what it has acted on.
      if (event.key === 'Escape' && !event.isDefaultPrevented()) close()
    },
  }
  return { close, content }
}

/** The focus starts in the first field that is not one of many in a table, else on the dialog itself, so that its title is read and no button is lit. */
export function focusStart(event: Event) {
  event.preventDefault()
  const { target } = event
  if (!(target instanceof HTMLElement)) return
  const start =
    target.querySelector<HTMLElement>(':is(input, textarea, select):not(td *)') ?? target
  start.focus()
}
