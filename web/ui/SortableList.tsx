import { type ReactNode, useState } from 'react'
import { DragRows, type DrawRow } from './DragRows.tsx'
import { movedTo, useRowKeys } from './row-keys.ts'
import { UndoRow } from './UndoRow.tsx'
import { useHandler } from './useHandler.ts'
import { useRemoval } from './useRemoval.ts'

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
} & DrawRow<Item>) {
  const keys = useRowKeys(items)
  const [said, setSaid] = useState('')
  const { box, removed, remove, restore, forget } = useRemoval(items, onChange)
  const onRemove = useHandler(remove)
  const onMove = useHandler((id: number, by: number) => {
    const from = keys.indexOf(id)
    const to = from + by
    const item = items[from]
    if (item === undefined || to < 0 || to >= items.length) return
    onChange(movedTo(items, from, to))
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
