import { useSyncExternalStore } from 'react'
import type * as z from 'zod/mini'

const listeners = new Set<() => void>()

/** A local storage value, synchronized across tabs; null when unset. */
export function useLocalStorage(key: string): [string | null, (text: string) => void] {
  const text = useSyncExternalStore(subscribe, () => readLocalStorage(key))
  return [text, (next) => writeLocalStorage(key, next)]
}

/** Returns null when unset, or when storage is unavailable. */
export function readLocalStorage(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Returns the JSON value of a stored text; undefined if there is none or it does not match the schema. */
export function parseStored<T>(text: string | null, schema: z.ZodMiniType<T>): T | undefined {
  try {
    return schema.safeParse(JSON.parse(text ?? '')).data
  } catch {
    return undefined
  }
}

/** Returns the keys with this prefix, without the prefix; none when storage is unavailable. */
export function storedKeys(prefix: string): string[] {
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(prefix))
    return keys.map((key) => key.slice(prefix.length))
  } catch {
    return []
  }
}

/** Does nothing when storage is unavailable. */
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

function subscribe(listener: () => void) {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}
