import { useEffect, useState } from 'react'

/** The value once it has not changed for a while, in milliseconds: what is typed is asked about when the typing stops. */
export function useSettled<Value>(value: Value, quiet: number): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), quiet)
    return () => clearTimeout(timer)
  }, [value, quiet])
  return settled
}
