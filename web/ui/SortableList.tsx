import { type ReactNode, useState } from 'react'
import { DragRows } from './DragRows.tsx'
import { movedTo, useRowKeys } from './row-keys.ts'
import { UndoRow } from './UndoRow.tsx'
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
  /** What a row is called by its buttons, and when it has moved. */
  nameOf: (item: Item, index: number) => string
  /** As few or as many as there may be. */
  min?: number
  max: number
  onChange: (items: Item[]) => void
  /** Stands beside the handle, above the rest of the row. */
  titleOf?: (item: Item, index: number) => ReactNode
  /** Shown instead of no rows. */
  empty?: ReactNode
  children: (item: Item, index: number) => ReactNode
}) {
  const keys = useRowKeys(items)
  const [said, setSaid] = useState('')
  const { box, removed, remove, restore, forget } = useRemoval(items, onChange)
  const rows = items.map((item, index) => ({
    key: keys[index] ?? index,
    name: nameOf(item, index),
    title: titleOf?.(item, index),
    content: children(item, index),
  }))
  const move = (from: number, to: number) => {
    onChange(movedTo(items, from, to))
    setSaid(`${rows[from]?.name} is now ${to + 1} of ${rows.length}.`)
  }
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
      {rows.length === 0 && !gap ? (
        empty
      ) : (
        <DragRows
          {...{ label, layout, rows }}
          gap={gap || undefined}
          onMove={move}
          onRemove={rows.length > min ? remove : undefined}
        />
      )}
    </div>
  )
}
