import { useEffect, useEffectEvent, useRef, useState } from 'react'

/** Returns the value once it has been unchanged for `quiet` ms. */
export function useDebouncedValue<Value>(value: Value, quiet: number): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), quiet)
    return () => clearTimeout(timer)
  }, [value, quiet])
  return settled
}

/** Calls `settled` once a changed value has been stable for `quiet` ms; never for the initial value. */
export function useDebouncedChange(value: string, quiet: number, settled: () => void): void {
  const last = useRef(value)
  const onSettled = useEffectEvent(settled)
  useEffect(() => {
    if (last.current === value) return
    const timer = setTimeout(() => {
      last.current = value
      onSettled()
    }, quiet)
    return () => clearTimeout(timer)
  }, [value, quiet])
}
