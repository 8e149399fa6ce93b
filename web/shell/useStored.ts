import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()

/** Text kept in local storage, followed across tabs; null while nothing is kept. */
export function useStored(key: string): [string | null, (text: string) => void] {
  const text = useSyncExternalStore(onStored, () => readStored(key))
  return [text, (next) => writeStored(key, next)]
}

/** Null when nothing is kept, or when the browser refuses storage. */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** A browser that refuses storage forgets; that is no error to anybody. */
export function writeStored(key: string, text: string): void {
  try {
    localStorage.setItem(key, text)
  } catch {}
  for (const listener of listeners) listener()
}

export function removeStored(key: string): void {
  try {
    localStorage.removeItem(key)
  } catch {}
  for (const listener of listeners) listener()
}

function onStored(listener: () => void) {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}
