/** Objects by their keys, with types that follow from the keys. */

/** Unlike `Object.keys`, with the type of the keys: for an object that has no others. */
export function keysOf<T extends object>(of: T): Extract<keyof T, string>[] {
  const keys: Extract<keyof T, string>[] = []
  for (const key in of) keys.push(key)
  return keys
}

/** The properties of these names alone, in the order of the names. */
export function pick<T extends object, K extends keyof T>(of: T, keys: readonly K[]): Pick<T, K> {
  const entries = keys.map((key) => [key, of[key]])
  return Object.fromEntries(entries)
}
