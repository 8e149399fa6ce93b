/** The toasts on the screen: newest first, at most five; a sixth pushes the oldest out (spec section 4). */
export type Toast = { id: number; kind: 'ok' | 'bad'; title: string; text?: string }

const limit = 5
let toasts: Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

export function toast(title: string, text?: string): void {
  add({ kind: 'ok', title, text })
}

/** A failure. What it says must also stay on the page: five seconds are not enough to read and act on. */
export function errorToast(title: string, text?: string): void {
  add({ kind: 'bad', title, text })
}

export function dismissToast(id: number): void {
  show(toasts.filter((shown) => shown.id !== id))
}

export function shownToasts(): Toast[] {
  return toasts
}

/** 0 until there has been a toast. */
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
