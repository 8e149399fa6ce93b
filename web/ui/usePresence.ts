import { useLayoutEffect } from 'react'

const there: string[] = []

/**
 * Says on `<html data-there="save-bar scrim …">` that one of these is on the page, for what stands elsewhere. A `:has()` there
 * would be checked again after every change of the page: it restyled a third of the editor for each key.
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
