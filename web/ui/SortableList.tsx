import { type ReactNode, useState } from 'react'
import { DragRows, type RowRenderer } from './DragRows.tsx'
import { UndoRow } from './UndoRow.tsx'
import { useEventCallback } from './useEventCallback.ts'
import { useUndoableRemove } from './useUndoableRemove.ts'

/**
 * A list to put in order, by drag or by buttons, and to take rows from; what was taken can be put back for 8 s.
 * It brings dnd-kit along, so it belongs into parts of a page that are fetched when they are opened.
 */
export function SortableList<Item>({
  label,
  layout,
  items,
  nameOf,
  min = 0,
  max,
  onChange,
  titleOf,
  empty,
  children,
}: {
  label: string
  /** Side by side, or each in one line where there is room. */
  layout?: 'grid' | 'lines'
  items: readonly Item[]
  /** As few or as many as there may be. */
  min?: number
  max: number
  onChange: (items: Item[]) => void
  /** Shown instead of no rows. */
  empty?: ReactNode
} & RowRenderer<Item>) {
  const keys = useRowKeys(items)
  const [said, setSaid] = useState('')
  const { box, removed, remove, restore, forget } = useUndoableRemove(items, onChange)
  const onRemove = useEventCallback(remove)
  const onMove = useEventCallback((id: number, by: number) => {
    const from = keys.indexOf(id)
    const to = from + by
    const item = items[from]
    if (item === undefined || to < 0 || to >= items.length) return
    onChange(moveItem(items, from, to))
    setSaid(`${nameOf(item, from)} is now ${to + 1} of ${items.length}.`)
  })
  const gap = removed &&
    items.length < max && {
      at: removed.at,
      row: (
        <UndoRow
          key="undo"
          text={`Removed: ${nameOf(removed.item, removed.at)}`}
          onUndo={restore}
          onGone={forget}
        />
      ),
    }
  return (
    <div ref={box} tabIndex={-1} className="sortable-box">
      <p className="hidden-text" role="status">
        {said}
      </p>
      {items.length === 0 && !gap ? (
        empty
      ) : (
        <DragRows
          {...{ label, layout, items, keys, nameOf, titleOf, onMove }}
          gap={gap || undefined}
          onRemove={items.length > min ? onRemove : undefined}
        >
          {children}
        </DragRows>
      )}
    </div>
  )
}

type Keyed<Item> = { items: readonly Item[]; keys: number[] }

/** A key for each row that stays with it while it is moved or edited, for items that have no id of their own. */
export function useRowKeys<Item>(items: readonly Item[]): number[] {
  const [known, setKnown] = useState(() => ({
    items,
    keys: keysFor(items, { items: [], keys: [] }),
  }))
  if (known.items === items) return known.keys
  const next = keysFor(items, known)
  // The same list of the same keys, so that who draws by them sees that nothing moved.
  const keys = isEqual(next, known.keys) ? known.keys : next
  setKnown({ items, keys })
  return keys
}

/** The same object keeps its key wherever it went; a new one takes over from the one it replaced in its place. */
export function keysFor<Item>(items: readonly Item[], before: Keyed<Item>): number[] {
  const gone = new Map(before.items.map((item, at) => [at, item]))
  const moved = items.map((item) => {
    const at = [...gone.keys()].find((index) => gone.get(index) === item)
    if (at === undefined) return undefined
    gone.delete(at)
    return before.keys[at]
  })
  let last = Math.max(0, ...before.keys)
  return moved.map((key, at) => {
    if (key !== undefined) return key
    const replaced = gone.has(at) ? before.keys[at] : undefined
    if (replaced !== undefined) return replaced
    last += 1
    return last
  })
}

function isEqual(some: readonly number[], others: readonly number[]): boolean {
  return some.length === others.length && some.every((key, at) => key === others[at])
}

/** The list with one item at another place. */
export function moveItem<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const item = items.slice(from, from + 1)
  return items.toSpliced(from, 1).toSpliced(to, 0, ...item)
}
