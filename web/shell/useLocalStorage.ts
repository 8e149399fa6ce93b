import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()

/** Text kept in local storage, followed across tabs; null while nothing is kept. */
export function useLocalStorage(key: string): [string | null, (text: string) => void] {
  const text = useSyncExternalStore(onStored, () => readLocalStorage(key))
  return [text, (next) => writeLocalStorage(key, next)]
}

/** Null when nothing is kept, or when the browser refuses storage. */
export function readLocalStorage(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** A browser that refuses storage forgets; that is no error to anybody. */
export function writeLocalStorage(key: string, text: string): void {
  try {
    localStorage.setItem(key, text)
  } catch {}
  for (const listener of listeners) listener()
}

export function removeLocalStorage(key: string): void {
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
