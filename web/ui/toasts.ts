/**
 * Toast store: newest first, at most five; a sixth removes the oldest. A message that is already shown is replaced.
 */
export type Toast = { id: number; kind: 'ok' | 'info' | 'bad'; title: string; text?: string }

const limit = 5
let toasts: Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

/** Reports a success. */
export function toast(title: string, text?: string): void {
  add({ kind: 'ok', title, text })
}

/** Says something that is neither a success nor an error. */
export function infoToast(title: string, text?: string): void {
  add({ kind: 'info', title, text })
}

/** Shows an error toast. The page must show the error, too: five seconds are not enough to act on it. */
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
  const isSame = ({ kind, title, text }: Toast) =>
    kind === fields.kind && title === fields.title && text === fields.text
  const others = toasts.filter((shown) => !isSame(shown))
  show([{ ...fields, id: lastId }, ...others].slice(0, limit))
}

function show(next: Toast[]) {
  toasts = next
  for (const listener of listeners) listener()
}
