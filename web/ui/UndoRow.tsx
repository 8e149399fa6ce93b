import { useEffect, useRef, useState } from 'react'
import { Icon } from '../../card/icons/Icon.tsx'
import { t } from '../messages/t.ts'
import { Button } from './Button.tsx'

const shownMs = 8000

/**
 * Replaces a removed row, takes the focus of its button, and disappears after 8 s, unless hovered or focused by
 * keyboard.
 */
export function UndoRow({
  text,
  onUndo,
  onGone,
}: {
  text: string
  onUndo: () => void
  onGone: () => void
}) {
  const box = useRef<HTMLLIElement>(null)
  const latestOnGone = useRef(onGone)
  useEffect(() => {
    latestOnGone.current = onGone
  })
  useEffect(() => {
    box.current?.querySelector('button')?.focus()
    const timer = setInterval(() => {
      if (!box.current?.querySelector(':focus-visible') && !box.current?.matches(':hover'))
        latestOnGone.current()
    }, shownMs)
    return () => clearInterval(timer)
  }, [])
  return (
    <li className="undo-row" ref={box}>
      <span role="status" dir="auto">
        {text}
      </span>
      <Button size="small" onClick={onUndo}>
        <Icon name="refresh" size={16} />
        {t('Undo')}
      </Button>
    </li>
  )
}

/**
 * Removes items from a list and can restore the last one. The focus follows: to Undo after removal, and after restoring
 * to the item's remove button, marked `data-remove` with its index.
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
