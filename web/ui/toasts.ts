/** Toast store: newest first, at most five; a sixth removes the oldest (spec section 4). */
export type Toast = { id: number; kind: 'ok' | 'bad'; title: string; text?: string }

const limit = 5
let toasts: Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

export function toast(title: string, text?: string): void {
  add({ kind: 'ok', title, text })
}

/**
 * Shows an error toast. The page must show the error, too: five seconds are not enough to act on
 * it.
 */
export function errorToast(title: string, text?: string): void {
  add({ kind: 'bad', title, text })
}

export function dismissToast(id: number): void {
  show(toasts.filter((shown) => shown.id !== id))
}

export function shownToasts(): Toast[] {
  return toasts
}

/** Returns 0 before the first toast. */
export function lastToastId(): number {
  return lastId
}

export function onToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function add(fields: Omit<Toast, 'id'>) {
  lastId += 1
  show([{ ...fields, id: lastId }, ...toasts].slice(0, limit))
}

function show(next: Toast[]) {
  toasts = next
  for (const listener of listeners) listener()
}
