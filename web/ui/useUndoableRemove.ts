import { useEffect, useRef, useState } from 'react'

/**
 * Takes items from a list and puts the last one back. The focus goes with it: what stands in its place shows Undo, and
 * once it is back its remove button, marked `data-remove` with its place, has the focus again.
 */
export function useUndoableRemove<Item>(items: readonly Item[], onChange: (items: Item[]) => void) {
  const box = useRef<HTMLDivElement>(null)
  const [removed, setRemoved] = useState<{ item: Item; at: number }>()
  const [restored, setRestored] = useState<number>()
  useEffect(() => {
    if (restored === undefined) return
    box.current?.querySelector<HTMLElement>(`[data-remove="${restored}"]`)?.focus()
    setRestored(undefined)
  }, [restored])
  const remove = (at: number) => {
    for (const item of items.slice(at, at + 1)) setRemoved({ item, at })
    onChange(items.toSpliced(at, 1))
  }
  const restore = () => {
    if (!removed) return
    onChange(items.toSpliced(removed.at, 0, removed.item))
    setRemoved(undefined)
    setRestored(Math.min(removed.at, items.length))
  }
  const forget = () => {
    if (box.current?.contains(document.activeElement)) box.current.focus()
    setRemoved(undefined)
  }
  return { box, removed, remove, restore, forget }
}
