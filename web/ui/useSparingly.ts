import { useEffect, useRef, useState } from 'react'

/** The value, changing at most once in so many milliseconds: for what is read out. The first change comes at once. */
export function useSparingly<Value>(value: Value, every: number): Value {
  const [shown, setShown] = useState(value)
  const last = useRef(Number.NEGATIVE_INFINITY)
  useEffect(() => {
    const wait = Math.max(0, last.current + every - Date.now())
    const timer = setTimeout(() => {
      last.current = Date.now()
      setShown(value)
    }, wait)
    return () => clearTimeout(timer)
  }, [value, every])
  return shown
}
