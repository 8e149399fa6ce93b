import { useState } from 'react'

/** A function that tries again, and whether it is still trying. */
export function useRetry(attempt: () => Promise<unknown>) {
  const [retrying, setRetrying] = useState(false)
  const retry = () => {
    setRetrying(true)
    void attempt().finally(() => setRetrying(false))
  }
  return { retrying, retry }
}
