import { useLayoutEffect } from 'react'

const there: string[] = []

/**
 * Marks an element as present in `<html data-there="save-bar scrim …">`, for styles elsewhere. A
 * `:has()` selector would be re-evaluated on every change: it restyled a third of the editor for
 * each key.
 */
export function usePresence(what: 'save-bar' | 'scrim' | 'trial'): void {
  useLayoutEffect(() => {
    there.push(what)
    tell()
    return () => {
      there.splice(there.indexOf(what), 1)
      tell()
    }
  }, [what])
}

function tell() {
  document.documentElement.dataset.there = there.join(' ')
}
