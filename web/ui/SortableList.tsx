import { type ReactNode, useCallback, useInsertionEffect, useRef, useState } from 'react'
import { t } from '../messages/t.ts'
import { DragRows, type RowRenderer } from './DragRows.tsx'
import { UndoRow, useUndoableRemove } from './UndoRow.tsx'

/**
 * A list to reorder by drag or buttons and to remove rows from, with undo for 8 s. It includes dnd-kit, so use it only
 * in lazily loaded parts.
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
  /** A grid, or one line per row where there is room. */
  layout?: 'grid' | 'lines'
  items: readonly Item[]
  /** Minimum and maximum number of rows. */
  min?: number
  max: number
  onChange: (items: Item[]) => void
  /** Shown when there are no rows. */
  empty?: ReactNode
} & RowRenderer<Item>) {
  const keys = useRowKeys(items)
  const { announcement, onMove } = useMove({ items, keys, nameOf, onChange })
  const { box, removed, remove, restore, forget } = useUndoableRemove(items, onChange)
  const onRemove = useEventCallback(remove)
  const gap = removed &&
    items.length < max && {
      at: removed.at,
      row: (
        <UndoRow
          key="undo"
          text={t('Removed: {name}', { name: nameOf(removed.item, removed.at) })}
          onUndo={restore}
          onGone={forget}
        />
      ),
    }
  return (
    <div ref={box} tabIndex={-1} className="sortable-box">
      <p className="hidden-text" role="status">
        {announcement}
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

/** Returns stable React keys for items without ids; a key follows its row when it is moved or edited. */
function useRowKeys<Item>(items: readonly Item[]): number[] {
  const [known, setKnown] = useState(() => ({
    items,
    keys: keysFor(items, { items: [], keys: [] }),
  }))
  if (known.items === items) return known.keys
  const next = keysFor(items, known)
  // The same array for the same keys, so that memoized components do not render again.
  const keys = isEqual(next, known.keys) ? known.keys : next
  setKnown({ items, keys })
  return keys
}

/** An object keeps its key at any position; a new object inherits the key of the one it replaced. */
export function keysFor<Item>(items: readonly Item[], before: Keyed<Item>): number[] {
  const unmatched = new Map(before.items.map((item, at) => [at, item]))
  const moved = items.map((item) => {
    const at = [...unmatched.keys()].find((index) => unmatched.get(index) === item)
    if (at === undefined) return undefined
    unmatched.delete(at)
    return before.keys[at]
  })
  let last = Math.max(0, ...before.keys)
  return moved.map((key, at) => {
    if (key !== undefined) return key
    const replaced = unmatched.has(at) ? before.keys[at] : undefined
    if (replaced !== undefined) return replaced
    last += 1
    return last
  })
}

function isEqual(some: readonly number[], others: readonly number[]): boolean {
  return some.length === others.length && some.every((key, at) => key === others[at])
}

/** Moves a row by a number of positions and announces its new position. */
function useMove<Item>({
  items,
  keys,
  nameOf,
  onChange,
}: Keyed<Item> & Pick<RowRenderer<Item>, 'nameOf'> & { onChange: (items: Item[]) => void }) {
  const [announcement, announce] = useState('')
  const onMove = useEventCallback((id: number, by: number) => {
    const from = keys.indexOf(id)
    const to = from + by
    const item = items[from]
    if (item === undefined || to < 0 || to >= items.length) return
    onChange(moveItem(items, from, to))
    announce(
      t('{name} is now {to} of {count}.', {
        name: nameOf(item, from),
        to: to + 1,
        count: items.length,
      }),
    )
  })
  return { announcement, onMove }
}

/** Returns the list with one item moved. */
export function moveItem<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const item = items.slice(from, from + 1)
  return items.toSpliced(from, 1).toSpliced(to, 0, ...item)
}

/** Returns a function with a stable identity that calls the latest callback. For event handlers, not for rendering. */
export function useEventCallback<Given extends unknown[], Result>(
  newest: (...given: Given) => Result,
): (...given: Given) => Result {
  const held = useRef(newest)
  useInsertionEffect(() => {
    held.current = newest
  })
  return useCallback((...given) => held.current(...given), [])
}
