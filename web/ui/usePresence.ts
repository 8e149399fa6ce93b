import { useLayoutEffect } from 'react'

const present: string[] = []

/**
 * Marks an element as present in `<html data-present="save-bar scrim …">`, for styles elsewhere. A `:has()` selector
 * would be re-evaluated on every change: it restyled a third of the editor for each key.
 */
export function usePresence(what: 'save-bar' | 'scrim' | 'editor'): void {
  useLayoutEffect(() => {
    present.push(what)
    update()
    return () => {
      present.splice(present.indexOf(what), 1)
      update()
    }
  }, [what])
}

function update() {
  document.documentElement.dataset.present = present.join(' ')
}
