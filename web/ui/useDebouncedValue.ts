/** Debounced values and changes. */
import { useEffect, useEffectEvent, useRef, useState } from 'react'

/** Returns the value once it has been unchanged for `quiet` ms. */
export function useDebouncedValue<Value>(value: Value, delayMs: number): Value {
  const [debounced, setDebounced] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), delayMs)
    return () => clearTimeout(timer)
  }, [value, delayMs])
  return debounced
}

/**
 * Calls `callback` once a changed value has been stable for `delayMs`; not for the initial value.
 */
export function useDebouncedChange(value: string, delayMs: number, callback: () => void): void {
  const last = useRef(value)
  const onSettled = useEffectEvent(callback)
  useEffect(() => {
    if (last.current === value) return
    const timer = setTimeout(() => {
      last.current = value
      onSettled()
    }, delayMs)
    return () => clearTimeout(timer)
  }, [value, delayMs])
}
