import { useEffect, useState } from 'react'

/** Whether less than `ms` have passed since `at`. */
export function useShownFor(at: number | undefined, ms: number): boolean {
  const [over, setOver] = useState(at)
  useEffect(() => {
    if (at === undefined) return
    const timer = setTimeout(() => setOver(at), ms)
    return () => clearTimeout(timer)
  }, [at, ms])
  return at !== undefined && at !== over
}
