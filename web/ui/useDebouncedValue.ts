import { useEffect, useEffectEvent, useRef, useState } from 'react'

/** The value once it has not changed for a while, in milliseconds: what is typed is asked about when the typing stops. */
export function useDebouncedValue<Value>(value: Value, quiet: number): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), quiet)
    return () => clearTimeout(timer)
  }, [value, quiet])
  return settled
}

/** Calls `settled` once a value that changed has not changed again for a while, in milliseconds; not for the first value. */
export function useDebouncedChange(value: string, quiet: number, settled: () => void): void {
  const last = useRef(value)
  const tell = useEffectEvent(settled)
  useEffect(() => {
    if (last.current === value) return
    const timer = setTimeout(() => {
      last.current = value
      tell()
    }, quiet)
    return () => clearTimeout(timer)
  }, [value, quiet])
}
