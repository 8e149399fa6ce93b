import { useState } from 'react'

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
export function movedTo<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const item = items.slice(from, from + 1)
  return items.toSpliced(from, 1).toSpliced(to, 0, ...item)
}
