import { useEffect, useEffectEvent, useRef } from 'react'

/** Calls `settled` once a value that changed has not changed again for a while, in milliseconds; not for the first value. */
export function useSettledChange(value: string, quiet: number, settled: () => void): void {
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
