import { useEffect, useRef } from 'react'
import { narrow } from '../../shell/useMedia.ts'

/** Where only one fits, the focus goes with what is shown: to the opened entry, and back to its row or what stands there; and to a restored row. */
export function useEntryFocus(open: number | undefined, restored: number | undefined) {
  const box = useRef<HTMLDivElement>(null)
  const before = useRef(open)
  useEffect(() => {
    const [came, from] = [open, before.current]
    before.current = open
    if (came === from || !matchMedia(narrow).matches) return
    // The top of the page is where an entry begins; a row is wherever it was.
    if (came) window.scrollTo(0, 0)
    box.current
      ?.querySelector<HTMLElement>(
        came ? '.entry-detail' : `[data-entry="${from}"], .undo-row button`,
      )
      ?.focus({ preventScroll: came !== undefined })
  }, [open])
  useEffect(() => {
    if (restored) box.current?.querySelector<HTMLElement>(`[data-entry="${restored}"]`)?.focus()
  }, [restored])
  return box
}
