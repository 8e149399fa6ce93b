/** Lists, picks and omits the keys of an object, with their static types. */

/** `Object.keys` with static types; only for an object that has no other keys than its type. */
export function keysOf<T extends object>(of: T): Extract<keyof T, string>[] {
  const keys: Extract<keyof T, string>[] = []
  for (const key in of) keys.push(key)
  return keys
}

/** Returns a copy without the given keys. */
export function omit<T extends object, K extends keyof T>(of: T, keys: readonly K[]): Omit<T, K> {
  const copy = { ...of }
  for (const key of keys) delete copy[key]
  return copy
}

/** Returns an object with only the given keys, in their order. */
export function pick<T extends object, K extends keyof T>(of: T, keys: readonly K[]): Pick<T, K> {
  const entries = keys.map((key) => [key, of[key]])
  return Object.fromEntries(entries)
}
