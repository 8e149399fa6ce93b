import { useLayoutEffect } from 'react'

const activeFlags: string[] = []

/**
 * Marks an element as present in `<html data-there="save-bar scrim …">`, for styles elsewhere. A
 * `:has()` selector would be re-evaluated on every change: it restyled a third of the editor for
 * each key.
 */
export function useDocumentFlag(flag: 'save-bar' | 'scrim'): void {
  useLayoutEffect(() => {
    activeFlags.push(flag)
    update()
    return () => {
      activeFlags.splice(activeFlags.indexOf(flag), 1)
      update()
    }
  }, [flag])
}

function update() {
  document.documentElement.dataset.there = activeFlags.join(' ')
}
